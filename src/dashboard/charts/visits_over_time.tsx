import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { BandCounts, SessionHistogram } from '../../contract/dashboard/sessions.ts'
import { formatCount, formatPart } from '../format/count.ts'
import { niceCeiling } from '../format/nice_ceiling.ts'
import { ticksOf } from '../format/ticks.ts'
import { formatDuration, formatPeriod } from '../format/time.ts'
import { BANDS } from '../format/tone.ts'
import { Link } from '../parts/link.tsx'
import { navigate, pathTo, type Search, withSearch } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.sessions.histogram

export const totalOf = (counts: BandCounts): number => BANDS.reduce((sum, [band]) => sum + counts[band], 0)

/** A later tick would not fit. */
const LAST_TICK = 0.94

export interface VisitsOverTimeProps {
  readonly histogram: SessionHistogram
  /** Drawn as a pale line. */
  readonly previous?: SessionHistogram | null
  /** Opens the list of visits with the filters of this page and these. Absent: this page is the list. */
  readonly listed?: Search
}

/**
 * Bars of visits, stacked by action. A bar opens its period, dragging over bars zooms into their period, and an entry of
 * the legend filters by its action.
 */
export function VisitsOverTime({ histogram, previous: before = null, listed }: VisitsOverTimeProps) {
  const previous = before !== null && totalOf(before.totals) > 0 ? before : null
  const { buckets, totals, bucket_ms, complete } = histogram
  const all = totalOf(totals)
  const shown = [...buckets, ...(previous?.buckets ?? [])]
  const top = niceCeiling(Math.max(...shown.map(({ counts }) => totalOf(counts))))
  const linkTo = (search: Search) =>
    listed === undefined ? withSearch(search) : pathTo(['sessions'], { ...listed, ...search })
  const ticks = ticksOf(
    buckets.map(({ at }) => at),
    bucket_ms,
  ).filter(({ bar }) => bar / buckets.length <= LAST_TICK)
  return (
    <section
      className={listed === undefined ? 'card histogram low' : 'card histogram'}
      aria-label={words.title}
    >
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
        <Bars histogram={histogram} previous={previous} top={top} linkTo={linkTo} />
        <div className="x-axis" aria-hidden="true">
          {ticks.map(({ bar, name }) => (
            <span key={bar} style={{ left: `${(bar / buckets.length) * 100}%` }}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <ul className="legend">
        {BANDS.map(([band, tone, action]) => (
          <li key={band} className={`tone-${tone}`}>
            <Link to={linkTo({ action })}>
              {texts.actions[action]} <strong>{formatCount(totals[band])}</strong>{' '}
              <span className="faint">{formatPart(totals[band], all)}</span>
            </Link>
          </li>
        ))}
        {previous !== null && <li className="key-previous">{words.previous}</li>}
      </ul>
    </section>
  )
}

interface BarsProps {
  readonly histogram: SessionHistogram
  readonly previous: SessionHistogram | null
  readonly top: number
  linkTo(search: Search): string
}

/** One stop for the Tab key; the arrow keys move between bars. */
function Bars({ histogram: { buckets, bucket_ms, since, until }, previous, top, linkTo }: BarsProps) {
  const box = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [hovered, setHovered] = useState<number>()
  const [dragged, setDragged] = useState<readonly [from: number, to: number]>()
  const endOf = (bar: number) => Math.min((buckets[bar]?.at ?? until) + bucket_ms, until)
  const periodOf = (from: number, to: number): Search => ({
    since: String(Math.max(buckets[from]?.at ?? since, since)),
    until: String(endOf(to)),
    period: undefined,
  })
  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = box.current?.querySelectorAll('a')[current + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    setCurrent(current + step)
    next.focus()
  }
  function barAt({ clientX }: PointerEvent): number {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {}
    const bar = Math.floor(((clientX - left) / width) * buckets.length)
    return Math.min(buckets.length - 1, Math.max(0, bar))
  }
  function hover(event: PointerEvent) {
    const bar = barAt(event)
    setHovered(bar)
    if (dragged !== undefined) setDragged([dragged[0], bar])
  }
  function drop() {
    const [a = 0, b = 0] = dragged ?? []
    if (a !== b) navigate(withSearch(periodOf(Math.min(a, b), Math.max(a, b))))
    // The click that ends a drag comes later.
    setTimeout(() => setDragged(undefined))
  }
  const [from, to] = dragged === undefined ? [0, 0] : [Math.min(...dragged), Math.max(...dragged)]
  return (
    <div className="plot" onPointerLeave={() => setHovered(undefined)}>
      <ul
        className="bars"
        ref={box}
        aria-label={words.bars}
        onKeyDown={move}
        onPointerMove={hover}
        onPointerDown={(event) =>
          event.pointerType === 'mouse' && event.button === 0 && setDragged([barAt(event), barAt(event)])
        }
        onPointerUp={drop}
        onDragStart={(event) => event.preventDefault()}
      >
        {buckets.map(({ at, counts }, index) => {
          const path = linkTo(periodOf(index, index))
          const name = `${formatPeriod(at, endOf(index))}: ${words.sessions(totalOf(counts))}`
          return (
            <li key={at}>
              <a
                href={path}
                aria-label={name}
                tabIndex={index === Math.min(current, buckets.length - 1) ? 0 : -1}
                onFocus={() => setHovered(index)}
                onBlur={() => setHovered(undefined)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  if (from === to) navigate(path)
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
      {previous !== null && <PreviousLine previous={previous} bars={buckets.length} top={top} />}
      {from !== to && (
        <span
          className="zoom"
          style={{
            left: `${(from / buckets.length) * 100}%`,
            width: `${((to - from + 1) / buckets.length) * 100}%`,
          }}
        />
      )}
      {hovered !== undefined && buckets[hovered] !== undefined && (
        <HoverCard
          bar={buckets[hovered]}
          until={endOf(hovered)}
          before={previous?.buckets[hovered]?.counts}
          place={(hovered + 0.5) / buckets.length}
        />
      )}
    </div>
  )
}

function PreviousLine({ previous, bars, top }: { previous: SessionHistogram; bars: number; top: number }) {
  const points = previous.buckets
    .slice(0, bars)
    .map(({ counts }, i) => `${((i + 0.5) / bars) * 100},${100 - (totalOf(counts) / top) * 100}`)
  return (
    <svg className="previous-line" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline className="halo" points={points.join(' ')} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}

interface HoverCardProps {
  readonly bar: SessionHistogram['buckets'][number]
  readonly until: number
  readonly before: BandCounts | undefined
  /** From 0 to 1. */
  readonly place: number
}

/** All counts of a bar. The names of the bars say the same to screen readers. */
function HoverCard({ bar: { at, counts }, until, before, place }: HoverCardProps) {
  const side =
    place > 0.5
      ? { right: `calc(${(1 - place) * 100}% + 0.75rem)` }
      : { left: `calc(${place * 100}% + 0.75rem)` }
  return (
    <div className="hover-card" style={side} aria-hidden="true">
      <strong>{formatPeriod(at, until)}</strong>
      <dl>
        {BANDS.map(([band, tone, action]) => (
          <div key={band} className={`tone-${tone}`}>
            <dt>
              <span className="swatch" /> {texts.actions[action]}
            </dt>
            <dd>{formatCount(counts[band])}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>{words.total}</dt>
          <dd>{formatCount(totalOf(counts))}</dd>
        </div>
        {before !== undefined && (
          <div>
            <dt>{words.previous}</dt>
            <dd>{formatCount(totalOf(before))}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
