import { useRef, useState } from 'react'
import type { ParticipantTable as Answers, ParticipantRow } from '../../contract/dashboard/surveys.ts'
import { Link } from '../parts/link.tsx'
import { Table } from '../parts/table.tsx'
import { UserText } from '../parts/user_text.tsx'
import { useShortcuts } from '../review/shortcuts.ts'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { AnswerCell } from './answer_cell.tsx'
import { Comparison } from './comparison.tsx'
import { otherReasons } from './other_reasons.ts'
import { EffectiveVerdict } from './verdict_badge.tsx'
import { VerdictButtons } from './verdict_buttons.tsx'

const words = texts.survey

export interface ParticipantTableProps extends Pick<Answers, 'questions'> {
  readonly surveyId: string
  readonly items: readonly ParticipantRow[]
}

/** A row for each participant, a column for each question. J and K move between the rows, and C compares. */
export function ParticipantTable({ surveyId, items, questions }: ParticipantTableProps) {
  const [compared, setCompared] = useState<string>()
  const rows = useRef<(HTMLTableRowElement | null)[]>([])
  /** The row that contains the focus. */
  const current = () => rows.current.findIndex((row) => row?.contains(document.activeElement))
  const focus = (at: number) => rows.current[at]?.querySelector('a')?.focus()
  useShortcuts({
    j: () => focus(current() + 1),
    k: () => focus(Math.max(0, current() - 1)),
    c: () => setCompared(items[current()]?.participant_id),
  })
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
    <>
      <p className="padded small-print keys">{words.tableKeys}</p>
      <Table name={words.participants} head={head} className="answers">
        {items.map((item, at) => (
          <tr
            key={item.analysis_id}
            ref={(row) => {
              rows.current[at] = row
            }}
          >
            <th scope="row">
              <Link to={pathTo(['surveys', surveyId, 'participants', item.participant_id])}>
                <UserText className="participant-name">{item.participant_id}</UserText>
              </Link>
              <button
                type="button"
                className="small quiet"
                aria-label={words.comparison(item.participant_id)}
                onClick={() => setCompared(item.participant_id)}
              >
                {words.compare}
              </button>
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
      {compared !== undefined && (
        <Comparison surveyId={surveyId} id={compared} onClose={() => setCompared(undefined)} />
      )}
    </>
  )
}
