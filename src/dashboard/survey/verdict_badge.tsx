import type { ClusterView, ParticipantItem } from '../../contract/dashboard/surveys.ts'
import type { Verdict } from '../../contract/verdicts.ts'
import { severityWord } from '../format/severity.ts'
import { verdictTone } from '../format/tone.ts'
import { texts } from '../texts.ts'

/** The verdict, and the severity unless it is 0. */
export function VerdictBadge({ verdict, severity }: { verdict: Verdict; severity: number }) {
  return (
    <span className={`verdict tone-${verdictTone(verdict)}`}>
      <span className="pill">{texts.verdicts[verdict]}</span>
      {severity > 0 && <Severity severity={severity} />}
    </span>
  )
}

function Severity({ severity }: { severity: number }) {
  return (
    <span className="severity" title={texts.survey.severityMeans}>
      <span className="bar" aria-hidden="true">
        <span style={{ width: `${100 * severity}%` }} />
      </span>
      {texts.verdict.severity(severityWord(severity))}
    </span>
  )
}

export type JudgedParticipant = ParticipantItem | ClusterView['members'][number]

/** The verdict that applies. If a reviewer set another one, the computed one stands below. */
export function EffectiveVerdict({
  participant: { verdict, severity, effective_verdict, overridden_by },
}: {
  participant: Pick<JudgedParticipant, 'verdict' | 'severity' | 'effective_verdict' | 'overridden_by'>
}) {
  if (overridden_by === null || effective_verdict === verdict)
    return <VerdictBadge verdict={verdict} severity={severity} />
  return (
    <>
      <VerdictBadge verdict={effective_verdict} severity={0} />
      <span className="under">
        {texts.verdict.computed(texts.verdicts[verdict], severity === 0 ? '' : severityWord(severity))}
      </span>
    </>
  )
}
