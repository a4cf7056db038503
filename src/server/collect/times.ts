/**
 * The browser's clock is a claim. Times no calendar holds are refused; wrong ones are kept as they came, beside
 * the server's own, and marked.
 */
import type { Batch } from '../../contract/batch.ts'
import type { FlatRows } from '../../contract/flat_rows.ts'
import type { Receipt } from '../../contract/network.ts'
import type { FieldError } from '../http/errors.ts'

/** Milliseconds: the end of the year 9999, the last that a four-digit year can show. */
const LAST_TIME_MS = 253_402_300_799_999

/** Tenths of a millisecond. No page stays open for longer than a year. */
const LONGEST_PAGE = 366 * 24 * 3600 * 10_000

/** Beyond a day no time zone and no flat battery explains the difference. */
const WRONG_BY_MS = 24 * 3600_000

/** Between the page's steady clock and its wall clock, which is set now and then. */
const DRIFT_MS = 5_000

type Clocks = Pick<Batch, 'sent_at' | 'time_origin' | 'start'>

export function findTimeFault(
  batch: Clocks & Pick<Batch, 'edits'>,
  { count, values, ends }: FlatRows,
): FieldError | undefined {
  if (batch.sent_at > LAST_TIME_MS) return { pointer: '/sent_at', detail: 'is not a time' }
  if (batch.time_origin > LAST_TIME_MS) return { pointer: '/time_origin', detail: 'is not a time' }
  if (batch.start > LONGEST_PAGE) return tooLate('/start')
  let t = batch.start
  for (let index = 0, from = 0; index < count; index++) {
    t += values[from + 1] as number
    if (t > LONGEST_PAGE) return tooLate(`/rows/${index}`)
    from = ends[index] as number
  }
  const edit = batch.edits?.findIndex(([, at]) => at > LONGEST_PAGE) ?? -1
  return edit === -1 ? undefined : tooLate(`/edits/${edit}`)
}

const tooLate = (pointer: string): FieldError => ({
  pointer,
  detail: 'is more than a year after the page loaded',
})

/** What is wrong with the browser's clock, as far as one batch shows it. `span`: of its rows. */
export function clockMark(batch: Clocks, span: number, receivedAt: number): Receipt['clock'] {
  if (batch.time_origin + (batch.start + span) / 10 > batch.sent_at + DRIFT_MS) return 'broken'
  if (batch.sent_at > receivedAt + WRONG_BY_MS) return 'ahead'
  if (batch.sent_at < receivedAt - WRONG_BY_MS) return 'behind'
  return undefined
}
