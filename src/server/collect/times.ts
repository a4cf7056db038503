/**
 * The browser's clock cannot be trusted. Impossible times are rejected. Wrong times are stored unchanged, next to the
 * server's time, and marked.
 */
import type { Batch } from '../../contract/batch/batch.ts'
import type { FlatRows } from '../../contract/batch/flat_rows.ts'
import type { Receipt } from '../../contract/network.ts'
import type { FieldError } from '../http/errors.ts'

/** The end of the year 9999, in milliseconds. */
const LAST_TIME_MS = 253_402_300_799_999

/** A year, in tenths of a millisecond: the longest time that a page may stay open. */
const LONGEST_PAGE = 366 * 24 * 3600 * 10_000

/** No time zone explains a difference of more than a day. */
const WRONG_BY_MS = 24 * 3600_000

/** Allowed drift between the page's monotonic clock and its wall clock. */
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

/** The fault of the browser's clock that one batch shows, if any. `span`: of its rows; `mayBe`: of the service's clock. */
export function clockMark(
  batch: Clocks,
  span: number,
  receivedAt: number,
  mayBe: (time: number) => boolean,
): Receipt['clock'] {
  if (batch.time_origin + (batch.start + span) / 10 > batch.sent_at + DRIFT_MS) return 'broken'
  if (Math.abs(batch.sent_at - receivedAt) <= WRONG_BY_MS || mayBe(batch.sent_at)) return undefined
  return batch.sent_at > receivedAt ? 'ahead' : 'behind'
}
