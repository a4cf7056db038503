/**
 * Keeps the signed result of the page in a first-party cookie, for forward auth. A file of its own: only pages that opt
 * in load it, beside the browser script.
 */
import { RESULT_COOKIE, RESULT_LIFE_MS } from '../../../src/contract/result_cookie.ts'

/** A result that was renewed just before the tab was hidden is still valid for a while. */
const RENEW_MS = 45_000
const RETRY_MS = 5_000

let timer: ReturnType<typeof setTimeout> | undefined

async function renew(): Promise<void> {
  clearTimeout(timer)
  const result = await window.byhand.getSignedResult()
  if (result) {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers.
    document.cookie = `${RESULT_COOKIE}=${result}; Path=/; Max-Age=${RESULT_LIFE_MS / 1000}; SameSite=Lax${secure}`
  }
  clearTimeout(timer)
  if (!document.hidden) timer = setTimeout(renew, result ? RENEW_MS : RETRY_MS)
}

const renewIfVisible = (): void => {
  if (!document.hidden && window.byhand) void renew()
}

if (window.byhand?.sessionId()) void renew()
else addEventListener('byhand:ready', renewIfVisible)
document.addEventListener('visibilitychange', renewIfVisible)
addEventListener('pageshow', ({ persisted }) => persisted && renewIfVisible())
