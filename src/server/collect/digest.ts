/** The digest that distinguishes a repeated batch from a different batch with the same number. */
import { hash } from 'node:crypto'
import type { Batch } from '../../contract/batch/batch.ts'

/**
 * Covers the recorded evidence only; `rows` are encoded. A repeated batch may carry a new token, another clock reading,
 * a user id or the final flag, and is still the same batch.
 */
export function batchDigest(
  { page, time_origin, start, at, names, device, edits, dropped, challenge }: Omit<Batch, 'rows'>,
  rows: Uint8Array,
): Buffer {
  const head = JSON.stringify([
    page,
    time_origin,
    start,
    at,
    names,
    device ?? null,
    edits ?? null,
    dropped ?? 0,
    challenge ?? null,
  ])
  return hash('sha256', Buffer.concat([Buffer.from(head), rows]), 'buffer')
}
