import { memo, type PointerEvent } from 'react'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { texts } from '../texts.ts'
import { isDeletion } from './stage.tsx'

const words = texts.replay.tracks
/** Tracks are drawn at this width and stretched. */
const WIDTH = 1000
const TRACK = 20

export interface TimelineProps {
  readonly replay: SessionReplay
  readonly atMs: number
  readonly pins: readonly number[]
  seek(ms: number): void
}

/** One track per kind of event. A click seeks; the slider above does the same by keyboard. */
export function Timeline({ replay, atMs, pins, seek }: TimelineProps) {
  const span = Math.max(1, replay.duration_ms)
  function pick(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    seek(((event.clientX - box.left) / box.width) * span)
  }
  return (
    <div className="timeline">
      <div className="track-names" aria-hidden="true">
        {Object.entries(tracksOf(replay, pins)).map(([name]) => (
          <span key={name}>{words[name as keyof typeof words]}</span>
        ))}
      </div>
      <div className="tracks" onPointerDown={pick}>
        <Tracks replay={replay} pins={pins} />
        <span className="head" style={{ left: `${(atMs / span) * 100}%` }} />
      </div>
    </div>
  )
}

type TrackName = keyof typeof words

/** Counts of the tracks that have events. */
function tracksOf(
  { pages, away }: SessionReplay,
  pins: readonly number[],
): Partial<Record<TrackName, number>> {
  const counts: Record<TrackName, number> = {
    pins: pins.length,
    pages: pages.length,
    pointer: pages.reduce((sum, page) => sum + page.pointer.length, 0),
    clicks: pages.reduce((sum, page) => sum + page.clicks.length, 0),
    scroll: pages.reduce((sum, page) => sum + page.scroll.length, 0),
    keys: pages.reduce((sum, page) => sum + page.keys.length, 0),
    bulk: pages.reduce((sum, page) => sum + page.bulk.length, 0),
    away: away.length,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

const Tracks = memo(function Tracks({ replay, pins }: { replay: SessionReplay; pins: readonly number[] }) {
  const span = Math.max(1, replay.duration_ms)
  const tracks = Object.keys(tracksOf(replay, pins)) as TrackName[]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${tracks.length * TRACK}`} preserveAspectRatio="none" aria-hidden="true">
      {tracks.map((name, i) => (
        <g key={name} className={`track ${name}`} transform={`translate(0 ${i * TRACK})`}>
          <line className="track-line" x1={0} x2={WIDTH} y1={TRACK} y2={TRACK} />
          <Track name={name} replay={replay} pins={pins} x={(ms) => (ms / span) * WIDTH} />
        </g>
      ))}
    </svg>
  )
})

interface TrackProps {
  readonly name: TrackName
  readonly replay: SessionReplay
  readonly pins: readonly number[]
  x(ms: number): number
}

const INSET = 3

function Track({ name, replay, pins, x }: TrackProps) {
  const { pages, away } = replay
  const stroke = (at: number, key: string, className?: string) => (
    <line key={key} className={className} x1={x(at)} x2={x(at)} y1={INSET} y2={TRACK - INSET} />
  )
  switch (name) {
    case 'pins':
      return pins.map((at, i) => stroke(at, `${at} ${i}`))
    case 'pages':
      return pages.map(({ at }, i) => {
        const end = pages[i + 1]?.at ?? replay.duration_ms
        return (
          <rect
            key={`${at} ${i}`}
            x={x(at)}
            y={INSET}
            width={Math.max(1, x(end) - x(at) - 2)}
            height={TRACK - 2 * INSET}
          />
        )
      })
    case 'pointer':
      return (
        <path
          d={pages
            .flatMap((page) => page.pointer.map(([t]) => `M${x(t).toFixed(1)} ${INSET}V${TRACK - INSET}`))
            .join('')}
        />
      )
    case 'clicks':
      return pages.flatMap((page) => page.clicks.map(({ at, by }, i) => stroke(at, `${at} ${i}`, `by-${by}`)))
    case 'scroll':
      return pages.map((page, i) => (
        <polyline
          key={`${page.at} ${i}`}
          points={page.scroll
            .map(([t, share]) => `${x(t).toFixed(1)},${(INSET + share * (TRACK - 2 * INSET)).toFixed(1)}`)
            .join(' ')}
        />
      ))
    case 'keys':
      return pages.flatMap((page) =>
        page.keys.map(([t, held, kind], i) => (
          <rect
            key={`${t} ${i}`}
            className={isDeletion(replay, kind) ? 'deletion' : undefined}
            x={x(t)}
            y={INSET}
            width={Math.max(0.8, x(Math.max(0, held)))}
            height={TRACK - 2 * INSET}
          />
        )),
      )
    case 'bulk':
      return pages.flatMap((page) =>
        page.bulk.map(([t], i) => (
          <rect key={`${t} ${i}`} x={x(t) - 2} y={INSET} width={4} height={TRACK - 2 * INSET} />
        )),
      )
    case 'away':
      return away.map(([from, to]) => (
        <rect
          key={from}
          x={x(from)}
          y={INSET}
          width={Math.max(1, x(to) - x(from))}
          height={TRACK - 2 * INSET}
        />
      ))
  }
}
