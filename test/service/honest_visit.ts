import { completed } from '../../research/lab/convert/completed.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { invented, nextVisit } from './forged_visits.ts'

/** A visit that a browser recorded until this time, and whose challenge it passed. */
export function honestVisit(endsAt: number): RecordedBatch[] {
  const batches = completed(invented(nextVisit()))
  const shiftMs = endsAt - (batches.at(-1) as RecordedBatch).receipt.at
  return batches.map(({ batch, receipt }) => ({
    batch: { ...batch, time_origin: batch.time_origin + shiftMs, sent_at: batch.sent_at + shiftMs },
    receipt: { ...receipt, at: receipt.at + shiftMs },
  }))
}
