/** A session's batches in the order of recording, whatever the order of arrival. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'

/** One page load: its stream of batches by seq, each once. */
export interface RecordedDocument {
  readonly tab: string
  readonly page: number
  readonly batches: readonly [RecordedBatch, ...RecordedBatch[]]
}

export function documentsOf(batches: readonly RecordedBatch[]): RecordedDocument[] {
  const byTab = new Map<string, Map<number, RecordedBatch>>()
  for (const recorded of batches) {
    const { tab, seq } = recorded.batch
    const bySeq = byTab.get(tab) ?? new Map<number, RecordedBatch>()
    byTab.set(tab, bySeq)
    const before = bySeq.get(seq)
    if (before === undefined || recorded.receipt.at < before.receipt.at) bySeq.set(seq, recorded)
  }
  return [...byTab]
    .map(([tab, bySeq]) => {
      const own = [...bySeq.values()].sort((a, b) => a.batch.seq - b.batch.seq)
      const page = own.reduce((least, { batch }) => Math.min(least, batch.page), Number.POSITIVE_INFINITY)
      return { tab, page, batches: own as [RecordedBatch, ...RecordedBatch[]] }
    })
    .sort((a, b) => a.page - b.page || (a.tab < b.tab ? -1 : 1))
}
