/** The session API: endpoints 1 to 4 of the specification, and evidence. Each has two URLs: id in the path or query. */
import type { FastifyReply } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { RecommendedAction } from '../../contract/checks.ts'
import { defined } from '../../contract/defined.ts'
import { LIST_LIMIT } from '../../contract/limits.ts'
import type { ListQuery, SessionKey, SessionWithReport } from '../../store/sessions.ts'
import { ApiError } from '../http/errors.ts'
import { type Call, type Operation, operation } from '../http/operation.ts'
import { openSessionWait } from '../http/session_wait.ts'
import { type Overridden, openOverrides } from '../scoring/overridden.ts'
import type { ScoredReport, ScoredSession, Services } from '../services.ts'
import { openCurrentDecisions } from '../signed_results/current_decision.ts'
import { stepUpOf } from '../signed_results/step_up_view.ts'
import { nextLink, readPosition, readSessionCursor, writePosition, writeSessionCursor } from './cursor.ts'
import { listScoredSessions } from './lists.ts'
import { pathId, queryId } from './parameters.ts'
import { renderList, renderListed, renderLog, renderReport } from './render.ts'
import {
  DEPRECATION,
  EVENTS,
  EVIDENCE,
  LOG_PAGE_LIMIT,
  REPORT,
  SUNSET,
  TAG_SESSIONS,
  USER_SESSIONS,
} from './schemas.ts'

const PROGRAMS = { scope: 'sessions' } as const

type SessionCall<Query> = Call<string, Query, unknown, typeof PROGRAMS>

/** `handle` gets the id from the path or from the query. */
function atTwoUrls<Query extends TObject>(
  byPath: `GET /v1/${string}`,
  byQuery: `GET /v1/${string}`,
  documents: Pick<typeof REPORT, 'name'> & {
    readonly byPath: Omit<(typeof REPORT)['byPath'], 'query'> & { readonly query: Query }
    readonly byQuery: Omit<(typeof REPORT)['byQuery'], 'query'> & { readonly query: Query }
  },
  handle: (call: SessionCall<Static<Query>>, id: string) => Promise<FastifyReply>,
): Operation[] {
  const { name } = documents
  return [
    operation({
      route: byPath,
      allow: PROGRAMS,
      ...documents.byPath,
      handle: (call) => handle(call, pathId(call.request.url, name)),
    }),
    operation({
      route: byQuery,
      allow: PROGRAMS,
      ...documents.byQuery,
      handle: (call) => handle(call, queryId(call.request.url, name)),
    }),
  ]
}

export function reportOperations(services: Services): readonly Operation[] {
  const { store, scoring, now } = services
  const currentDecision = openCurrentDecisions(services)
  const wait = openSessionWait(store.sessions, now)

  const find = async (key: SessionKey): Promise<ScoredReport> => {
    const scored = await scoring.report(key)
    if (scored === null) throw new ApiError('session_not_found')
    return scored
  }

  const overridesOf = async (workspace: string, found: readonly ScoredSession[]) => {
    const labeled = found.filter(({ hasLabel }) => hasLabel)
    const labels = await store.facts.labels(
      workspace,
      labeled.map(({ session }) => session.sessionId),
    )
    const overrides = openOverrides(store)
    return Promise.all(
      found.map(({ session, report }) =>
        overrides.of(workspace, report.action as RecommendedAction, labels.get(session.sessionId) ?? null),
      ),
    )
  }

  const list =
    (
      name: string,
      fetch: (workspace: string, id: string, query: ListQuery) => Promise<SessionWithReport[]>,
    ) =>
    async (
      {
        actor: { workspace },
        query: { limit = LIST_LIMIT, before, min_score: minScore },
        request,
        reply,
      }: SessionCall<Static<(typeof USER_SESSIONS)['byPath']['query']>>,
      id: string,
    ) => {
      const { records, next } = await listScoredSessions(
        scoring,
        (query) => fetch(workspace, id, query),
        {
          limit,
          ...(before !== undefined && { before: readSessionCursor('before', before) }),
          ...defined({ minScore }),
        },
        async (found) => {
          const overridden = await overridesOf(workspace, found)
          return found.map((session, index) =>
            renderListed(session, overridden[index] as Overridden<RecommendedAction>),
          )
        },
      )
      if (next !== undefined) reply.header('link', nextLink(request.url, 'before', writeSessionCursor(next)))
      return sendJson(deprecated(reply), renderList(name, id, records))
    }

  return [
    ...atTwoUrls(
      'GET /v1/sessions/:sessionId/report',
      'GET /v1/sessions/report',
      REPORT,
      async ({ actor: { workspace }, query, reply }, sessionId) => {
        const key = { workspace, sessionId }
        const waitS = query.wait ?? 0
        if (waitS > 0) await wait.untilCurrent(key, waitS * 1_000)
        const scored = await find(key)
        const [overrides, stepUp] = await Promise.all([
          overridesOf(workspace, [scored]),
          scored.hasStepUp ? store.stepUps.find(key) : null,
        ])
        const overridden = overrides[0] as Overridden<RecommendedAction>
        const { decision } = await currentDecision(key, scored, overridden.effective_action, stepUp)
        const body = renderReport(scored, overridden, stepUpOf(stepUp), decision)
        return sendJson(deprecated(reply), body)
      },
    ),
    ...atTwoUrls(
      'GET /v1/sessions/:sessionId/events',
      'GET /v1/sessions/events',
      EVENTS,
      async ({ actor: { workspace }, query: { after, limit }, request, reply }, sessionId) => {
        const skip = after === undefined ? 0 : readPosition('after', after)
        const paged = after !== undefined || limit !== undefined
        const page = paged ? { skip, limit: limit ?? LOG_PAGE_LIMIT } : undefined
        const { body, next } = renderLog(await find({ workspace, sessionId }), page)
        if (next !== undefined) reply.header('link', nextLink(request.url, 'after', writePosition(next)))
        return sendJson(reply, body)
      },
    ),
    ...atTwoUrls(
      'GET /v1/sessions/:sessionId/evidence',
      'GET /v1/sessions/evidence',
      EVIDENCE,
      async ({ actor: { workspace }, reply }, sessionId) => {
        const body = await scoring.evidence({ workspace, sessionId })
        if (body === null) throw new ApiError('session_not_found')
        return sendJson(reply, body)
      },
    ),
    ...atTwoUrls(
      'GET /v1/users/:userId/sessions',
      'GET /v1/users/sessions',
      USER_SESSIONS,
      list('user_id', (workspace, id, query) => store.sessions.byUser(workspace, id, query)),
    ),
    ...atTwoUrls(
      'GET /v1/tags/:tag/sessions',
      'GET /v1/tags/sessions',
      TAG_SESSIONS,
      list('tag', (workspace, tag, query) => store.sessions.byTag(workspace, tag, query)),
    ),
  ]
}

function deprecated(reply: FastifyReply): FastifyReply {
  return reply.header('deprecation', DEPRECATION).header('sunset', SUNSET)
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}
