/** One session for the dashboard: report, replay, event log, summary and evidence. */
import { Closed, Cursor } from '../../contract/dashboard/page.ts'
import type {
  ReasonSheet,
  SessionLog,
  SessionReplay,
  SessionView,
} from '../../contract/dashboard/session_view.ts'
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { ID_BYTES, SESSION_IDLE_MS } from '../../contract/limits.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import { effectiveAction } from '../../risk/override.ts'
import type { FactFilter } from '../../store/facts.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Audit } from '../audit/audit_log.ts'
import { writeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { type Operation, operation } from '../http/operation.ts'
import { placeOf } from '../http/page.ts'
import { compact, countEntries, entriesAfter } from '../scoring/saved_log.ts'
import type { Services } from '../services.ts'
import { stepUpOf } from '../signed_results/step_up_view.ts'
import type { Labels } from './labels.ts'
import { sessionItems } from './session_list.ts'
import { sessionReasons } from './session_reasons.ts'

const LOG_PAGE = 500
const RELATED = 10
const JSON_TYPE = 'application/json; charset=utf-8'
const allow = { role: 'viewer' } as const

export function sessionViewOperations(
  { store, scoring, now }: Services,
  labels: Labels,
  audit: Audit,
): readonly Operation[] {
  function keyOf(workspace: string, sessionId: string): SessionKey {
    if (Buffer.byteLength(sessionId) > ID_BYTES) throw new ApiError('session_not_found')
    return { workspace, sessionId }
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

  return [
    operation({
      route: 'GET /v1/sessions/:sessionId',
      allow,
      internal: true,
      async handle({ actor, params }): Promise<SessionView> {
        const key = keyOf(actor.workspace, params.sessionId)
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
      },
    }),
    operation({
      route: 'GET /v1/sessions/:sessionId/replay',
      allow,
      internal: true,
      handle: async ({ actor, params }): Promise<SessionReplay> =>
        (await viewOf(keyOf(actor.workspace, params.sessionId))).replay,
    }),
    operation({
      route: 'GET /v1/sessions/:sessionId/log',
      allow,
      internal: true,
      query: Closed({ cursor: Cursor }),
      async handle({ actor, params, query, reply }) {
        const [skip] = placeOf(query, ['number']) ?? [0]
        const scored = await scoring.report(keyOf(actor.workspace, params.sessionId))
        if (scored === null) throw new ApiError('session_not_found')
        const { log } = scored.report
        const count = countEntries(log)
        const end = skip + LOG_PAGE
        const rest: Omit<SessionLog, 'items'> = {
          event_count: count,
          next: end < count ? writeCursor([end]) : null,
        }
        const items = compact(entriesAfter(log, Math.max(0, skip), LOG_PAGE))
        return reply.type(JSON_TYPE).send(`${JSON.stringify(rest).slice(0, -1)},"items":${items}}`)
      },
    }),
    operation({
      route: 'GET /v1/sessions/:sessionId/reasons',
      allow,
      internal: true,
      async handle({ actor, params }): Promise<ReasonSheet> {
        const key = keyOf(actor.workspace, params.sessionId)
        const view = await viewOf(key)
        const found = await store.sessions.find(key)
        if (found === null) throw new ApiError('session_not_found')
        return sessionReasons(found.session, view)
      },
    }),
    operation({
      route: 'GET /v1/sessions/:sessionId/export',
      audit: 'exported',
      allow: { role: 'analyst' },
      internal: true,
      async handle({ actor, params, reply }) {
        const key = keyOf(actor.workspace, params.sessionId)
        const evidence = await scoring.evidence(key)
        if (evidence === null) throw new ApiError('session_not_found')
        await audit(actor, {
          action: 'exported',
          subject: key.sessionId,
          detail: 'session with its evidence',
        })
        const name = `byhand-${key.sessionId.replace(/[^\w-]/g, '_')}.json`
        return reply
          .type(JSON_TYPE)
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(evidence)
      },
    }),
  ]
}
