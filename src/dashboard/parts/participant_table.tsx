import type { ParticipantItem } from '../../contract/dashboard/surveys.ts'
import { pathTo } from '../router.ts'
import { VerdictBadge } from '../survey/verdict_badge.tsx'
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
      {items.map(({ participant_id, analysis_id, verdict, severity, checks, analyzed_at }) => (
        <tr key={analysis_id}>
          <th scope="row" className="wrapping">
            <Link to={pathTo(['surveys', surveyId, 'participants', participant_id])}>
              <UserText>{participant_id}</UserText>
            </Link>
          </th>
          <td>
            <VerdictBadge verdict={verdict} severity={severity} />
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

export function FlagBadge({ isFlagged }: { isFlagged: boolean }) {
  return (
    <span className={`pill tone-${isFlagged ? 'stop' : 'good'}`}>
      {isFlagged ? texts.flagged : texts.notFlagged}
    </span>
  )
}
