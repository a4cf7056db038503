import type { SessionCluster, SessionClusters } from '../../contract/dashboard/session_clusters.ts'
import { visitName } from '../format/visit_name.ts'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Score } from '../parts/result.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.sessionClusters
const DOCS = ['reference/dashboard'] as const

/** Sessions of several users that share a rhythm, a device or an address. */
export function LinkedSessions() {
  const clusters = useData<SessionClusters>(['session-clusters'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <Loaded query={clusters}>
        {({ items: found, scanned }) => (
          <>
            <p className="small-print">{words.scanned(scanned)}</p>
            {found.length === 0 ? (
              <div className="card empty">
                <h2>{words.none}</h2>
                <p>{words.noneHint}</p>
              </div>
            ) : (
              found.map((cluster) => <Cluster key={cluster.id} cluster={cluster} />)
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Cluster({ cluster: { id, kind, sessions, users, members } }: { cluster: SessionCluster }) {
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{words.kinds[kind]}</h2>
        <p className="small-print">{words.size(sessions, users)}</p>
        <p className="small-print">{words.hints[kind]}</p>
      </div>
      <Table name={words.kinds[kind]} head={words.columns}>
        {members.map((member) => (
          <tr key={member.session_id} className="clickable">
            <td>
              <Score score={member.risk_score} action={member.recommended_action} />
            </td>
            <td className="visit">
              <Link to={pathTo(['sessions', member.session_id])} className="row-link">
                <UserText>{visitName(member)}</UserText>
              </Link>
              <span className="under">
                <Timestamp at={member.started_at} /> · <span className="mono">{member.session_id}</span>
              </span>
            </td>
            <td>{member.user_id === null ? words.noUser : <UserText>{member.user_id}</UserText>}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
