import { useEffect, useRef } from 'react'
import type { AnswerView, ClusterList, ParticipantView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { pathTo } from '../router.ts'
import { ClosestReference } from '../survey/closest_reference.tsx'
import { MarkedAnswer } from '../survey/marked_answer.tsx'
import { otherReasons } from '../survey/other_reasons.ts'
import { EffectiveVerdict } from '../survey/verdict_badge.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.review

export interface ParticipantReasonsProps {
  readonly surveyId: string
  readonly id: string
  /** Called once the groups of similar answers are loaded. */
  onCopies(id: string, groups: ClusterList): void
}

/** Why a participant is in the queue, and the answers with their marked parts. */
export function ParticipantReasons({ surveyId, id, onCopies }: ParticipantReasonsProps) {
  const participant = useData<ParticipantView>(['surveys', surveyId, 'participants', id])
  const groups = useData<ClusterList>(['surveys', surveyId, 'clusters'], { participant_id: id })
  const show = useRef(onCopies)
  show.current = onCopies
  useEffect(() => {
    if (groups.data !== undefined) show.current(id, groups.data)
  }, [id, groups.data])
  return (
    <section className="card" aria-labelledby="reasons">
      <div className="card-head">
        <h2 id="reasons">{words.reasons}</h2>
        <Link to={pathTo(['surveys', surveyId, 'participants', id])}>{words.open}</Link>
      </div>
      <Loaded query={participant}>{(view) => <AnswersWithReasons participant={view} />}</Loaded>
    </section>
  )
}

/** Each answer with its marked parts beside the closest reference answer, and the reasons of the verdict. */
export function AnswersWithReasons({ participant }: { participant: ParticipantView }) {
  return (
    <>
      <div className="row">
        <EffectiveVerdict participant={participant} />
      </div>
      <Reasons reasons={otherReasons(participant)} />
      {participant.answers.map((answer) => (
        <div key={answer.question_id} className="stack">
          <h3 dir="auto">{answer.question === '' ? answer.question_id : answer.question}</h3>
          {answer.answer === '' ? (
            <p className="faint">{texts.participant.empty}</p>
          ) : (
            <div className="columns">
              <MarkedAnswer answer={answer.answer} results={answer.results} />
              <ClosestReference answer={answer} references={participant.references} />
            </div>
          )}
          <Reasons reasons={failuresOf(answer)} />
        </div>
      ))}
    </>
  )
}

const failuresOf = ({ results }: AnswerView): string[] =>
  results
    .filter(({ result }) => result === 'Detected')
    .map(({ check, evidence }) => `${surveyCheckLabel(check)}. ${evidence}`.trim())

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <ul>
      {reasons.map((reason) => (
        <li key={reason} dir="auto">
          {reason}
        </li>
      ))}
    </ul>
  )
}
