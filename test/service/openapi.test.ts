import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { chromium } from 'playwright-core'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '../../src/contract/dashboard/webhooks.ts'
import { ERRORS } from '../../src/server/http/errors.ts'
import { signatureHeaders } from '../../src/server/webhooks/signature.ts'
import { referenceTables, TABLES_FOLDER } from '../../tools/reference_tables.ts'
import { HEADLESS_SHELL, PATIENCE_MS } from '../setup/browser.ts'
import { fetchDocument, inlinedSchema } from './openapi_schema.ts'
import { type RunningService, runService } from './running_service.ts'

interface Media {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: object
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, { readonly schema: { readonly type: string } }>>
        readonly content: Readonly<Record<string, Media>>
      }
    >
  >
}
interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly securitySchemes: object
    readonly schemas: Readonly<Record<string, object>>
  }
}

interface Field {
  readonly $ref?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
}

/** The fields of a schema and of the unnamed schemas in it. */
function fieldsOf(path: string, schema: unknown): (readonly [string, Field])[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, part]) => {
    if (key === 'examples' || key === 'enum') return []
    if (key !== 'properties') return fieldsOf(path, part)
    return Object.entries(part as Record<string, Field>).flatMap(([name, field]) => [
      [`${path}.${name}`, field] as const,
      ...fieldsOf(`${path}.${name}`, field),
    ])
  })
}

interface ExampleSchema extends Field {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly ExampleSchema[]
  readonly properties?: Readonly<Record<string, ExampleSchema>>
  readonly items?: ExampleSchema | false
  readonly prefixItems?: readonly ExampleSchema[]
  readonly additionalProperties?: ExampleSchema | boolean
}

/** The example that tools make of the examples of the fields. */
function madeExample(schema: ExampleSchema): unknown {
  const { examples, enum: allowed, anyOf, type, properties = {}, items, prefixItems } = schema
  if (examples) return examples[0]
  if ('const' in schema) return schema.const
  if (allowed) return allowed[0]
  if (anyOf) return madeExample(anyOf[0] as ExampleSchema)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return 1
  if (type === 'null') return null
  if (type === 'array') return prefixItems ? prefixItems.map(madeExample) : items ? [madeExample(items)] : []
  if (type !== 'object') return 'text'
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, madeExample(field)]))
}

/** The parts of an object or list have their own examples, and allowed values are listed. */
function isPlain(schema: object): boolean {
  const { type, enum: allowed, anyOf = [] } = schema as { type?: string; enum?: unknown[]; anyOf?: object[] }
  return !allowed && !['object', 'array', 'boolean'].includes(type ?? '') && anyOf.every(isPlain)
}

let service: RunningService
/** As it is, and with shared parts in place. */
let served: OpenApi
let document: OpenApi

