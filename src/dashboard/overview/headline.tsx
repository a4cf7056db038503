import type { Overview } from '../../contract/dashboard/overview.ts'
import { totalOf } from '../charts/visits_over_time.tsx'
import { formatCount, formatPart } from '../format/count.ts'
import { Link } from '../parts/link.tsx'
import { pathTo, type Search } from '../router.ts'
import type { Period } from '../session_filters.ts'
import { texts } from '../texts.ts'

const words = texts.overview.headline
const REJECT = 'Auto-reject or high-priority review'

export interface HeadlineProps {
  readonly data: Overview
  readonly period: Period
  /** The filters of the page, for links to the list. */
  readonly listed: Search
  /** Sessions that wait for a label, of any time. */
  readonly waiting: number | undefined
}

/** `70 visits in the last 7 days, 51 bots (73%, 12 points more), 1 waits for you in total.` */
export function Headline({ data: { trend, previous }, period, listed, waiting }: HeadlineProps) {
  const { totals, complete } = trend
  const all = totalOf(totals)
  const change =
    previous === null
      ? null
      : pointsChange(totals.reject, all, previous.totals.reject, totalOf(previous.totals))
  return (
    <p className="headline">
      <Link to={pathTo(['sessions'], listed)}>
        <strong>{complete ? formatCount(all) : words.atLeast(formatCount(all))}</strong> {words.visits(all)}
      </Link>{' '}
      {words.periods[period]},{' '}
      <Link
        to={pathTo(['sessions'], { ...listed, action: REJECT })}
        {...(totals.reject > 0 && { className: 'tone-stop' })}
      >
        <strong>{formatCount(totals.reject)}</strong> {words.bots(totals.reject)}
      </Link>{' '}
      ({formatPart(totals.reject, all)}
      {change !== null && (
        <>
          , <span title={words.changeHint(change)}>{words.change(change)}</span>
        </>
      )}
      )
      {waiting !== undefined && waiting > 0 && (
        <>
          ,{' '}
          <Link to={pathTo(['review'])} className="tone-review">
            <strong>{formatCount(waiting)}</strong> {words.waiting(waiting)}
          </Link>
        </>
      )}
      .
    </p>
  )
}

/** Change of a share in percentage points; null if there is nothing to compare with. */
function pointsChange(part: number, all: number, partBefore: number, allBefore: number): number | null {
  if (all === 0 || allBefore === 0) return null
  return Math.round((part / all) * 100) - Math.round((partBefore / allBefore) * 100)
}
