import { memo, type PointerEvent } from 'react'
import type { TypingView } from '../../contract/dashboard/surveys.ts'
import { texts } from '../texts.ts'
import { clockWords, spanWords } from '../words/time.ts'
import { type Growth, isBulk, pausesOf } from './growth.ts'

const words = texts.typing
const WIDTH = 1000
const HEIGHT = 110
const MIDDLE = 72
/** Pauses shorter than this share of the axis have no room for their length in words. */
const NAMED_SHARE = 0.07

type Question = TypingView['questions'][number]

export interface AxisProps {
  readonly growth: Growth
  readonly question: Question
  readonly atMs: number
  seek(ms: number): void
}

/** Time to the right; text that came upwards, text that went downwards, pauses shaded, checks pinned above. */
export function Axis({ growth, question, atMs, seek }: AxisProps) {
  const span = Math.max(1, growth.durationMs)
  const share = (ms: number) => `${Math.min(100, (ms / span) * 100)}%`
  function pick(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    seek(((event.clientX - box.left) / box.width) * span)
  }
  return (
    <div className="typing-axis">
      <div className="pins">
        {question.pins.map(({ check, at }, i) =>
          at === null ? null : (
            <button
              key={i}
              type="button"
              className={at > span / 2 ? 'pin from-right' : 'pin'}
              style={at > span / 2 ? { right: share(span - at) } : { left: share(at) }}
              onClick={() => seek(at)}
            >
              {check} · {clockWords(at)}
            </button>
          ),
        )}
      </div>
      <div className="typing-chart" onPointerDown={pick}>
        <Bars growth={growth} copies={question.copies} pins={question.pins} />
        {pausesOf(growth)
          .filter(({ from, to }) => (to - from) / span >= NAMED_SHARE)
          .map(({ from, to }) => (
            <span key={from} className="pause-name" style={{ left: share(from), width: share(to - from) }}>
              {words.pause(spanWords(to - from))}
            </span>
          ))}
        <span className="head" style={{ left: share(atMs) }} />
      </div>
      <div className="axis-ends">
        <span>0:00</span>
        <span>{clockWords(span)}</span>
      </div>
    </div>
  )
}

interface BarsProps {
  readonly growth: Growth
  readonly copies: readonly number[]
  readonly pins: Question['pins']
}

const Bars = memo(function Bars({ growth, copies, pins }: BarsProps) {
  const span = Math.max(1, growth.durationMs)
  const x = (ms: number) => (ms / span) * (WIDTH - 3)
  const most = Math.max(
    2,
    ...growth.changes.map(([, , removed, inserted]) => Math.max(removed, inserted.length)),
  )
  // Single keys stay visible, and a whole answer at once does not leave the picture.
  const tall = (chars: number, room: number) =>
    Math.max(6, (Math.log2(chars + 1) / Math.log2(most + 1)) * room)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {pausesOf(growth).map(({ from, to }) => (
        <rect key={from} className="pause" x={x(from)} y={0} width={x(to) - x(from)} height={HEIGHT} />
      ))}
      <line className="track-line" x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
      {growth.changes.map((change, i) => {
        const [t, , removed, inserted] = change
        const up = tall(inserted.length, MIDDLE - 6)
        return (
          <g key={i}>
            {inserted !== '' && (
              <rect
                className={isBulk(change) ? 'bulk' : 'in'}
                x={x(t)}
                y={MIDDLE - up}
                width={isBulk(change) ? 5 : 2}
                height={up}
              />
            )}
            {removed > 0 && (
              <rect className="out" x={x(t)} y={MIDDLE} width={2} height={tall(removed, HEIGHT - MIDDLE)} />
            )}
          </g>
        )
      })}
      {copies.map((at, i) => (
        <line key={i} className="copied" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
      ))}
      {pins.map(({ at }, i) =>
        at === null ? null : <line key={i} className="pinned" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />,
      )}
    </svg>
  )
})
