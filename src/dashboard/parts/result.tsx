import type { CheckResult, RecommendedAction } from '../../contract/checks.ts'
import { actionTone, resultTone } from '../format/tone.ts'
import { texts } from '../texts.ts'
import { Icon } from './icon.tsx'

/** A score in the color of its action. */
export function Score({ score, action }: { score: number | null; action: RecommendedAction | null }) {
  const isKnown = score !== null && action !== 'Unknown'
  return (
    <span className={`score tone-${actionTone(action)}`} title={isKnown ? undefined : texts.noScore}>
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
  return (
    <span className="label-badge">
      <Icon name={label} /> {texts.labels[label]}
    </span>
  )
}
