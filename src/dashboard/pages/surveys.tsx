import type { SurveyList } from '../../contract/dashboard/surveys.ts'
import { apiPath } from '../client.ts'
import { usePaged } from '../paged.ts'
import { Link } from '../parts/link.tsx'
import { Failure, Loading } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { ShareBar } from '../parts/share_bar.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.surveys
const DOCS = ['tutorial/survey-researcher', 'how-to/analyze-survey-responses', 'reference/survey'] as const

export function Surveys() {
  const surveys = usePaged<SurveyList>(['surveys'], () => apiPath(['surveys']))
  const items = surveys.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page
      title={words.title}
      lead={words.lead}
      docs={DOCS}
      actions={
        <Link to={pathTo(['uploads'])} className="button">
          {texts.uploads.title}
        </Link>
      }
    >
      {surveys.isPending && <Loading />}
      {surveys.error !== null && <Failure error={surveys.error} onRetry={() => surveys.refetch()} />}
      {surveys.data !== undefined && items.length === 0 && (
        <div className="card empty">
          <h2>{words.none}</h2>
          <p>{words.noneHint}</p>
          <Link to={pathTo(['uploads'])} className="button primary">
            {texts.uploads.title}
          </Link>
          <pre>
            <code>POST /survey-check/v021</code>
          </pre>
        </div>
      )}
      {items.length > 0 && (
        <section className="card flush" aria-label={words.title}>
          <Table name={words.title} head={words.columns}>
            {items.map(({ survey_id, participants, flagged, last_at }) => (
              <tr key={survey_id}>
                <th scope="row" className="wrapping">
                  <Link to={pathTo(['surveys', survey_id])}>
                    <UserText>{survey_id}</UserText>
                  </Link>
                </th>
                <td>{participants}</td>
                <td>
                  <ShareBar count={flagged} of={participants} />
                </td>
                <td>
                  <Timestamp at={last_at} />
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      <More query={surveys} />
    </Page>
  )
}
