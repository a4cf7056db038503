/** Saves which session sent a device id, so that a survey request can refer to it by `fingerprint_id`. */
import type { Batch } from '../../contract/batch/batch.ts'
import { ID_BYTES } from '../../contract/limits.ts'
import type { SurveyStore } from '../../store/surveys.ts'
import { keyText } from '../../store/values/key_text.ts'

/** Only the first few batches of a page carry one. */
export function fingerprintOf(batch: Pick<Batch, 'device'>): string | undefined {
  for (const { signals } of batch.device ?? []) {
    const id = Object.hasOwn(signals, 'fingerprint_id') ? signals.fingerprint_id : undefined
    if (typeof id === 'string' && id !== '' && Buffer.byteLength(id) <= ID_BYTES) return id
  }
  return undefined
}

export function rememberDevice(
  surveys: SurveyStore,
  workspace: string,
  fingerprintId: string,
  sessionId: string,
  at: number,
): Promise<void> {
  return surveys.saveDevice(workspace, keyText(fingerprintId), sessionId, at)
}
