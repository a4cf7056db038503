/** Stores recorded batches as a session, with all their times shifted. */
import { createHash, randomBytes } from 'node:crypto'
import { encodeBatch, type RecordedBatch } from '../../contract/codec.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'

export interface RecordingOptions {
  readonly startsAt: number
  readonly userId?: string
  readonly tags?: readonly string[]
  /** Called after each batch. */
  onBatch?(recorded: RecordedBatch): Promise<void>
}

export async function storeRecording(
  store: Store,
  { workspace, sessionId }: SessionKey,
  batches: readonly RecordedBatch[],
  { startsAt, userId, tags = [], onBatch }: RecordingOptions,
): Promise<void> {
  const shift = startsAt - Math.min(...batches.map(({ receipt }) => receipt.at))
  const claim = createHash('sha256').update(randomBytes(16)).digest()
  const names = { tags, ...(userId !== undefined && { userId }) }
  for (const { batch, receipt } of batches) {
    const moved: RecordedBatch = {
      batch: {
        ...batch,
        session_id: sessionId,
        tags: [...tags],
        ...(userId !== undefined && { user_id: userId }),
        sent_at: batch.sent_at + shift,
        time_origin: batch.time_origin + shift,
      },
      receipt: { ...receipt, at: receipt.at + shift },
    }
    const bytes = encodeBatch(moved)
    await store.sessions.append({
      workspace,
      sessionId,
      siteKeyId: 'demo',
      tab: batch.tab,
      page: batch.page,
      seq: batch.seq,
      receivedAt: moved.receipt.at,
      bytes,
      digest: createHash('sha256').update(bytes).digest(),
      rows: batch.rows.length,
      final: batch.final ?? false,
      claim,
      ...names,
    })
    await onBatch?.(moved)
  }
}
