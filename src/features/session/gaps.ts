/** How much of a session was recorded, and whether anything is missing. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'

export interface Coverage {
  readonly events: number
  /** Missing batches, pages, page ends or rows. */
  readonly gaps: number
  readonly tampered: number
  /** The last batch of the page that was open last arrived, so nothing was withheld after it. */
  readonly ended: boolean
}

/** `batches` in order, each once. */
export function findGaps(batches: readonly RecordedBatch[], tampered: number): Coverage {
  const pages = new Set<number>()
  let events = 0
  let gaps = 0
  /** Pages that never ended, although another follows. */
  let endless = 0
  /** Pages whose last batch is not their end. */
  let open = 0
  let tab: string | undefined
  let expected = 0
  let isOpen = false
  let hasEnded = false

  for (const { batch } of batches) {
    if (batch.tab !== tab) {
      if (tab !== undefined && !hasEnded) endless++
      else if (isOpen) open++
      tab = batch.tab
      expected = 0
      hasEnded = false
    }
    pages.add(batch.page)
    gaps += batch.seq - expected
    expected = batch.seq + 1
    if ((batch.dropped ?? 0) > 0) gaps++
    isOpen = batch.final !== true
    hasEnded ||= !isOpen
    events += batch.rows.length
  }
  if (isOpen) open++
  // The back-forward cache restores a page that has ended. The visitor is on one page at a time.
  gaps += endless + Math.max(0, open - 1)
  const lastPage = batches.at(-1)?.batch.page
  if (lastPage !== undefined) gaps += lastPage + 1 - pages.size
  return { events, gaps, tampered, ended: batches.length > 0 && open === 0 }
}
