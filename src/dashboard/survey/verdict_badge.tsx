import type { Verdict } from '../../contract/survey.ts'
import { formatShare } from '../format/share.ts'
import { verdictTone } from '../format/tone.ts'
import { texts } from '../texts.ts'

/** The verdict, and the severity unless it is 0. */
export function VerdictBadge({ verdict, severity }: { verdict: Verdict; severity: number }) {
  return (
    <span className={`pill tone-${verdictTone(verdict)}`}>
      {texts.verdicts[verdict]}
      {severity > 0 && ` · ${formatShare(severity)}`}
    </span>
  )
}
