import { useState } from 'react'
import { readStrip } from '../../src/dashboard/format/strip.ts'
import { visitName } from '../../src/dashboard/format/visit_name.ts'
import { usePermissions } from '../../src/dashboard/me.ts'
import { Empty } from '../../src/dashboard/parts/empty.tsx'
import { Link } from '../../src/dashboard/parts/link.tsx'
import { Loaded } from '../../src/dashboard/parts/loaded.tsx'
import { Page } from '../../src/dashboard/parts/page.tsx'
import { Score } from '../../src/dashboard/parts/result.tsx'
import { RhythmStrip } from '../../src/dashboard/parts/rhythm_strip.tsx'
import { Table } from '../../src/dashboard/parts/table.tsx'
import { Timestamp } from '../../src/dashboard/parts/timestamp.tsx'
import { UserText } from '../../src/dashboard/parts/user_text.tsx'
import { pathTo } from '../../src/dashboard/router.ts'
import { MarkMany } from '../../src/dashboard/session/mark_many.tsx'
import { texts } from '../../src/dashboard/texts.ts'
import { useData } from '../../src/dashboard/use_data.ts'
import type { SessionCluster, SessionClusters } from './contract.ts'
import { REFERENCE } from './reference.ts'
import { texts as words } from './texts.ts'

const DOCS = [REFERENCE]

/** Sessions of several users that share a rhythm, a device or an address. */
export function LinkedSessions() {
  const clusters = useData<SessionClusters>(['session-clusters'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <Loaded query={clusters}>
        {({ items: found, scanned }) => (
          <>
            <p className="small-print">
              {words.scanned(scanned)} {found.length > 0 && words.strips}
            </p>
            {found.length === 0 ? (
              <Empty icon="linked" title={words.none} hint={words.noneHint}>
                <Link to={pathTo(['sessions'])} className="button">
                  {texts.quality.openSessions}
                </Link>
              </Empty>
            ) : (
              found.map((cluster) => <Cluster key={cluster.id} cluster={cluster} />)
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Members shown at first. */
const SHOWN = 5
/** Strips that are drawn over each other. */
const OVERLAID = 12

function Cluster({ cluster: { id, kind, sessions, users, members } }: { cluster: SessionCluster }) {
  const can = usePermissions()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? members : members.slice(0, SHOWN)
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <div>
          <h2 id={id}>{words.summary[kind](sessions, users)}</h2>
          <p className="small-print">{words.hints[kind]}</p>
        </div>
        {can.analyze && <MarkMany ids={members.map(({ session_id }) => session_id)} />}
      </div>
      <Overlaid members={members} />
      <Table name={words.summary[kind](sessions, users)} head={words.columns} className="linked">
        {shown.map((member) => (
          <tr key={member.session_id} className="clickable">
            <td>
              <Score score={member.risk_score} action={member.recommended_action} />
            </td>
            <td className="visit">
              <Link
                to={pathTo(['sessions', member.session_id])}
                className="row-link"
                name={`${member.user_id ?? words.noUser}: ${visitName(member)}`}
              >
                {member.user_id === null ? words.noUser : <UserText>{member.user_id}</UserText>}
              </Link>
              <span className="under">{visitName(member)}</span>
            </td>
            <td className="strip-cell">
              {member.activity === null ? '–' : <RhythmStrip strip={readStrip(member.activity)} />}
            </td>
            <td className="age-cell">
              <Timestamp at={member.started_at} />
            </td>
          </tr>
        ))}
      </Table>
      {members.length > shown.length && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {words.showAll(members.length)}
        </button>
      )}
    </section>
  )
}

/** The rhythms of all members over each other: equal ones look like one. */
function Overlaid({ members }: Pick<SessionCluster, 'members'>) {
  const strips = members
    .flatMap(({ activity }) => (activity === null ? [] : [readStrip(activity)]))
    .slice(0, OVERLAID)
  if (strips.length < 2) return null
  return (
    <div className="overlaid" role="img" aria-label={words.overlaid(strips.length)}>
      {strips.map((strip, i) => (
        <RhythmStrip key={i} strip={strip} />
      ))}
    </div>
  )
}
