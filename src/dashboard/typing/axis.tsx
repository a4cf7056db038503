import { memo, type PointerEvent } from 'react'
import type { TypingView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { formatDuration, formatPosition } from '../format/time.ts'
import { texts } from '../texts.ts'
import { type EditHistory, isBulk, pausesOf } from './edit_history.ts'

const words = texts.typing
const WIDTH = 1000
const HEIGHT = 110
const MIDDLE = 72
/** Room at both ends, so that the first and the last mark are drawn whole on a phone. */
const EDGE = 10
/** Pauses shorter than this share of the axis get no label, because it would not fit. */
const NAMED_SHARE = 0.07

type Question = TypingView['questions'][number]

export interface AxisProps {
  readonly history: EditHistory
  readonly question: Question
  readonly atMs: number
  seek(ms: number): void
}

/** Insertions point up, deletions down. Pauses are shaded, failed checks pinned above. */
export function Axis({ history, question, atMs, seek }: AxisProps) {
  const span = Math.max(1, history.durationMs)
  const at = (ms: number) => `${placeOf(Math.min(ms, span), span) / (WIDTH / 100)}%`
  const share = (ms: number) => `${((ms / span) * (WIDTH - 2 * EDGE)) / (WIDTH / 100)}%`
  function pick(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const place = ((event.clientX - box.left) / box.width) * WIDTH
    seek(Math.min(span, Math.max(0, ((place - EDGE) / (WIDTH - 2 * EDGE)) * span)))
  }
  return (
    <div className="typing-axis">
      <div className="pins">
        {question.pins.map(({ check, at: moment }) => (
          <button
            key={check}
            type="button"
            className={moment > span / 2 ? 'pin from-right' : 'pin'}
            style={moment > span / 2 ? { right: at(span - moment) } : { left: at(moment) }}
            onClick={() => seek(moment)}
          >
            {surveyCheckLabel(check)} · {formatPosition(moment)}
          </button>
        ))}
      </div>
      <div className="typing-chart" onPointerDown={pick}>
        <Bars history={history} copies={question.copies} pins={question.pins} />
        {pausesOf(history)
          .filter(({ from, to }) => (to - from) / span >= NAMED_SHARE)
          .map(({ from, to }) => (
            <span key={from} className="pause-name" style={{ left: at(from), width: share(to - from) }}>
              {words.pause(formatDuration(to - from))}
            </span>
          ))}
        <span className="head" style={{ left: at(atMs) }} />
      </div>
      <div className="x-axis">
        <span>{formatPosition(0)}</span>
        <span>{formatPosition(span)}</span>
      </div>
    </div>
  )
}

const placeOf = (ms: number, span: number): number => EDGE + (ms / span) * (WIDTH - 2 * EDGE)

interface BarsProps {
  readonly history: EditHistory
  readonly copies: readonly number[]
  readonly pins: Question['pins']
}

const Bars = memo(function Bars({ history, copies, pins }: BarsProps) {
  const span = Math.max(1, history.durationMs)
  const x = (ms: number) => placeOf(ms, span)
  const most = Math.max(
    2,
    ...history.changes.map(([, , removed, inserted]) => Math.max(removed, inserted.length)),
  )
  // Logarithmic, so that single keys stay visible next to a pasted answer.
  const tall = (chars: number, room: number) =>
    Math.max(6, (Math.log2(chars + 1) / Math.log2(most + 1)) * room)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {pausesOf(history).map(({ from, to }) => (
        <rect key={from} className="pause" x={x(from)} y={0} width={x(to) - x(from)} height={HEIGHT} />
      ))}
      <line className="track-line" x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
      {history.changes.map((change, i) => {
        const [t, , removed, inserted] = change
        const up = tall(inserted.length, MIDDLE - 6)
        return (
          <g key={i}>
            {inserted !== '' && (
              <line
                className={isBulk(change) ? 'bulk' : 'in'}
                x1={x(t)}
                x2={x(t)}
                y1={MIDDLE}
                y2={MIDDLE - up}
              />
            )}
            {removed > 0 && (
              <line
                className="out"
                x1={x(t)}
                x2={x(t)}
                y1={MIDDLE}
                y2={MIDDLE + tall(removed, HEIGHT - MIDDLE)}
              />
            )}
          </g>
        )
      })}
      {copies.map((at, i) => (
        <line key={i} className="copied" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
      ))}
      {pins.map(({ check, at }) => (
        <line key={check} className="pinned" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
      ))}
    </svg>
  )
})
