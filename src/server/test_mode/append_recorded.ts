/** Stores a recorded batch that no browser sends now: canned sessions and demo data. */
import { hash } from 'node:crypto'
import { encodeBatch, type RecordedBatch } from '../../contract/batch/codec.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'

export interface Sender {
  /** In place of the id of a site key. */
  readonly siteKeyId: string
  readonly tabSecret: Buffer
  readonly userId?: string
  readonly tags: readonly string[]
}

export async function appendRecorded(
  store: Store,
  key: SessionKey,
  recorded: RecordedBatch,
  sender: Sender,
): Promise<void> {
  const { tab, page, seq, rows, final = false } = recorded.batch
  const bytes = encodeBatch(recorded)
  await store.sessions.append({
    ...key,
    ...sender,
    tab,
    page,
    seq,
    receivedAt: recorded.receipt.at,
    bytes,
    digest: hash('sha256', bytes, 'buffer'),
    rows: rows.length,
    final,
  })
}
