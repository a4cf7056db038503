/** Sends requests to the management API and validates every response against the service's own OpenAPI document. */
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'
import { fetchDocument, inlinedSchema } from './openapi_schema.ts'

interface Media {
  /** `contentSchema`: of one line of NDJSON. */
  readonly schema: { readonly contentSchema?: object }
}
type Operation = {
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, Media> }>>
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

export interface ManageAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the schema has been checked; tests read what they expect.
  readonly json: any
}

export type ManageClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<ManageAnswer>

/** An object is sent as JSON, a string as a CSV file, bytes as a file of any format. */
export async function manageClient(address: string, key: string): Promise<ManageClient> {
  const document = await fetchDocument<OpenApi>(address)

  function operationOf(method: string, path: string): Operation {
    const found = Object.entries(document.paths).filter(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    const exact = found.find(([template]) => template === path) ?? found[0]
    const operation = exact?.[1][method.toLowerCase()]
    if (operation === undefined) throw new Error(`${method} ${path} is not documented`)
    return operation
  }

  return async (method, path, body, headers = {}) => {
    const isBinary = body instanceof Uint8Array
    const isFile = isBinary || typeof body === 'string'
    const fileType = isBinary ? 'application/octet-stream' : 'text/csv'
    const response = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': isFile ? fileType : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? ''
    const isJson = type.endsWith('json') && type !== 'application/x-ndjson'
    const json = isJson ? JSON.parse(text) : null
    const { responses } = operationOf(method, path.split('?', 1)[0] as string)
    const media = (responses[response.status] ?? responses.default)?.content?.[type]
    expect(media, `${method} ${path}: ${response.status} ${type} is not documented: ${text}`).toBeDefined()
    const isLines = type === 'application/x-ndjson'
    const values = isJson
      ? [json]
      : isLines
        ? text
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line))
        : []
    const check = Compile(inlinedSchema(document, media?.schema.contentSchema ?? media?.schema))
    for (const value of values) {
      expect(check.Check(value), `${method} ${path}: ${JSON.stringify(check.Errors(value))} ${text}`).toBe(
        true,
      )
    }
    return { status: response.status, headers: response.headers, text, json }
  }
}
