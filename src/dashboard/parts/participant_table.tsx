import type { ParticipantItem } from '../../contract/dashboard/surveys.ts'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { Link } from './link.tsx'
import { Table } from './table.tsx'
import { Timestamp } from './timestamp.tsx'
import { UserText } from './user_text.tsx'

const words = texts.survey

export function ParticipantTable({
  surveyId,
  items,
}: {
  surveyId: string
  items: readonly ParticipantItem[]
}) {
  return (
    <Table name={words.participants} head={words.columns}>
      {items.map(({ participant_id, analysis_id, flagged, checks, analyzed_at, num_checks_failed }) => (
        <tr key={analysis_id}>
          <th scope="row" className="wrapping">
            <Link to={pathTo(['surveys', surveyId, 'participants', participant_id])}>
              <UserText>{participant_id}</UserText>
            </Link>
          </th>
          <td>
            <FlagBadge isFlagged={flagged} count={num_checks_failed} />
          </td>
          <td className="wrapping">{checks.join(', ')}</td>
          <td>
            <Timestamp at={analyzed_at} />
          </td>
          <td>
            <Link to={pathTo(['typing', analysis_id])}>{texts.typing.link}</Link>
          </td>
        </tr>
      ))}
    </Table>
  )
}

export function FlagBadge({ isFlagged, count }: { isFlagged: boolean; count?: number }) {
  return (
    <span className={`pill tone-${isFlagged ? 'stop' : 'good'}`}>
      {isFlagged ? texts.flagged : texts.notFlagged}
      {isFlagged && count !== undefined && ` · ${count}`}
    </span>
  )
}
