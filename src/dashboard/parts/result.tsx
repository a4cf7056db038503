import type { CheckResult, RecommendedAction } from '../../contract/checks.ts'
import { actionTone, resultTone } from '../format/tone.ts'
import { texts } from '../texts.ts'

export interface ScoreProps {
  readonly score: number | null
  readonly action: RecommendedAction | null
  /** By a label. */
  readonly isOverruled?: boolean
}

/** A score in the color of its action, or gray. */
export function Score({ score, action, isOverruled }: ScoreProps) {
  const isKnown = score !== null && action !== 'Unknown'
  return (
    <span
      className={`score tone-${actionTone(isOverruled ? null : action)}`}
      title={isKnown ? undefined : texts.noScore}
    >
      {isKnown ? score : '–'}
    </span>
  )
}

export function Action({ action }: { action: RecommendedAction | null }) {
  const name = action ?? 'Unknown'
  return (
    <span className={`pill tone-${actionTone(action)}`} title={name}>
      {action === null ? texts.notScored : texts.actions[name]}
    </span>
  )
}

export function Result({ result }: { result: CheckResult }) {
  return <span className={`pill tone-${resultTone(result)}`}>{result}</span>
}

export function LabelBadge({ label }: { label: 'person' | 'bot' }) {
  return <span className={`label-badge ${label}`}>{texts.labels[label]}</span>
}
