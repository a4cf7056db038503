/** One session: report, replay, event log and label. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  type LabelChanged,
  LabelRequest,
  type ReasonSheet,
  type SessionLog,
  type SessionReplay,
  type SessionView,
} from '../../contract/dashboard/session_view.ts'
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { ID_BYTES, SESSION_IDLE_MS } from '../../contract/limits.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import { effectiveAction } from '../../risk/overrule.ts'
import type { FactFilter } from '../../store/facts.ts'
import type { SessionKey } from '../../store/sessions.ts'
import { stepUpOf } from '../base/step_up_view.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { bodyOf, queryOf } from '../http/validated.ts'
import { sessionItems } from '../manage/session_list.ts'
import { compact, countEntries, entriesAfter } from '../scoring/saved_log.ts'
import { sessionReasons } from './reasons.ts'
import type { DashboardContext } from './signed_in.ts'
import { actorOf, atLeast } from './signed_in.ts'

const labelBody = bodyOf(LabelRequest)
const logQuery = queryOf(Type.Object({ after: Type.Optional(Type.String({ maxLength: 100 })) }))

const LOG_PAGE = 500
const RELATED = 10

interface ById {
  Params: { id: string }
}

const analysts = { onRequest: atLeast('analyst') }

export function sessionViewRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services, audit } = context
  const { store, scoring, now } = services
  const { labels } = services.operations

  function keyOf({ signedIn, params }: FastifyRequest<ById>): SessionKey {
    if (Buffer.byteLength(params.id) > ID_BYTES) throw new ApiError('session_not_found')
    return { workspace: signedIn.workspace, sessionId: params.id }
  }

  async function viewOf(key: SessionKey): Promise<BuiltView> {
    const text = await scoring.view(key)
    if (text === null) throw new ApiError('session_not_found')
    return JSON.parse(text) as BuiltView
  }

  async function related(key: SessionKey, filter: FactFilter): Promise<SessionItem[]> {
    const { rows } = await store.facts.list({
      workspace: key.workspace,
      filter,
      order: 'newest',
      limit: RELATED + 1,
    })
    const others = rows.filter(({ sessionId }) => sessionId !== key.sessionId)
    return sessionItems(store, others.slice(0, RELATED))
  }

  scope.get<ById>('/sessions/:id', async (request): Promise<SessionView> => {
    const key = keyOf(request)
    // Saves the facts that name the visit, so that a new visit has its name at once.
    const [found, { replay, device_id: device, ...view }] = await Promise.all([
      scoring.report(key),
      viewOf(key),
    ])
    if (found === null) throw new ApiError('session_not_found')
    const { session } = found
    const [label, stepUp, [item], sameUser, sameDevice] = await Promise.all([
      labels.find(key),
      store.stepUps.find(key),
      store.facts.one(key).then((row) => sessionItems(store, row === null ? [] : [row])),
      session.userId === null ? [] : related(key, { user: session.userId }),
      device === null ? [] : related(key, { device }),
    ])
    return {
      session_id: session.sessionId,
      user_id: session.userId,
      tags: [...session.tags],
      browser: item?.browser ?? null,
      system: item?.system ?? null,
      inputs: item?.inputs ?? [],
      routes: item?.routes ?? [],
      started_at: session.startedAt,
      last_at: session.lastAt,
      duration_ms: replay.duration_ms,
      complete: now() - session.lastAt >= SESSION_IDLE_MS,
      ...view,
      effective_action: effectiveAction(view.recommended_action, label?.label ?? null),
      coverage: { ...view.coverage, overflow: session.overflow },
      label,
      step_up: stepUpOf(stepUp) ?? null,
      same_user: sameUser,
      same_device: sameDevice,
    }
  })

  scope.get<ById>('/sessions/:id/replay', async (request): Promise<SessionReplay> => {
    return (await viewOf(keyOf(request))).replay
  })

  scope.get<ById>('/sessions/:id/log', async (request, reply) => {
    const { after } = logQuery(request)
    const [skip] = after === undefined ? [0] : readCursor(after, ['number'], 'after')
    const scored = await scoring.report(keyOf(request))
    if (scored === null) throw new ApiError('session_not_found')
    const { log } = scored.report
    const count = countEntries(log)
    const end = skip + LOG_PAGE
    const rest: Omit<SessionLog, 'items'> = {
      event_count: count,
      next: end < count ? writeCursor([end]) : null,
    }
    const items = compact(entriesAfter(log, Math.max(0, skip), LOG_PAGE))
    return sendJson(reply, `${JSON.stringify(rest).slice(0, -1)},"items":${items}}`)
  })

  scope.get<ById>('/sessions/:id/export', analysts, async (request, reply) => {
    const key = keyOf(request)
    const evidence = await scoring.evidence(key)
    if (evidence === null) throw new ApiError('session_not_found')
    await audit(actorOf(request.signedIn), {
      action: 'exported',
      subject: key.sessionId,
      detail: 'session with its evidence',
    })
    const name = `byhand-${key.sessionId.replace(/[^\w-]/g, '_')}.json`
    return sendJson(reply.header('content-disposition', `attachment; filename="${name}"`), evidence)
  })

  scope.get<ById>('/sessions/:id/reasons', async (request): Promise<ReasonSheet> => {
    const key = keyOf(request)
    const view = await viewOf(key)
    const found = await store.sessions.find(key)
    if (found === null) throw new ApiError('session_not_found')
    return sessionReasons(found.session, view)
  })

  scope.put<ById>(
    '/sessions/:id/label',
    analysts,
    (request): Promise<LabelChanged> =>
      labels.set(actorOf(request.signedIn), request.params.id, labelBody(request)),
  )
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}
