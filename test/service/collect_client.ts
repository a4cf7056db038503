/** Sends batches as the browser script would, or invalid ones. */
import { randomBytes } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { ROWS } from '../../src/contract/batch/rows.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'

export const randomId = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** No rate limits, for tests of other features. */
export const UNLIMITED = {
  BYHAND_RATE_SESSIONS_PER_IP: '0',
  BYHAND_RATE_SESSIONS_PER_SITE: '0',
  BYHAND_RATE_BATCHES_PER_SESSION: '0',
  BYHAND_RATE_BATCHES_PER_IP: '0',
  BYHAND_RATE_READS_PER_KEY: '0',
  BYHAND_RATE_DASHBOARD_READS: '0',
  BYHAND_RATE_DASHBOARD_CHANGES: '0',
  BYHAND_RATE_LOGINS_PER_IP: '0',
  BYHAND_RATE_PAGES_PER_IP: '0',
  BYHAND_SOCKETS_PER_IP: '0',
} as const

// biome-ignore lint/suspicious/noExplicitAny: tests read and change any field.
export type Loose = Record<string, any>

/** A valid batch, except for the changes in `fields`. */
export function makeBatch(siteKey: string, fields: Loose = {}): Loose {
  const now = Date.now()
  return {
    v: 1,
    site_key: siteKey,
    session_id: randomId(16),
    ...(fields.token === undefined && { tab_secret: randomId(16) }),
    tab: randomId(6),
    page: 0,
    seq: 0,
    sent_at: now,
    time_origin: now - 5_000,
    start: 0,
    at: [10, 10],
    names: [['button', 'Continue']],
    rows: [
      [ROWS.move.code, 160, 3, 4, 1, 1],
      [ROWS.click.code, 10, 5, 5, 1, 2, 0, 0, 80, 30, 0],
    ],
    ...fields,
  }
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Loose
}

export type Headers = Readonly<Record<string, string>>

/** One request at a time over few connections; throws if there is no response. */
export function collectClient(address: string, path: string = INGEST_PATH) {
  const agent = new Agent({ keepAlive: true, maxSockets: 24 })
  const url = new URL(path, address)

  function send(method: string, body: string | Uint8Array, headers: Headers, to = url): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const outgoing = request(to, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson ? JSON.parse(text) : {},
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
    return promise
  }

  return {
    /** Sends an object as JSON text, and anything else unchanged. */
    post(body: Loose | string | Uint8Array, headers: Headers = {}): Promise<Reply> {
      const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
      return send('POST', bytes, { 'content-type': 'text/plain', ...headers })
    },
    send: (method: string, to: string, headers: Headers = {}, body = '') =>
      send(method, body, headers, new URL(to, address)),
    close: () => agent.destroy(),
  }
}

export type CollectClient = ReturnType<typeof collectClient>

/** Runs `act` for 0..count-1, several at a time. */
export async function times(
  count: number,
  act: (index: number) => Promise<void>,
  atOnce = 16,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await act(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
