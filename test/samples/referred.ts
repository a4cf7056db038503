/** A recording whose visitor came from another site. */
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'

export const referredFrom = (referrer: string, batches: readonly RecordedBatch[]): RecordedBatch[] =>
  batches.map(({ batch, receipt }) => ({
    batch: {
      ...batch,
      ...(batch.device && {
        device: batch.device.map(({ at, signals }) => ({ at, signals: { ...signals, referrer } })),
      }),
    },
    receipt,
  }))
