/** A group of linked sessions, as a webhook event names it. */
import { Type } from 'typebox'
import { Closed, TimeOf } from './dashboard/page.ts'
import { Field } from './field.ts'

export const CLUSTER_KINDS = ['rhythm', 'mouse_path', 'typing_statistics', 'device', 'address'] as const
export type ClusterKind = (typeof CLUSTER_KINDS)[number]

const Kind = Type.Enum(CLUSTER_KINDS, {
  title: 'ClusterKind',
  description:
    '`rhythm`: typed with the same rhythm, as in a copied recording. `mouse_path`: the mouse moved along the same path, as in a copied recording. `typing_statistics`: keys were timed with the same statistics, as by one program that imitates typing. `device`: one device, or several identical ones. `address`: one IP address, which a household, school or company can share.',
})

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
