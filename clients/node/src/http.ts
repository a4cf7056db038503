/** Sends requests with a timeout. Requests that may be repeated are retried, with the schedule of docs/reference/limits.md. */
import type { Method } from './call.ts'
import type { Problem } from './contract.ts'
import { ByhandError, ByhandUnavailable } from './errors.ts'

export interface HttpOptions {
  /** Base URL of the service. */
  readonly url: string
  /**
   * `bh_sk_…`; a test key works too. Without one, every request throws. Opening the client does not, so that a build can
   * load your files without the key.
   */
  readonly secretKey: string | undefined
  /** For one attempt; 10 seconds by default. */
  readonly timeoutMs?: number | undefined
  /** Further attempts after a failure; 2 by default. */
  readonly retries?: number | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

export interface Call {
  readonly method: Method
  readonly path: string
  /** Text and bytes are sent as a file, everything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request is idempotent, so that it can be retried. */
  readonly isIdempotent: boolean
  /** Time that the service itself may take before it answers. */
  readonly extraMs?: number
}

export interface Response<Body> {
  readonly body: Body
  readonly headers: Headers
}

export type Send = <Body>(call: Call) => Promise<Response<Body>>

const TIMEOUT_MS = 10_000
const RETRIES = 2
const FIRST_WAIT_MS = 200
const LONGEST_RETRY_AFTER_MS = 5_000

const JSON_TYPE = 'application/json'
const FILE_TYPE = 'application/octet-stream'

const RETRIED = new Set([408, 429, 500, 502, 503, 504])

export function openHttp(options: HttpOptions): Send {
  const { secretKey, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options
  if (!/^https?:\/\//.test(options.url)) throw new TypeError('url must begin with http:// or https://')
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be greater than 0')
  if (!(Number.isInteger(retries) && retries >= 0))
    throw new TypeError('retries must be a whole number, 0 or more')
  const base = options.url.replace(/\/+$/, '')
  const request = options.fetch ?? fetch

  return async <Body>({ method, path, body, headers, isIdempotent, extraMs = 0 }: Call) => {
    if (!secretKey) throw new TypeError('secretKey is empty')
    const attempts = isIdempotent ? retries + 1 : 1
    let failure: unknown
    for (let attempt = 1; ; attempt++) {
      let waitMs = Math.random() * FIRST_WAIT_MS * 4 ** (attempt - 1)
      try {
        const response = await request(base + path, {
          method,
          headers: {
            authorization: `Bearer ${secretKey}`,
            ...(body !== undefined && { 'content-type': isFile(body) ? FILE_TYPE : JSON_TYPE }),
            ...headers,
          },
          signal: AbortSignal.timeout(timeoutMs + extraMs),
          ...(body !== undefined && { body: isFile(body) ? body : JSON.stringify(body) }),
        })
        const text = await response.text()
        if (response.ok) return { body: contentOf<Body>(text, response.headers), headers: response.headers }
        failure = new ByhandError(response.status, problemOf(text))
        if (!RETRIED.has(response.status)) throw failure
        waitMs = Math.max(waitMs, retryAfterMs(response.headers))
      } catch (error) {
        if (error === failure) throw error
        failure = error
      }
      if (attempt >= attempts) throw unavailable(failure)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

const isFile = (body: unknown): body is BodyInit => typeof body === 'string' || body instanceof Uint8Array

/** The type of rows of JSON, of a table or of text says that it is a file. */
function contentOf<Body>(text: string, headers: Headers): Body {
  const type = headers.get('content-type') ?? JSON_TYPE
  return type.startsWith(JSON_TYPE) ? JSON.parse(text) : (text as Body)
}

function problemOf(text: string): Partial<Problem> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Problem>
  } catch {
    return {}
  }
}

const retryAfterMs = (headers: Headers): number =>
  Math.min(Number(headers.get('retry-after') ?? 0) * 1000 || 0, LONGEST_RETRY_AFTER_MS)

/** The message of `fetch` does not contain the reason, such as ECONNREFUSED. */
function unavailable(cause: unknown): ByhandUnavailable {
  const { message = `${cause}`, cause: inner } = cause as Error
  const { code, message: reason = '' } = (inner ?? {}) as { code?: string; message?: string }
  const detail = code ?? reason
  return new ByhandUnavailable(`Byhand did not respond: ${message}${detail && ` (${detail})`}`, { cause })
}
