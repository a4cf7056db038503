import { type KeyboardEvent, useRef, useState } from 'react'
import type { BandCounts, SessionHistogram } from '../../contract/dashboard/sessions.ts'
import { formatCount } from '../format/count.ts'
import { niceCeiling } from '../format/nice_ceiling.ts'
import { formatDuration, formatPeriod, formatTick } from '../format/time.ts'
import { BANDS } from '../format/tone.ts'
import { Link } from '../parts/link.tsx'
import { navigate, pathTo, type Search, withSearch } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.sessions.histogram

export const totalOf = (counts: BandCounts): number => BANDS.reduce((sum, [band]) => sum + counts[band], 0)

export interface VisitsOverTimeProps {
  readonly histogram: SessionHistogram
  /** Opens the list of visits with the filters of this page and these. Absent: this page is the list. */
  readonly listed?: Search
}

/** Bars of visits, stacked by action. A bar opens its period; an entry of the legend filters by its action. */
export function VisitsOverTime({ histogram, listed }: VisitsOverTimeProps) {
  const { buckets, totals, bucket_ms, complete } = histogram
  const all = totalOf(totals)
  const top = niceCeiling(Math.max(...buckets.map(({ counts }) => totalOf(counts))))
  const linkTo = (search: Search) =>
    listed === undefined ? withSearch(search) : pathTo(['sessions'], { ...listed, ...search })
  const middle = buckets[Math.floor(buckets.length / 2)]?.at ?? histogram.since
  return (
    <section className="card histogram" aria-label={words.title}>
      <div className="card-head">
        <h2>{words.title}</h2>
        <p className="small-print">
          {words.sessions(all)} · {words.bar(formatDuration(bucket_ms))}
          {!complete && ` · ${words.newestOnly}`}
        </p>
      </div>
      <div className="chart">
        <div className="y-axis" aria-hidden="true">
          <span>{formatCount(top)}</span>
          <span>{formatCount(top / 2)}</span>
          <span>0</span>
        </div>
        <Bars histogram={histogram} top={top} linkTo={linkTo} />
        <div className="x-axis" aria-hidden="true">
          <span>{formatTick(histogram.since, bucket_ms)}</span>
          {buckets.length > 4 && <span>{formatTick(middle, bucket_ms)}</span>}
          <span>{formatTick(histogram.until, bucket_ms)}</span>
        </div>
      </div>
      <ul className="legend">
        {BANDS.map(([band, tone, action]) => (
          <li key={band} className={`tone-${tone}`}>
            <Link to={linkTo({ action })}>
              {texts.actions[action]} <strong>{formatCount(totals[band])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One stop for the Tab key; the arrow keys move between bars. */
function Bars({
  histogram: { buckets, bucket_ms, since, until },
  top,
  linkTo,
}: {
  histogram: SessionHistogram
  top: number
  linkTo: (search: Search) => string
}) {
  const box = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = box.current?.querySelectorAll('a')[current + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    setCurrent(current + step)
    next.focus()
  }
  return (
    <ul className="bars" ref={box} onKeyDown={move} aria-label={words.bars}>
      {buckets.map(({ at, counts }, index) => {
        const end = Math.min(at + bucket_ms, until)
        const path = linkTo({ since: String(Math.max(at, since)), until: String(end), period: undefined })
        const name = `${formatPeriod(at, end)}: ${words.sessions(totalOf(counts))}`
        return (
          <li key={at}>
            <a
              href={path}
              title={name}
              aria-label={name}
              tabIndex={index === Math.min(current, buckets.length - 1) ? 0 : -1}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                navigate(path)
              }}
            >
              {BANDS.map(([band, tone]) => (
                <span
                  key={band}
                  className={`tone-${tone}`}
                  style={{ height: `${(counts[band] / top) * 100}%` }}
                />
              ))}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
