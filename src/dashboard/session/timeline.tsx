import { memo, type PointerEvent } from 'react'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { texts } from '../texts.ts'
import { isDeletion } from './stage.tsx'

const words = texts.replay.lanes
/** Lanes are drawn in a box of this size and stretched to the room there is. */
const WIDTH = 1000
const LANE = 20

export interface TimelineProps {
  readonly replay: SessionReplay
  readonly atMs: number
  readonly pins: readonly number[]
  seek(ms: number): void
}

/** Everything that happened, one kind a lane. A click moves the replay there; the slider above does it by keyboard. */
export function Timeline({ replay, atMs, pins, seek }: TimelineProps) {
  const span = Math.max(1, replay.duration_ms)
  function pick(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    seek(((event.clientX - box.left) / box.width) * span)
  }
  return (
    <div className="timeline">
      <div className="lane-names" aria-hidden="true">
        {Object.entries(lanesOf(replay, pins)).map(([name]) => (
          <span key={name}>{words[name as keyof typeof words]}</span>
        ))}
      </div>
      <div className="lanes" onPointerDown={pick}>
        <Lanes replay={replay} pins={pins} />
        <span className="head" style={{ left: `${(atMs / span) * 100}%` }} />
      </div>
    </div>
  )
}

type LaneName = keyof typeof words

/** Only lanes in which something happened. */
function lanesOf({ pages, away }: SessionReplay, pins: readonly number[]): Partial<Record<LaneName, number>> {
  const counts: Record<LaneName, number> = {
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

const Lanes = memo(function Lanes({ replay, pins }: { replay: SessionReplay; pins: readonly number[] }) {
  const span = Math.max(1, replay.duration_ms)
  const lanes = Object.keys(lanesOf(replay, pins)) as LaneName[]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${lanes.length * LANE}`} preserveAspectRatio="none" aria-hidden="true">
      {lanes.map((name, i) => (
        <g key={name} className={`lane ${name}`} transform={`translate(0 ${i * LANE})`}>
          <line className="lane-line" x1={0} x2={WIDTH} y1={LANE} y2={LANE} />
          <Lane name={name} replay={replay} pins={pins} x={(ms) => (ms / span) * WIDTH} />
        </g>
      ))}
    </svg>
  )
})

interface LaneProps {
  readonly name: LaneName
  readonly replay: SessionReplay
  readonly pins: readonly number[]
  x(ms: number): number
}

const INSET = 3

function Lane({ name, replay, pins, x }: LaneProps) {
  const { pages, away } = replay
  const stroke = (at: number, key: string, className?: string) => (
    <line key={key} className={className} x1={x(at)} x2={x(at)} y1={INSET} y2={LANE - INSET} />
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
            height={LANE - 2 * INSET}
          />
        )
      })
    case 'pointer':
      return (
        <path
          d={pages
            .flatMap((page) => page.pointer.map(([t]) => `M${x(t).toFixed(1)} ${INSET}V${LANE - INSET}`))
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
            .map(([t, share]) => `${x(t).toFixed(1)},${(INSET + share * (LANE - 2 * INSET)).toFixed(1)}`)
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
            height={LANE - 2 * INSET}
          />
        )),
      )
    case 'bulk':
      return pages.flatMap((page) =>
        page.bulk.map(([t], i) => (
          <rect key={`${t} ${i}`} x={x(t) - 2} y={INSET} width={4} height={LANE - 2 * INSET} />
        )),
      )
    case 'away':
      return away.map(([from, to]) => (
        <rect
          key={from}
          x={x(from)}
          y={INSET}
          width={Math.max(1, x(to) - x(from))}
          height={LANE - 2 * INSET}
        />
      ))
  }
}
