/**
 * The site that led to a visit: the referrer of its first page. A later page may come from elsewhere, such as a payment
 * or login page that returns to the site.
 */
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { textSignal } from './signal_text.ts'

/** The longest name in the DNS. */
const MAX_HOST_CHARS = 253
/** Some names contain underscores. An address in brackets is no name. */
const HOST = /^\w([\w-]{0,61}\w)?(\.\w([\w-]{0,61}\w)?)*$/

/** Null if there is none, or if the client sent something else. */
export function referrerOf(batches: readonly RecordedBatch[]): string | null {
  const host = textSignal(
    batches.filter(({ batch }) => batch.page === 0),
    'referrer',
  )
  return host !== null && host.length <= MAX_HOST_CHARS && HOST.test(host) ? host.toLowerCase() : null
}
