import type { ParticipantRow } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { Link } from '../parts/link.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { MarkedText } from './marked_answer.tsx'

const words = texts.survey

export interface AnswerCellProps {
  readonly surveyId: string
  readonly answer: ParticipantRow['answers'][number] | undefined
}

/** Two lines of an answer, with the failed checks below. */
export function AnswerCell({ surveyId, answer }: AnswerCellProps) {
  if (answer === undefined || answer.answer === '')
    return <span className="faint">{texts.participant.empty}</span>
  const { results, similar } = answer
  return (
    <div className="answer-cell">
      <p className="two-lines" dir="auto" title={answer.answer}>
        <MarkedText answer={answer.answer} results={results} />
      </p>
      {results.length > 0 && (
        <p className="failed-checks">
          {results.map(({ check, evidence }) => (
            <span key={check} title={evidence}>
              {surveyCheckLabel(check)}
            </span>
          ))}
        </p>
      )}
      {similar > 1 && (
        <Link to={pathTo(['surveys', surveyId, 'clusters'])} className="similar">
          {words.similarTo(similar - 1)}
        </Link>
      )}
    </div>
  )
}
