/** What tells a batch sent again from another batch under the same number. */
import { hash } from 'node:crypto'
import type { Batch } from '../../contract/batch.ts'

/**
 * Covers the evidence. A browser that sends a batch again may have a new token, another clock reading, and by then
 * a user or the knowledge that it is the last one: none of that makes it another batch.
 */
export function digestOf({
  page,
  time_origin,
  start,
  at,
  names,
  rows,
  device,
  edits,
  dropped,
}: Batch): Buffer {
  return hash(
    'sha256',
    JSON.stringify([page, time_origin, start, at, names, rows, device ?? null, edits ?? null, dropped ?? 0]),
    'buffer',
  )
}
