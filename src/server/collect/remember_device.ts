/** Notes which session carried a device id, so that a survey can find it by `fingerprint_id`. */
import type { Batch } from '../../contract/batch.ts'
import { ID_BYTES } from '../../contract/limits.ts'
import type { SurveyStore } from '../../store/surveys.ts'
import { keyText } from '../base/key_text.ts'

/** Undefined when the batch carries none, which is every batch but the first few of a page. */
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
