import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ParticipantView } from '../../contract/dashboard/surveys.ts'
import { apiPath, change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { VerdictBadge } from './verdict_badge.tsx'

const words = texts.participant

/** All analyses of a participant. A new one is stored beside the earlier ones. */
export function Analyses({ participant }: { participant: ParticipantView }) {
  const { survey_id, participant_id, analyses, analyzed_at } = participant
  const cache = useQueryClient()
  const can = usePermissions()
  const again = useMutation({
    mutationFn: () =>
      change<ParticipantView>(
        'POST',
        apiPath(['surveys', survey_id, 'participants', participant_id, 'analyze-again']),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['surveys', survey_id] }),
  })
  const usedIn = (index: number) => {
    if (analyses.length === 1) return words.usedIn.both
    return index === 0 ? words.usedIn.latest : index === analyses.length - 1 && words.usedIn.first
  }
  const page = pathTo(['surveys', survey_id, 'participants', participant_id])
  return (
    <section className="card">
      <div className="card-head">
        <h2>{words.analyses}</h2>
        {can.analyze && (
          <button type="button" disabled={again.isPending} onClick={() => again.mutate()}>
            {words.analyzeAgain}
          </button>
        )}
      </div>
      <p className="small-print">{words.analysesHint}</p>
      {again.error !== null && <Notice tone="bad">{fullErrorMessage(again.error)}</Notice>}
      <Table name={words.analyses} head={words.analysisColumns}>
        {analyses.map((analysis, index) => (
          <tr key={analysis.analyzed_at}>
            <th scope="row">
              <Timestamp at={analysis.analyzed_at} isExact />
            </th>
            <td>
              <VerdictBadge verdict={analysis.verdict} severity={analysis.severity} />
            </td>
            <td>
              {usedIn(index)} {analysis.superseded && words.superseded}
            </td>
            <td>
              {analysis.analyzed_at === analyzed_at ? (
                words.shown
              ) : (
                <Link to={`${page}?analyzed_at=${analysis.analyzed_at}`}>{words.show}</Link>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
