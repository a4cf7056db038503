import type { SurveyList } from '../../contract/dashboard/surveys.ts'
import { formatCount } from '../format/count.ts'
import { Empty } from '../parts/empty.tsx'
import { Link } from '../parts/link.tsx'
import { Page } from '../parts/page.tsx'
import { Pages } from '../parts/pages.tsx'
import { ShareBar } from '../parts/share_bar.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { usePages } from '../use_data.ts'

const words = texts.surveys
const DOCS = ['tutorial/survey-researcher', 'how-to/analyze-survey-responses', 'reference/survey'] as const

export function Surveys() {
  const surveys = usePages<SurveyList>(['surveys'])
  const hasSurveys = surveys.data?.pages.some(({ items }) => items.length > 0)
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS} actions={hasSurveys && <AnalyzeFile />}>
      <Pages
        query={surveys}
        none={
          <Empty icon="surveys" title={words.none} hint={words.noneHint}>
            <AnalyzeFile />
          </Empty>
        }
      >
        {(items) => (
          <section className="card flush" aria-label={words.title}>
            <Table name={words.title} head={words.columns}>
              {items.map(({ survey_id, participants, flagged, last_at }) => (
                <tr key={survey_id}>
                  <th scope="row" className="wrapping">
                    <Link to={pathTo(['surveys', survey_id])}>
                      <UserText>{survey_id}</UserText>
                    </Link>
                  </th>
                  <td>{formatCount(participants)}</td>
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
      </Pages>
    </Page>
  )
}

function AnalyzeFile() {
  return (
    <Link to={pathTo(['uploads'])} className="button primary">
      {texts.uploads.title}
    </Link>
  )
}
