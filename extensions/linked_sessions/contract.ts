/** Sessions of several users that share a typing rhythm, a mouse path, typing statistics, a device or an IP address. */
import { type Static, Type } from 'typebox'
import { ClusterSummary } from '../../src/contract/cluster_summary.ts'
import { Closed, Next, OrNull, TimeOf } from '../../src/contract/dashboard/page.ts'
import { SessionItem, VISIT_NAME } from '../../src/contract/dashboard/sessions.ts'

const { risk_score, recommended_action, activity } = SessionItem.properties

const Member = Closed(
  {
    session_id: Type.String({ description: 'ID of the session.' }),
    user_id: OrNull(Type.String(), 'The user ID of the session; null without one.', 'customer-1042'),
    ...VISIT_NAME,
    activity,
    risk_score,
    recommended_action,
  },
  'ClusterMember',
  'A session of a cluster.',
)

export const SessionCluster = Closed(
  {
    ...ClusterSummary.properties,
    members: Type.Array(Member, { description: 'The newest sessions first, at most 50.' }),
  },
  'SessionCluster',
  'Sessions of several users that share a rhythm, a mouse path, typing statistics, a device or an IP address.',
)
export type SessionCluster = Static<typeof SessionCluster>

export const SessionClusters = Closed(
  {
    items: Type.Array(SessionCluster, { description: 'The latest first, at most 100.' }),
    next: Next,
    scanned: Type.Integer({ description: 'Number of sessions that were compared.' }),
    since: TimeOf('Start of the first session that was compared'),
  },
  'SessionClusters',
  'Clusters among the newest sessions of the workspace.',
)
export type SessionClusters = Static<typeof SessionClusters>
