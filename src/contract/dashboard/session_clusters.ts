/** Sessions of several users that share a typing rhythm, a mouse path, typing statistics, a device or an IP address. */
import { type Static, Type } from 'typebox'
import { Field } from '../field.ts'
import { Closed, Next, OrNull, TimeOf } from './page.ts'
import { SessionItem, VISIT_NAME } from './sessions.ts'

export const CLUSTER_KINDS = ['rhythm', 'mouse_path', 'typing_statistics', 'device', 'address'] as const
export type ClusterKind = (typeof CLUSTER_KINDS)[number]

const Kind = Type.Enum(CLUSTER_KINDS, {
  title: 'ClusterKind',
  description:
    '`rhythm`: typed with the same rhythm, as in a copied recording. `mouse_path`: the mouse moved along the same path, as in a copied recording. `typing_statistics`: keys were timed with the same statistics, as by one program that imitates typing. `device`: one device, or several identical ones. `address`: one IP address, which a household, school or company can share.',
})

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

const summary = {
  id: Type.String({
    description:
      'ID of the cluster. It stays the same while the first session is in the period, and always once a webhook has announced the cluster.',
  }),
  kind: Field(Kind, 'What the sessions share.'),
  sessions: Type.Integer({ description: 'Number of sessions.' }),
  users: Type.Integer({ description: 'Number of users. Each session without a user ID counts as one.' }),
  first_at: TimeOf('Start of the first session'),
  last_at: TimeOf('Start of the last session'),
}

/** Without members: a delivery must not contain user ids, which an erasure would have to find. */
export const ClusterSummary = Closed(
  summary,
  'ClusterSummary',
  'A group of sessions from several users that share a rhythm, a mouse path, typing statistics, a device or an IP address. Does not list the sessions.',
)

export const SessionCluster = Closed(
  {
    ...summary,
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
