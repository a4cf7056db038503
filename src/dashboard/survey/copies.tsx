import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClusterList, ClusterView, ParticipantView } from '../../contract/dashboard/surveys.ts'
import type { Verdict } from '../../contract/verdicts.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { Reviewer } from './reviewer.tsx'
import { setVerdict } from './use_verdict.ts'
import { EffectiveVerdict } from './verdict_badge.tsx'

const words = texts.clusters

/** The groups of similar answers that a participant is in. */
export function Copies({ participant }: { participant: ParticipantView }) {
  const { survey_id, participant_id, answers } = participant
  const groups = useData<ClusterList>(
    ['surveys', survey_id, 'clusters'],
    { participant_id },
    { enabled: answers.some(({ group }) => group > 0) },
  )
  return (
    <>
      {groups.data?.items.map((group) => (
        <CopyGroup key={`${group.question_id} ${group.group}`} surveyId={survey_id} group={group} />
      ))}
    </>
  )
}

/** Similar answers side by side, the first one included, and one decision for all of them. */
export function CopyGroup({ surveyId, group }: { surveyId: string; group: ClusterView }) {
  const { question, question_id, size, members } = group
  return (
    <section className="card" aria-label={words.of(question === '' ? question_id : question)}>
      <div className="card-head">
        <div>
          <h2>{words.group(size)}</h2>
          <p className="small-print" dir="auto">
            {question === '' ? question_id : question}
          </p>
        </div>
        <DecideAll surveyId={surveyId} group={group} />
      </div>
      <ul className="side-by-side">
        {members.map((member, at) => (
          <li key={member.analysis_id}>
            <div className="row spread">
              <Link to={pathTo(['surveys', surveyId, 'participants', member.participant_id])}>
                <UserText>{member.participant_id}</UserText>
              </Link>
              <EffectiveVerdict participant={{ ...member, severity: 0 }} />
            </div>
            <blockquote dir="auto">{member.answer}</blockquote>
            <p className="small-print">
              {at === 0 && <span>{words.first} · </span>}
              {member.overridden_by === null ? (
                <Timestamp at={member.answered_at} />
              ) : (
                <Reviewer verdict={member.overridden_by} />
              )}
            </p>
          </li>
        ))}
      </ul>
      {size > members.length && <p className="small-print">{words.shown(members.length, size)}</p>}
    </section>
  )
}

function DecideAll({ surveyId, group }: { surveyId: string; group: ClusterView }) {
  const can = usePermissions()
  const cache = useQueryClient()
  const deciding = useMutation({
    mutationFn: async (verdict: Verdict) => {
      for (const { participant_id, overridden_by } of group.members)
        if (overridden_by?.verdict !== verdict) await setVerdict(surveyId, participant_id, { verdict })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['surveys', surveyId] }),
  })
  if (!can.analyze) return null
  return (
    <div className="row">
      {(['keep', 'remove'] as const).map((verdict) => (
        <button
          key={verdict}
          type="button"
          className={verdict === 'remove' ? 'danger' : ''}
          disabled={deciding.isPending}
          onClick={() => deciding.mutate(verdict)}
        >
          {words.all[verdict](group.members.length)}
        </button>
      ))}
      {deciding.error !== null && <Notice tone="bad">{fullErrorMessage(deciding.error)}</Notice>}
    </div>
  )
}
