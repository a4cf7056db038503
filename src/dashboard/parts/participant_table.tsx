import type { ParticipantItem } from '../../contract/dashboard/surveys.ts'
import { pathTo } from '../router.ts'
import { EffectiveVerdict } from '../survey/verdict_badge.tsx'
import { VerdictButtons } from '../survey/verdict_buttons.tsx'
import { texts } from '../texts.ts'
import { Link } from './link.tsx'
import { Table } from './table.tsx'
import { UserText } from './user_text.tsx'

const words = texts.survey

export interface ParticipantTableProps {
  readonly surveyId: string
  readonly items: readonly ParticipantItem[]
  /** The low-effort threshold in the URL. */
  readonly effort: string | undefined
}

export function ParticipantTable({ surveyId, items, effort }: ParticipantTableProps) {
  return (
    <Table name={words.participants} head={words.columns}>
      {items.map((item) => (
        <tr key={item.analysis_id}>
          <th scope="row" className="wrapping">
            <Link to={pathTo(['surveys', surveyId, 'participants', item.participant_id], { effort })}>
              <UserText>{item.participant_id}</UserText>
            </Link>
          </th>
          <td>
            <EffectiveVerdict participant={item} />
          </td>
          <td className="wrapping">
            <Reasons reasons={item.reasons} />
          </td>
          <td className="number">{item.effort ?? texts.unknown}</td>
          <td>
            <VerdictButtons surveyId={surveyId} participant={item} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** The strongest reason, the others on demand. */
function Reasons({ reasons: [first, ...others] }: { reasons: readonly string[] }) {
  if (first === undefined) return <span className="faint">{words.noReasons}</span>
  return (
    <>
      <UserText>{first}</UserText>
      {others.length > 0 && (
        <details>
          <summary>{words.moreReasons(others.length)}</summary>
          <ul>
            {others.map((reason) => (
              <li key={reason}>
                <UserText>{reason}</UserText>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

export function FlagBadge({ isFlagged }: { isFlagged: boolean }) {
  return (
    <span className={`pill tone-${isFlagged ? 'stop' : 'good'}`}>
      {isFlagged ? texts.flagged : texts.notFlagged}
    </span>
  )
}
