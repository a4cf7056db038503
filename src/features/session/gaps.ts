/** How much of a session was recorded, and whether anything is missing. */
import type { RecordedBatch } from '../../contract/codec.ts'

export interface Coverage {
  readonly events: number
  /** Missing batches, pages, page ends or rows. */
  readonly gaps: number
  readonly tampered: number
  /** The last batch of the last page arrived, so nothing was withheld after it. */
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
