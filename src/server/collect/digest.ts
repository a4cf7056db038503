/** What tells a batch sent again from another batch under the same number. */
import { createHash } from 'node:crypto'
import type { Batch } from '../../contract/batch.ts'

/**
 * Covers the evidence; `rows` as encoded. A browser that sends a batch again may have a new token, another clock
 * reading, and by then a user or the knowledge that it is the last one: none of that makes it another batch.
 */
export function batchDigest(
  { page, time_origin, start, at, names, device, edits, dropped }: Omit<Batch, 'rows'>,
  rows: Uint8Array,
): Buffer {
  return createHash('sha256')
    .update(
      JSON.stringify([page, time_origin, start, at, names, device ?? null, edits ?? null, dropped ?? 0]),
    )
    .update(rows)
    .digest()
}
