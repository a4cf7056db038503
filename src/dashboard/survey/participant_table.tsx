import type { ParticipantTable as Answers, ParticipantRow } from '../../contract/dashboard/surveys.ts'
import { Link } from '../parts/link.tsx'
import { Table } from '../parts/table.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { AnswerCell } from './answer_cell.tsx'
import { otherReasons } from './other_reasons.ts'
import { EffectiveVerdict } from './verdict_badge.tsx'
import { VerdictButtons } from './verdict_buttons.tsx'

const words = texts.survey

export interface ParticipantTableProps extends Pick<Answers, 'questions'> {
  readonly surveyId: string
  readonly items: readonly ParticipantRow[]
}

/** A row for each participant, a column for each question. */
export function ParticipantTable({ surveyId, items, questions }: ParticipantTableProps) {
  const head = [
    words.participant,
    texts.verdict.computedName,
    ...questions.map(({ id, text }) => (
      <span key={id} className="question-name" dir="auto" title={text}>
        {text === '' ? id : text}
      </span>
    )),
    texts.verdict.own,
  ]
  return (
    <Table name={words.participants} head={head} className="answers">
      {items.map((item) => (
        <tr key={item.analysis_id}>
          <th scope="row">
            <Link to={pathTo(['surveys', surveyId, 'participants', item.participant_id])}>
              <UserText className="participant-name">{item.participant_id}</UserText>
            </Link>
          </th>
          <td>
            <EffectiveVerdict participant={item} />
            {otherReasons(item).map((reason) => (
              <span key={reason} className="under" dir="auto">
                {reason}
              </span>
            ))}
          </td>
          {questions.map(({ id }) => (
            <td key={id}>
              <AnswerCell surveyId={surveyId} answer={item.answers.find((one) => one.question_id === id)} />
            </td>
          ))}
          <td>
            <VerdictButtons surveyId={surveyId} participant={item} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
