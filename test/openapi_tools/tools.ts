/** The programs. Their packages are installed for `npm run test:all` only, so that their types are not known here. */
import { createRequire } from 'node:module'
import type { ManageClient } from '../service/manage_client.ts'
import { freePort } from '../setup/free_port.ts'

const load = createRequire(import.meta.filename)

/** Only errors. */
export async function spectralErrors(document: object): Promise<string[]> {
  const { Spectral } = load('@stoplight/spectral-core')
  const { oas } = load('@stoplight/spectral-rulesets')
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas] })
  const found: { severity: number; code: string; path: string[]; message: string }[] =
    await spectral.run(document)
  return found
    .filter(({ severity }) => severity === 0)
    .map(({ code, path, message }) => `${code}: ${path.join('.')}: ${message}`)
}

/** Errors and warnings. */
export async function redoclyProblems(document: object): Promise<string[]> {
  const { createConfig, lintFromString } = load('@redocly/openapi-core')
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(document)
  const found: { ruleId: string; message: string; location: { pointer?: string }[] }[] = await lintFromString(
    {
      source,
      absoluteRef: 'openapi.json',
      config,
    },
  )
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`)
}

export interface PrismProxy {
  readonly address: string
  close(): Promise<void>
}

/** Prism as a proxy, which names what breaks the document in the header `sl-violations`. */
export async function prismProxy(document: object, upstream: string): Promise<PrismProxy> {
  const { createLogger } = load('@stoplight/prism-core')
  const { getHttpOperationsFromSpec } = load('@stoplight/prism-http')
  const { createServer } = load('@stoplight/prism-http-server')
  const server = createServer(await getHttpOperationsFromSpec(structuredClone(document)), {
    cors: false,
    components: { logger: createLogger('prism', { level: 'silent' }) },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
    },
  })
  return { address: await server.listen(await freePort(), '127.0.0.1'), close: () => server.close() }
}

/** Clients that send through a proxy, and what it finds in their requests and responses. */
export function openViolations({ address }: PrismProxy) {
  const violations: string[] = []
  const client =
    (key: string): ManageClient =>
    async (method, path, body, headers = {}) => {
      const isFile = typeof body === 'string' || body instanceof Uint8Array
      const response = await fetch(address + path, {
        method,
        headers: {
          ...(key !== '' && { authorization: `Bearer ${key}`, api_key: key }),
          ...(body !== undefined && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isFile ? (body as BodyInit) : JSON.stringify(body) }),
      })
      const text = await response.text()
      const found = response.headers.get('sl-violations')
      if (found !== null) violations.push(`${method} ${path}: ${response.status} ${found}`)
      const isJson = /^application\/([\w.]+\+)?json/.test(response.headers.get('content-type') ?? '')
      const { status } = response
      return { status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
    }
  return { client, violations }
}
