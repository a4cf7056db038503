import type { ParticipantItem } from '../../contract/dashboard/surveys.ts'
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

/** The verdict that applies. If a reviewer overridden it, the computed one stands below. */
export function EffectiveVerdict({
  participant: { verdict, severity, effective_verdict, overridden_by },
}: {
  participant: ParticipantItem
}) {
  if (overridden_by === null) return <VerdictBadge verdict={verdict} severity={severity} />
  return (
    <>
      <VerdictBadge verdict={effective_verdict} severity={0} />
      <span className="under">{texts.verdict.computed(texts.verdicts[verdict])}</span>
    </>
  )
}
