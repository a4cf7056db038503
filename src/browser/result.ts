/** Requests the signed result of this tab's session. */
import { RESULT_SUFFIX } from '../contract/paths.ts'
import { stringify } from './json.ts'
import { fetchNow } from './natives.ts'
import type { Options } from './options.ts'
import * as session from './session.ts'

const TIMEOUT_MS = 10_000
const MAX_CHARS = 255

/** Empty without a stored session, or if the service does not answer. */
export async function fetchResult(
  { siteKey, endpoint }: Options,
  pageAction = '',
  pageData = '',
): Promise<string> {
  try {
    const [page_action, page_data] = [pageAction, pageData].map(
      (text) => String(text ?? '').slice(0, MAX_CHARS) || undefined,
    )
    if (!session.token) return ''
    const response = await fetchNow(endpoint + RESULT_SUFFIX, {
      method: 'POST',
      body: stringify({
        site_key: siteKey,
        session_id: session.id,
        token: session.token,
        tab: session.tab,
        page_action,
        page_data,
      }),
      credentials: 'omit',
      signal: AbortSignal.timeout?.(TIMEOUT_MS) as AbortSignal,
    })
    return /"result":"([^"]+)/.exec(await response.text())?.[1] ?? ''
  } catch {
    return ''
  }
}
