/**
 * Writes the types of the Node client from the OpenAPI document of a service that it starts:
 * `node tools/node_client_types.ts`.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientTypes } from './client_types.ts'
import { partsInPlace } from './parts_in_place.ts'
import { servedOpenApi } from './served_openapi.ts'

export const TYPES_FILE = join(import.meta.dirname, '../clients/node/src/contract.ts')

type Operation = Readonly<Record<string, unknown>> & { readonly responses: Readonly<Record<string, unknown>> }
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: object
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** The browser script, proxies and `byhand verify` call the others. */
const isCallable = (path: string) =>
  /^\/(v1|survey-check)\//.test(path) && !/evidence$|^\/v1\/forward-auth$/.test(path)

/** Every error has the type `Problem`. */
const withoutErrors = ({ responses, ...operation }: Operation): Operation => ({
  ...operation,
  responses: Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2'))),
})

const mapValues = <Value, Result>(of: Readonly<Record<string, Value>>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]))

/** Without examples, which would double the length. */
const withoutExamples = (document: object): object =>
  JSON.parse(JSON.stringify(document, (key, value) => (/^examples?$/.test(key) ? undefined : value)))

/** Schemas that others of the document name, and those of errors. */
function usedSchemas(document: object, schemas: Readonly<Record<string, object>>): Record<string, object> {
  const used = new Map<string, object>()
  const follow = (value: object) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name as string]
      if (schema === undefined || used.has(name as string)) continue
      used.set(name as string, schema)
      follow(schema)
    }
  }
  follow([document, { $ref: '#/components/schemas/Problem' }])
  return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Lines that say that something is absent, and headers that nothing describes. */
const ABSENT =
  /^ +(get|put|post|delete|options|head|patch|trace|header|cookie)\?: never;\n|^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n|^ {8}parameters: \{\n +query\?: never;\n +header\?: never;\n +path\?: never;\n +cookie\?: never;\n {8}\};\n/gm

export async function nodeClientTypes(document: unknown): Promise<string> {
  const { paths, webhooks, components, ...rest } = partsInPlace(
    withoutExamples(document as object) as OpenApi,
  )
  const called = Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => isCallable(path))
      .map(([path, methods]) => [path, mapValues(methods, withoutErrors)]),
  )
  const schemas = usedSchemas([called, webhooks], components.schemas)
  const types = await clientTypes({ ...rest, paths: called, webhooks, components: { schemas } })
  return `/** Types of the API. Written by tools/node_client_types.ts. */\n\n${types.replaceAll(ABSENT, '')}`
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(TYPES_FILE, await nodeClientTypes(await servedOpenApi()))
