import type { CheckView } from '../../contract/dashboard/session_view.ts'
import { checkState, splitChecks, stateTone } from '../format/check_state.ts'
import { texts } from '../texts.ts'

const words = texts.scoreBar

type Part = Pick<CheckView, 'check' | 'result' | 'points' | 'limited_by'>

export interface ScoreBarProps {
  readonly score: number
  /** The points of all checks sum to the score. */
  readonly checks: readonly Part[]
  /** Without the names of the parts. */
  readonly isBare?: boolean
}

/** The score from 0 to 100 as a stack of its parts, with their names below. */
export function ScoreBar({ score, checks, isBare }: ScoreBarProps) {
  const parts = splitChecks(checks).decided
  return (
    <div className="score-bar">
      <div className="score-track" role="img" aria-label={words.label(score, parts.map(nameOf))}>
        {parts.map((part, i) => (
          <span
            key={part.check}
            className={classOf(part)}
            style={{ flexBasis: `${part.points}%`, opacity: shadeOf(i) }}
            title={nameOf(part)}
          />
        ))}
      </div>
      <div className="score-scale" aria-hidden="true">
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </div>
      {isBare !== true && parts.length > 0 && (
        <ul className="score-parts">
          {parts.map((part, i) => (
            <li key={part.check}>
              <span
                className={`swatch ${classOf(part)}`}
                style={{ opacity: shadeOf(i) }}
                aria-hidden="true"
              />
              {texts.checks[part.check]} <strong>+{part.points}</strong>
              {part.limited_by !== null && (
                <span className="capped" title={texts.session.limitedBy[part.limited_by]}>
                  {words.capped}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The color of the result of the check. */
const classOf = (part: Part): string => `${checkState(part)} tone-${stateTone(part)}`

const nameOf = ({ check, points }: Part): string => words.part(texts.checks[check], points)

/** Neighbors differ, and the strongest part is the darkest. */
const SHADES = [1, 0.72, 0.5, 0.36, 0.26]
const shadeOf = (index: number): number => SHADES[Math.min(index, SHADES.length - 1)] ?? 1
