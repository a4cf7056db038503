/** Lists and counts of sessions, their labels, and linked sessions. */
import { Closed, Cursor, OrNull } from '../../contract/dashboard/page.ts'
import { LabelChanged, LabelRequest } from '../../contract/dashboard/session_view.ts'
import {
  type SessionChanges,
  SessionFilters,
  type SessionItem,
  SessionList,
  SessionQuery,
} from '../../contract/dashboard/sessions.ts'
import { OverriddenBy } from '../../contract/session.ts'
import { fieldOf, LISTED_FACTS, SESSION_FACTS } from '../../contract/session_facts.ts'
import { writeCursor } from '../http/cursor.ts'
import { jsonResponse } from '../http/openapi/responses.ts'
import { type Operation, operation } from '../http/operation.ts'
import { placeOf } from '../http/page.ts'
import type { Services } from '../services.ts'
import type { Labels } from './labels.ts'
import { overviewOf, overviewStatus } from './overview.ts'
import { qualityOf } from './quality.ts'
import { histogramOf } from './session_counts.ts'
import { listSessions, sessionItems } from './session_list.ts'

/** Above this, the page reloads the list instead. */
const MAX_CHANGES = 100
/** Covers clock differences between nodes and writes during a read; some sessions are returned twice. */
const OVERLAP_MS = 5_000

const OVERRIDDEN: OverriddenBy = {
  label: 'bot',
  by: 'review script',
  at: 1_742_916_650_000,
  note: 'The order was fraudulent.',
}
export const SESSION_EXAMPLE = {
  session_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
  started_at: 1_742_913_050_210,
  last_at: 1_742_913_103_021,
  user_id: 'customer-1042',
  tags: ['checkout'],
  risk_score: 31,
  recommended_action: 'Accept with monitoring',
  effective_action: 'Auto-reject or high-priority review',
  overridden_by: OVERRIDDEN,
  ...Object.fromEntries(LISTED_FACTS.map((name) => [fieldOf(name), SESSION_FACTS[name].example])),
  label: 'bot',
} as SessionItem

const SessionLabel = Closed(
  { label: OrNull(OverriddenBy, 'The label that overrides the computed action, or null.') },
  'SessionLabel',
  'The label of a session.',
)

const tag = 'Manage sessions'
const params = { sessionId: { description: 'Session ID', example: SESSION_EXAMPLE.session_id } }
const errors = ['session_not_found'] as const
const READ = { scope: 'admin', role: 'viewer' } as const
const CHANGE = { scope: 'admin', role: 'analyst' } as const
const MEMBERS = { role: 'viewer' } as const

export const sessionOperations = ({ store, now }: Services, labels: Labels): readonly Operation[] => [
  operation({
    route: 'GET /v1/sessions',
    allow: READ,
    operationId: 'listSessions',
    tag,
    summary: 'List sessions',
    description: 'Sessions that match the filters. With `complete: false`, `next` continues the search.',
    query: SessionQuery,
    response: jsonResponse('A page of sessions.', SessionList, {
      items: [SESSION_EXAMPLE],
      next: null,
      complete: true,
    }),
    handle: ({ actor, query }) => listSessions(store, actor.workspace, query),
  }),
  operation({
    route: 'GET /v1/sessions/histogram',
    allow: MEMBERS,
    internal: true,
    query: SessionFilters,
    handle: ({ actor, query }) => histogramOf(store.facts, actor.workspace, query, now()),
  }),
  operation({
    route: 'GET /v1/sessions/changes',
    allow: MEMBERS,
    internal: true,
    query: Closed({ cursor: Cursor }),
    async handle({ actor, query }): Promise<SessionChanges> {
      const next = writeCursor([now()])
      const place = placeOf(query, ['number'])
      if (place === undefined) return { items: [], next, overflow: false }
      const from = place[0] - OVERLAP_MS
      const found = await store.facts.changed(actor.workspace, from, from, MAX_CHANGES + 1)
      return {
        items: await sessionItems(store, found.slice(0, MAX_CHANGES)),
        next,
        overflow: found.length > MAX_CHANGES,
      }
    },
  }),
  operation({
    route: 'GET /v1/sessions/:sessionId/label',
    allow: READ,
    operationId: 'getSessionLabel',
    tag,
    summary: 'Label of a session',
    description: 'The label that overrides the computed action, or null.',
    params,
    response: jsonResponse('The label.', SessionLabel, { label: OVERRIDDEN }),
    errors,
    handle: async ({ actor, params }) => ({
      label: await labels.find({ workspace: actor.workspace, sessionId: params.sessionId }),
    }),
  }),
  operation({
    route: 'PUT /v1/sessions/:sessionId/label',
    audit: 'label_set',
    allow: CHANGE,
    operationId: 'setSessionLabel',
    tag,
    summary: 'Label a session',
    description:
      '`person` makes the effective action `Auto-accept`, `bot` makes it `Auto-reject or high-priority review`. Replaces an earlier label. The computed action stays as it is.',
    params,
    body: LabelRequest,
    bodyExample: { label: 'bot', note: OVERRIDDEN.note },
    response: jsonResponse(
      'The new label, and the previous one, so that you can undo the change.',
      LabelChanged,
      { label: OVERRIDDEN, previous: null },
    ),
    errors,
    handle: ({ actor, params, body }) => labels.set(actor, params.sessionId, body),
  }),
  operation({
    route: 'DELETE /v1/sessions/:sessionId/label',
    audit: 'label_removed',
    allow: CHANGE,
    operationId: 'clearSessionLabel',
    tag,
    summary: 'Remove the label of a session',
    description: 'The computed action applies again. Removing a label that does not exist succeeds.',
    params,
    response: jsonResponse('The previous label, so that you can undo the change.', LabelChanged, {
      label: null,
      previous: OVERRIDDEN,
    }),
    errors,
    handle: ({ actor, params }) => labels.set(actor, params.sessionId, { label: null }),
  }),
  operation({
    route: 'GET /v1/overview',
    allow: MEMBERS,
    internal: true,
    query: SessionFilters,
    handle: ({ actor, query }) => overviewOf(store.facts, actor.workspace, query, now()),
  }),
  operation({
    route: 'GET /v1/overview/status',
    allow: MEMBERS,
    internal: true,
    handle: ({ actor }) => overviewStatus(store, actor.workspace, now()),
  }),
  operation({
    route: 'GET /v1/quality',
    allow: MEMBERS,
    internal: true,
    handle: ({ actor }) => qualityOf(store.facts, actor.workspace),
  }),
]
