/** The dashboard's view of retention that waits, and its confirmation. */
import { type Operation, operation } from '../http/operation.ts'
import type { ManagedRetention } from './managed_retention.ts'

export const retentionOperations = (retention: ManagedRetention): readonly Operation[] => [
  operation({
    route: 'GET /v1/retention',
    allow: { role: 'viewer' },
    internal: true,
    handle: ({ actor }) => retention.view(actor.workspace),
  }),
  operation({
    route: 'POST /v1/retention/confirmation',
    audit: 'retention_confirmed',
    allow: { role: 'owner' },
    internal: true,
    handle: ({ actor }) => retention.confirm(actor),
  }),
]

/** For the operator of the machine. */
export const clockOperations = (retention: ManagedRetention): readonly Operation[] => [
  operation({
    route: 'POST /v1/retention/clock-confirmation',
    audit: 'retention_confirmed',
    // Neither keys nor members: this route is not served.
    allow: {},
    internal: true,
    handle: ({ actor }) => retention.confirmClock(actor),
  }),
]
