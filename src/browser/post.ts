/** Sends one request to the service and interprets the response. */
import { fetchNow, min } from './natives.ts'

/** Stored; retry; token or session unknown; rejected for good; the session is full. */
export const STORED = 0
export const RETRY = 1
export const UNKNOWN_SESSION = 2
export const REJECTED = 3
export const FULL = 4

/** The batch was never sent. */
export const CORRUPTED: Answer = { outcome: 5, token: '', challenge: '', waitMs: 0, fault: '' }

export interface Answer {
  readonly outcome: number
  readonly token: string
  /** Seeds of the session's challenge, in the response that opened it. */
  readonly challenge: string
  /** Milliseconds to wait, by Retry-After. */
  readonly waitMs: number
  /** What is wrong with the site key, the origin or an option, if the service refused one of them. */
  readonly fault: string
}

const TIMEOUT_MS = 20_000
const LONGEST_RETRY_AFTER_S = 300

/** Never rejects. Text is sent as `text/plain`, without preflight; `keepalive` lets the request outlive the page. */
export async function post(url: string, body: string, keepalive: boolean): Promise<Answer> {
  let outcome = RETRY
  let token = ''
  let challenge = ''
  let waitMs = 0
  let fault = ''
  try {
    const response = await fetchNow(url, {
      method: 'POST',
      body,
      keepalive,
      credentials: 'omit',
      signal: AbortSignal.timeout?.(TIMEOUT_MS) as AbortSignal,
    })
    const { status } = response
    const text = await response.text()
    if (status === 200) {
      token = /"token":"([^"]+)/.exec(text)?.[1] ?? ''
      challenge = /"challenge":"([^"]+)/.exec(text)?.[1] ?? ''
      if (token) outcome = STORED
    } else if (status === 429 || status === 408 || status >= 500) {
      waitMs = min(+(response.headers.get('retry-after') ?? 0) || 0, LONGEST_RETRY_AFTER_S) * 1000
    } else {
      outcome = /invalid_token|session_rejected/.test(text)
        ? UNKNOWN_SESSION
        : /session_full/.test(text)
          ? FULL
          : REJECTED
      fault =
        (/invalid_site_key|origin_rejected|device_data/.test(text) && /"detail":"([^"]+)/.exec(text)?.[1]) ||
        ''
    }
  } catch {}
  return { outcome, token, challenge, waitMs, fault }
}
