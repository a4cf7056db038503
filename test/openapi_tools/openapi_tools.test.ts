/** The OpenAPI document as programs of others read it: two linters, and a proxy that validates every response. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driveExamples, type OpenApi } from '../service/openapi_drive.ts'
import { fetchDocument } from '../service/openapi_schema.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { openViolations, type PrismProxy, prismProxy, redoclyProblems, spectralErrors } from './tools.ts'

let service: RunningService
let document: OpenApi
beforeAll(async () => {
  service = await runService()
  document = (await (await fetch(`${service.address}/openapi.json`)).json()) as OpenApi
})
afterAll(() => service?.stop())

/** The same document with a list whose items are described one by one, which many tools do not read. */
function withTuple(): OpenApi {
  const schemas = document.components.schemas as Record<string, { properties?: object }>
  const bands = { type: 'array', prefixItems: [{ type: 'integer' }], items: false }
  const settings = { ...schemas.Settings, properties: { ...schemas.Settings?.properties, bands } }
  return { ...document, components: { ...document.components, schemas: { ...schemas, Settings: settings } } }
}

describe('the linter', () => {
  it('Spectral finds no error with the rules of OpenAPI', async () => {
    expect(await spectralErrors(document)).toEqual([])
  })

  it('Spectral finds a tuple', async () => {
    expect(await spectralErrors(withTuple())).toEqual([expect.stringMatching(/^array-items: /)])
  })

  it('Redocly finds neither an error nor a warning with the recommended rules', async () => {
    expect(await redoclyProblems(document)).toEqual([])
  })

  it('Redocly finds a field that OpenAPI does not have', async () => {
    expect(await redoclyProblems({ ...document, sevrers: [] })).toEqual([expect.stringMatching(/^struct: /)])
  })
})

describe('Prism between a client and the service', () => {
  let proxy: PrismProxy
  beforeAll(async () => {
    proxy = await prismProxy(document, service.address)
  })
  afterAll(() => proxy?.close())

  it('finds no fault in the examples and in their responses', async () => {
    const { client, violations } = openViolations(proxy)
    await driveExamples(service, async (key) => client(key))
    expect(violations).toEqual([])
  })

  it('finds no fault in the response to a request that is wrong', async () => {
    const { key } = await (await service.workspace()).key(['sessions', 'survey', 'admin'])
    const { client, violations } = openViolations(proxy)
    const statuses = new Set<number>()
    for (const [path, methods] of Object.entries((await fetchDocument<OpenApi>(service.address)).paths)) {
      const url = path.replace(/\{\w+\}/g, 'x')
      for (const method of Object.keys(methods).map((name) => name.toUpperCase())) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : { nothing: true }
        for (const [by, at] of [
          ['', url],
          [key, url],
          [key, `${url}?nothing=1`],
        ] as const)
          statuses.add((await client(by)(method, at, body)).status)
      }
    }
    expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 404]))
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(violations.filter((found) => found.includes('"location":["response"'))).toEqual([])
  })

  it('finds a response that the document does not describe', async () => {
    const other = await prismProxy(withTuple(), service.address)
    try {
      const { key } = await (await service.workspace()).key(['admin'])
      const { client, violations } = openViolations(other)
      await client(key)('GET', '/v1/settings')
      expect(violations).toEqual([expect.stringContaining('bands')])
    } finally {
      await other.close()
    }
  })
})
