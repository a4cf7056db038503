/** The session API (docs/reference/specification.md), and evidence. Each has two URLs: id in the path or query. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RecommendedAction } from '../../contract/checks.ts'
import { LIST_LIMIT } from '../../contract/limits.ts'
import type { ListQuery, SessionWithReport } from '../../store/sessions.ts'
import type { ScoredSession, Services } from '../base/services.ts'
import { MAX_WAIT_S, openSessionWait } from '../base/session_wait.ts'
import { stepUpOf } from '../base/step_up_view.ts'
import { requireKey } from '../http/auth.ts'
import { ApiError } from '../http/errors.ts'
import { queryInteger, queryValue } from '../http/query.ts'
import { type Overridden, openOverrides } from '../scoring/overridden.ts'
import { nextLink, readPosition, readSessionCursor, writePosition, writeSessionCursor } from './cursor.ts'
import { listScoredSessions } from './lists.ts'
import { pathId, queryId } from './parameters.ts'
import { renderList, renderListed, renderLog, renderReport } from './render.ts'
import { DEPRECATION, EVENTS, EVIDENCE, REPORT, SUNSET, TAG_SESSIONS, USER_SESSIONS } from './schemas.ts'

/** Entries on one page of an event log. A request without `limit` and `after` returns the whole log. */
const LOG_PAGE_LIMIT = 10_000

type ReadId = (url: string) => string

export async function sessionRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const wait = openSessionWait(services.store.sessions, services.now)
  await app.register(async (scope) => {
    scope.addHook('onRequest', requireKey(services, 'sessions'))
    // The schemas are documentation only; parameters are parsed and responses written by hand.
    scope.setValidatorCompiler(() => () => true)
    scope.setSerializerCompiler(() => JSON.stringify)

    const find = async (request: FastifyRequest, readId: ReadId): Promise<ScoredSession> => {
      const { workspace } = request.caller
      const scored = await services.scoring.report({ workspace, sessionId: readId(request.url) })
      if (scored === null) throw new ApiError('session_not_found')
      return scored
    }

    const overridesOf = async (workspace: string, found: readonly ScoredSession[]) => {
      const labels = await services.store.facts.labels(
        workspace,
        found.map(({ session }) => session.sessionId),
      )
      const overrides = openOverrides(services.store)
      return Promise.all(
        found.map(({ session, report }) =>
          overrides.of(workspace, report.action as RecommendedAction, labels.get(session.sessionId) ?? null),
        ),
      )
    }

    const report = (readId: ReadId) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { url, caller } = request
      const waitS = queryInteger(url, 'wait', 0, MAX_WAIT_S) ?? 0
      const key = { workspace: caller.workspace, sessionId: readId(url) }
      if (waitS > 0) await wait.untilCurrent(key, waitS * 1_000)
      const scored = await find(request, readId)
      const [[overridden], stepUp] = await Promise.all([
        overridesOf(caller.workspace, [scored]),
        services.store.stepUps.find(key),
      ])
      const body = renderReport(scored, overridden as Overridden<RecommendedAction>, stepUpOf(stepUp))
      return sendJson(deprecated(reply), body)
    }

    const evidence = (readId: ReadId) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { workspace } = request.caller
      const body = await services.scoring.evidence({ workspace, sessionId: readId(request.url) })
      if (body === null) throw new ApiError('session_not_found')
      return sendJson(reply, body)
    }

    const events = (readId: ReadId) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { url } = request
      const after = queryValue(url, 'after')
      const skip = after === undefined ? 0 : readPosition('after', after)
      const limit = queryInteger(url, 'limit', 1, LOG_PAGE_LIMIT)
      const paged = after !== undefined || limit !== undefined
      const page = paged ? { skip, limit: limit ?? LOG_PAGE_LIMIT } : undefined
      const { body, next } = renderLog(await find(request, readId), page)
      if (next !== undefined) reply.header('link', nextLink(url, 'after', writePosition(next)))
      return sendJson(reply, body)
    }

    const list =
      (
        name: string,
        readId: ReadId,
        fetch: (workspace: string, id: string, query: ListQuery) => Promise<SessionWithReport[]>,
      ) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const { url, caller } = request
        const id = readId(url)
        const before = queryValue(url, 'before')
        const minScore = queryInteger(url, 'min_score', 0, 100)
        const { records, next } = await listScoredSessions(
          services.scoring,
          (query) => fetch(caller.workspace, id, query),
          {
            limit: queryInteger(url, 'limit', 1, LIST_LIMIT) ?? LIST_LIMIT,
            ...(before !== undefined && { before: readSessionCursor('before', before) }),
            ...(minScore !== undefined && { minScore }),
          },
          async (found) => {
            const overridden = await overridesOf(caller.workspace, found)
            return found.map((one, index) =>
              renderListed(one, overridden[index] as Overridden<RecommendedAction>),
            )
          },
        )
        if (next !== undefined) reply.header('link', nextLink(url, 'before', writeSessionCursor(next)))
        return sendJson(deprecated(reply), renderList(name, id, records))
      }

    const { sessions } = services.store
    const byUser = (workspace: string, id: string, query: ListQuery) => sessions.byUser(workspace, id, query)
    const byTag = (workspace: string, tag: string, query: ListQuery) => sessions.byTag(workspace, tag, query)
    const inPath =
      (name: string): ReadId =>
      (url) =>
        pathId(url, name)
    const inQuery =
      (name: string): ReadId =>
      (url) =>
        queryId(url, name)

    scope.get('/v1/sessions/:sessionId/report', { schema: REPORT.byPath }, report(inPath('sessionId')))
    scope.get('/v1/sessions/report', { schema: REPORT.byQuery }, report(inQuery('sessionId')))
    scope.get('/v1/sessions/:sessionId/events', { schema: EVENTS.byPath }, events(inPath('sessionId')))
    scope.get('/v1/sessions/events', { schema: EVENTS.byQuery }, events(inQuery('sessionId')))
    scope.get('/v1/sessions/:sessionId/evidence', { schema: EVIDENCE.byPath }, evidence(inPath('sessionId')))
    scope.get('/v1/sessions/evidence', { schema: EVIDENCE.byQuery }, evidence(inQuery('sessionId')))
    scope.get(
      '/v1/users/:userId/sessions',
      { schema: USER_SESSIONS.byPath },
      list('user_id', inPath('userId'), byUser),
    )
    scope.get(
      '/v1/users/sessions',
      { schema: USER_SESSIONS.byQuery },
      list('user_id', inQuery('userId'), byUser),
    )
    scope.get('/v1/tags/:tag/sessions', { schema: TAG_SESSIONS.byPath }, list('tag', inPath('tag'), byTag))
    scope.get('/v1/tags/sessions', { schema: TAG_SESSIONS.byQuery }, list('tag', inQuery('tag'), byTag))
  })
}

function deprecated(reply: FastifyReply): FastifyReply {
  return reply.header('deprecation', DEPRECATION).header('sunset', SUNSET)
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}
