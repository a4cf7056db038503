/** Stores recorded batches as a session, with all their times shifted. */
import { randomBytes } from 'node:crypto'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { defined } from '../../contract/defined.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { appendRecorded } from '../test_mode/append_recorded.ts'

export interface RecordingOptions {
  /** In place of the ID of a site key. */
  readonly siteKeyId: string
  readonly startsAt: number
  readonly userId?: string
  readonly tags?: readonly string[]
  /** Called after each batch. */
  onBatch?(recorded: RecordedBatch): Promise<void>
}

export async function storeRecording(
  store: Store,
  key: SessionKey,
  batches: readonly RecordedBatch[],
  { siteKeyId, startsAt, userId, tags = [], onBatch }: RecordingOptions,
): Promise<void> {
  const shift = startsAt - Math.min(...batches.map(({ receipt }) => receipt.at))
  const tabSecret = randomBytes(32)
  const names = { tags, ...defined({ userId }) }
  for (const { batch, receipt } of batches) {
    const moved: RecordedBatch = {
      batch: {
        ...batch,
        session_id: key.sessionId,
        tags: [...tags],
        ...defined({ user_id: userId }),
        sent_at: batch.sent_at + shift,
        time_origin: batch.time_origin + shift,
      },
      receipt: { ...receipt, at: receipt.at + shift },
    }
    await appendRecorded(store, key, moved, { siteKeyId, tabSecret, ...names })
    await onBatch?.(moved)
  }
}
