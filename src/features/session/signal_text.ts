/** Text signals of the device, from the first reading that has them. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'

export function userAgentOf(batches: readonly RecordedBatch[]): string {
  const signal = textSignal(batches, 'user_agent')
  return signal ?? batches.find(({ receipt }) => receipt.userAgent !== undefined)?.receipt.userAgent ?? ''
}

export function textSignal(batches: readonly RecordedBatch[], name: string): string | null {
  for (const { batch } of batches) {
    for (const { signals } of batch.device ?? []) {
      const value = signals[name]
      if (typeof value === 'string' && value !== '') return value
    }
  }
  return null
}