beforeAll(async () => {
  service = await runService()
  served = (await (await fetch(`${service.address}/openapi.json`)).json()) as OpenApi
  document = await fetchDocument<OpenApi>(service.address)
})
afterAll(() => service.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(served) as never)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('is compressed once, and not sent again while it is the same', async () => {
    const url = `${service.address}/openapi.json`
    const encoded = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    expect(encoded.headers.get('content-encoding')).toBe('br')
    expect(await encoded.json()).toEqual(served)
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const etag = plain.headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('has every error in its components, and no part twice', () => {
    const operations = Object.values(served.paths).flatMap((methods) => Object.values(methods))
    const errors = operations.flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => status.startsWith('4') || status.startsWith('5')),
    )
    expect(errors.filter(([, response]) => !('$ref' in response))).toEqual([])
    const parts = operations
      .flatMap(({ parameters = [], responses }) => [...parameters, ...Object.values(responses)])
      .filter((part) => !('$ref' in part))
      .map((part) => JSON.stringify(part))
    expect(parts.filter((part, index) => parts.indexOf(part) !== index)).toEqual([])
  })

  it('gives the schema of every header', () => {
    const headers = operations().flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ headers = {} }) => Object.values(headers)),
    )
    expect(headers.length).toBeGreaterThan(0)
    expect(headers.filter(({ schema }) => !['string', 'integer'].includes(schema.type))).toEqual([])
  })

  it('contains every path of the specification, our own paths and the ingest path', () => {
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/v1/sessions/{sessionId}/report',
        '/v1/sessions/report',
        '/v1/users/{userId}/sessions',
        '/v1/users/sessions',
        '/v1/tags/{tag}/sessions',
        '/v1/tags/sessions',
        '/v1/sessions/{sessionId}/events',
        '/v1/sessions/events',
        '/v1/sessions/{sessionId}/evidence',
        '/v1/sessions/evidence',
        '/i/v1/batch',
      ]),
    )
    expect(Object.keys(document.components.securitySchemes)).toEqual(['secretKey', 'adminKey', 'apiKey'])
  })

  it('agrees with the tables of the reference, as do errors, variables and commands', async () => {
    for (const [name, text] of await referenceTables(served))
      expect(readFileSync(join(TABLES_FOLDER, name), 'utf8'), 'run node tools/reference_tables.ts').toBe(text)
  })

  it('has a unique name and summary for every operation', () => {
    const ids = [
      ...operations().map(({ operation }) => operation.operationId),
      ...Object.values(document.webhooks).map(({ post }) => post.operationId),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z0-9]*)+$/.test(id))).toEqual([])
    for (const { operation } of operations()) expect(operation.summary).not.toBe('')
  })

  it('names the schema of every JSON body and response, and describes every operation', () => {
    for (const { path, method, operation } of operations()) {
      if (!path.startsWith('/v1')) continue
      expect(operation.description, `${method} ${path}`).not.toBe('')
      const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
      const json = [operation.requestBody?.content, success?.content].flatMap((content) =>
        content?.['application/json'] === undefined ? [] : [content['application/json']],
      )
      for (const { schema } of json.filter(
        (one) => !('type' in one.schema && one.schema.type === 'string'),
      )) {
        expect(schema, `${method} ${path}`).toMatchObject({
          $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/),
        })
      }
    }
  })

  it('describes every schema and every field, with a valid example', () => {
    const faults: string[] = []
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!('description' in schema)) faults.push(name)
      for (const [field, found] of fieldsOf(name, schema)) {
        if (!found.description) faults.push(`${field}: no description`)
        const { examples = [] } = found.$ref
          ? (inlinedSchema(document, { $ref: found.$ref }) as Field)
          : found
        if (examples.length === 0 && isPlain(inlinedSchema(document, found)))
          faults.push(`${field}: no example`)
        const check = Compile(inlinedSchema(document, found))
        if (!examples.every((example) => check.Check(example))) faults.push(`${field}: invalid example`)
      }
    }
    expect(faults).toEqual([])
  })

  it('describes every parameter, with a valid example', () => {
    const events = Object.entries(document.webhooks).map(([path, { post }]) => ({ path, operation: post }))
    const faults = [...operations(), ...events].flatMap(({ path, operation: { parameters = [] } }) =>
      parameters
        .filter(
          ({ description, example, schema }) =>
            !description || !Compile(inlinedSchema(document, schema)).Check(example),
        )
        .map(({ name }) => `${path}: ${name}`),
    )
    expect(faults).toEqual([])
  })

  it('describes every event that a webhook receives, with a valid example and the signature', () => {
    expect(Object.keys(document.webhooks).toSorted()).toEqual([...WEBHOOK_EVENTS, 'test'].toSorted())
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post.parameters?.map(({ name }) => name)).toEqual(Object.keys(signatureHeaders([], '', 0, '')))
      const media = post.requestBody?.content['application/json']
      const example = media?.examples?.example?.value
      expect(example).toMatchObject({ type })
      expect(Compile(inlinedSchema(document, media?.schema)).Check(example), type).toBe(true)
    }
  })

  it('marks the id in a query as required', () => {
    const parameters = document.paths['/v1/users/sessions']?.get?.parameters
    expect(parameters?.find(({ name }) => name === 'userId')).toMatchObject({ in: 'query', required: true })
    expect(parameters?.find(({ name }) => name === 'limit')).toMatchObject({ in: 'query' })
  })

  it('has a valid example of every request and response, its own or that of its fields', () => {
    for (const { path, operation } of operations()) {
      const bodies = Object.values(operation.requestBody?.content ?? {}).filter(({ examples }) => examples)
      const answers = Object.values(operation.responses).flatMap(({ content }) => Object.values(content))
      for (const { schema, examples } of [...bodies, ...answers]) {
        const whole = inlinedSchema(document, schema)
        const values = examples ? Object.values(examples).map(({ value }) => value) : [madeExample(whole)]
        expect(values.length, `${path} has an answer without an example`).toBeGreaterThan(0)
        for (const value of values) {
          const check = Compile(whole)
          expect(check.Check(value), `${path}: ${JSON.stringify(check.Errors(value))}`).toBe(true)
        }
      }
      expect(Object.keys(operation.responses).filter((status) => status.startsWith('2'))).toHaveLength(1)
      expect(Object.keys(operation.responses)).toContain('default')
    }
  })

  it('has every error code, with its status', () => {
    const found = new Set<string>()
    for (const { operation } of operations()) {
      for (const [status, { content, description }] of Object.entries(operation.responses)) {
        if (content['application/problem+json'] === undefined) continue
        for (const [, code = '', own] of description.matchAll(/`(\w+)`(?: \((\d+)\):)?/g)) {
          if (status === 'default' && own === undefined) continue
          expect(ERRORS[code as keyof typeof ERRORS]?.status, code).toBe(Number(own ?? status))
          found.add(code)
        }
      }
    }
    for (const code of ['rate_limited', 'wrong_scope', 'missing_survey_key', 'concurrent_change'])
      expect(found).toContain(code)
  })

  it('is small: a quarter smaller than with its parts in place, and sent compressed', async () => {
    const { length } = JSON.stringify(served)
    expect(length / JSON.stringify(document).length).toBeLessThan(0.75)
    const encoded = await fetch(`${service.address}/openapi.json`, { headers: { 'accept-encoding': 'br' } })
    expect(length / Number(encoded.headers.get('content-length'))).toBeGreaterThan(7)
  })
})

describe('the API explorer at /docs/api/', () => {
  it('shows every operation under its own policy, and loads nothing from another host', async () => {
    const browser = await chromium.launch({ executablePath: HEADLESS_SHELL, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      const complaints: string[] = []
      const foreignUrls: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        if (!request.url().startsWith(service.address) && !request.url().startsWith('data:'))
          foreignUrls.push(request.url())
      })
      const response = await page.goto(`${service.address}/docs/api/`)
      const policy = response?.headers()['content-security-policy']
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      for (const { operation } of operations())
        await page.getByText(operation.summary, { exact: true }).filter({ visible: true }).first().waitFor()
      await page.getByText('Score, explanation, recommended action').first().waitFor()
      const report = page.locator('[id$="/GET/v1/sessions/{sessionId}/report"] .examples')
      await report.filter({ hasText: '"recommended_action"' }).first().waitFor()
      expect(foreignUrls).toEqual([])
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
