/** How much of a session was seen, and whether anything is missing. A gap never yields Auto-accept. */
import type { RecordedBatch } from '../../contract/codec.ts'

export interface Coverage {
  readonly events: number
  /** Batches, pages, page ends or rows that are known to be missing. */
  readonly gaps: number
  readonly tampered: number
  /** The last page's last batch arrived: nothing can have been withheld after it. */
  readonly ended: boolean
}

/** `batches` in order, each once. `overflow`: batches counted but not stored. */
export function findGaps(batches: readonly RecordedBatch[], tampered: number, overflow: number): Coverage {
  const pages = new Set<number>()
  let events = 0
  let gaps = overflow
  let ended = false
  let tab: string | undefined
  let expected = 0

  for (const { batch } of batches) {
    if (batch.tab !== tab) {
      if (tab !== undefined && !ended) gaps++
      tab = batch.tab
      expected = 0
    }
    pages.add(batch.page)
    gaps += batch.seq - expected
    expected = batch.seq + 1
    if ((batch.dropped ?? 0) > 0) gaps++
    ended = batch.final === true
    events += batch.rows.length
  }
  const lastPage = batches.at(-1)?.batch.page
  if (lastPage !== undefined) gaps += lastPage + 1 - pages.size
  return { events, gaps, tampered, ended }
}
