import type { ClusterList, ClusterView } from '../../contract/dashboard/surveys.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { FlagBadge } from '../parts/participant_table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.clusters
const DOCS = ['reference/survey'] as const

/** Similar answers side by side for comparison. */
export function Clusters({ ids: [id = ''] }: PageIds) {
  const clusters = useData<ClusterList>(['surveys', id, 'clusters'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <BackLink to={pathTo(['surveys', id])}>
        {texts.survey.title} <UserText>{id}</UserText>
      </BackLink>
      <Loaded query={clusters}>
        {({ items }) =>
          items.length === 0 ? (
            <div className="card empty">
              <h2>{words.none}</h2>
            </div>
          ) : (
            items.map((cluster) => (
              <Cluster key={`${cluster.question_id} ${cluster.group}`} surveyId={id} cluster={cluster} />
            ))
          )
        }
      </Loaded>
    </Page>
  )
}

function Cluster({ surveyId, cluster }: { surveyId: string; cluster: ClusterView }) {
  const { question, question_id, group, size, members } = cluster
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <UserText>{question === '' ? question_id : question}</UserText>
        </h2>
        <p className="small-print">{words.group(group, size)}</p>
      </div>
      <ul className="side-by-side">
        {members.map((member) => (
          <li key={member.analysis_id}>
            <div className="row spread">
              <Link to={pathTo(['surveys', surveyId, 'participants', member.participant_id])}>
                <UserText>{member.participant_id}</UserText>
              </Link>
              <FlagBadge isFlagged={member.flagged} />
            </div>
            <blockquote>
              <UserText>{member.answer}</UserText>
            </blockquote>
            <p className="small-print">
              <Timestamp at={member.answered_at} />
            </p>
          </li>
        ))}
      </ul>
      {size > members.length && <p className="small-print">{words.shown(members.length, size)}</p>}
    </section>
  )
}
