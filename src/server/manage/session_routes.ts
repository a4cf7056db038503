/** /v1/sessions: the list of all sessions, and labels. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { LabelChanged } from '../../contract/dashboard/session_view.ts'
import { Label, type SessionItem, SessionList } from '../../contract/dashboard/sessions.ts'
import { Field } from '../../contract/field.ts'
import { NOTE_CHARS } from '../../contract/limits.ts'
import { OverruledBy } from '../../contract/session.ts'
import { fieldOf, LISTED_FACTS, SESSION_FACTS } from '../../contract/session_facts.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'
import { dashboardQuery, SessionListQuery } from './session_filters.ts'
import { listSessions } from './session_list.ts'

const OVERRULED: OverruledBy = {
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
  overruled_by: OVERRULED,
  ...Object.fromEntries(LISTED_FACTS.map((name) => [fieldOf(name), SESSION_FACTS[name].example])),
  label: 'bot',
} as SessionItem

const tag = 'Manage sessions'
const params = { sessionId: { description: 'Session ID', example: SESSION_EXAMPLE.session_id } }
const errors = ['session_not_found'] as const

const LIST = operation({
  operationId: 'listSessions',
  tag,
  summary: 'List sessions',
  description:
    'Sessions of the workspace that match the filters. Scores come from saved reports; a session that has not been scored yet has none. A rare combination of filters scans a limited number of sessions per response: with `complete: false`, `next` continues the search.',
  query: SessionListQuery,
  response: jsonResponse('A page of sessions.', SessionList, {
    items: [SESSION_EXAMPLE],
    next: null,
    complete: true,
  }),
})

const SessionLabel = Type.Object(
  {
    label: Type.Union([OverruledBy, Type.Null()], {
      description: 'The label that overrides the computed action, or null.',
    }),
  },
  { additionalProperties: false, title: 'SessionLabel', description: 'The label of a session.' },
)
const GET_LABEL = operation({
  operationId: 'getSessionLabel',
  tag,
  summary: 'Label of a session',
  description: 'The label that overrides the computed action, or null.',
  params,
  response: jsonResponse('The label.', SessionLabel, { label: OVERRULED }),
  errors,
})
const SET_LABEL = operation({
  operationId: 'setSessionLabel',
  tag,
  summary: 'Label a session',
  description:
    '`person` makes the effective action `Auto-accept`, `bot` makes it `Auto-reject or high-priority review`. Replaces an earlier label. The computed action stays as it is.',
  params,
  body: {
    schema: Type.Object(
      {
        label: Field(Label, 'The label to set.'),
        note: Type.Optional(Type.String({ maxLength: NOTE_CHARS, description: 'Reason, for reviewers.' })),
      },
      { additionalProperties: false, title: 'LabelRequest', description: 'A label to set.' },
    ),
    example: { label: 'bot', note: OVERRULED.note },
  },
  response: jsonResponse(
    'The new label, and the previous one, so that you can undo the change.',
    LabelChanged,
    {
      label: OVERRULED,
      previous: null,
    },
  ),
  errors,
})
const CLEAR_LABEL = operation({
  operationId: 'clearSessionLabel',
  tag,
  summary: 'Remove the label of a session',
  description: 'The computed action applies again. Removing a label that does not exist succeeds.',
  params,
  response: jsonResponse('The previous label, so that you can undo the change.', LabelChanged, {
    label: null,
    previous: OVERRULED,
  }),
  errors,
})

interface BySession {
  Params: { sessionId: string }
}

export function manageSessionRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { store, operations } = services
  const { labels } = operations

  scope.get('/v1/sessions', LIST, async (request) =>
    listSessions(store, request.caller.workspace, dashboardQuery(LIST.query(request)), 'cursor'),
  )
  scope.get<BySession>('/v1/sessions/:sessionId/label', GET_LABEL, async ({ caller, params }) => ({
    label: await labels.find({ workspace: caller.workspace, sessionId: params.sessionId }),
  }))
  scope.put<BySession>('/v1/sessions/:sessionId/label', SET_LABEL, async (request) =>
    labels.set(actorOf(request), request.params.sessionId, SET_LABEL.body(request)),
  )
  scope.delete<BySession>('/v1/sessions/:sessionId/label', CLEAR_LABEL, (request) =>
    labels.set(actorOf(request), request.params.sessionId, { label: null }),
  )
}
