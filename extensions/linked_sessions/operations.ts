/** Linked sessions of several users. */

import { jsonResponse } from '../../src/server/http/openapi/responses.ts'
import { type Operation, operation } from '../../src/server/http/operation.ts'
import { type SessionCluster, SessionClusters } from './contract.ts'
import type { LoadClusters } from './session_clusters.ts'

const AT = 1_742_913_050_210
const member = (session_id: string, user_id: string, started_at: number) => ({
  session_id,
  user_id,
  started_at,
  duration_ms: 31_400,
  browser: 'Chrome',
  system: 'Linux',
  inputs: ['keyboard' as const],
  routes: ['/survey'],
  activity: 'EBIzQA==',
  risk_score: 12,
  recommended_action: 'Auto-accept' as const,
})
const EXAMPLE: SessionCluster = {
  id: 'clu_Zt3mC0Yw8kQ1sVbN',
  kind: 'rhythm',
  sessions: 2,
  users: 2,
  first_at: AT,
  last_at: AT + 3_600_000,
  members: [
    member('hT3kQ9ab2mVb4Lw9sYcHgZ', 'customer-1043', AT + 3_600_000),
    member('q7Zr0nXkT2mVb4Lw9sYcHg', 'customer-1042', AT),
  ],
}

export const clusterOperations = (clusters: LoadClusters): readonly Operation[] => [
  operation({
    route: 'GET /v1/session-clusters',
    allow: { scope: 'admin', role: 'viewer' },
    operationId: 'listSessionClusters',
    tag: 'Manage sessions',
    summary: 'List clusters of linked sessions',
    description:
      'Sessions of several users that share a typing rhythm, a mouse path, typing statistics, a device or an IP address, among the newest 2,000 of the last seven days.',
    response: jsonResponse('Clusters of linked sessions.', SessionClusters, {
      items: [EXAMPLE],
      next: null,
      scanned: 1_204,
      since: AT,
    }),
    handle: async ({ actor }) => (await clusters(actor.workspace)).found,
  }),
]
