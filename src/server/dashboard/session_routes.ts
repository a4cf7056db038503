/** The list of sessions, its histogram and recent changes. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { OverviewQuery } from '../../contract/dashboard/overview.ts'
import { type SessionChanges, type SessionList, SessionQuery } from '../../contract/dashboard/sessions.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import { queryOf } from '../http/validated.ts'
import { histogramOf } from '../manage/session_counts.ts'
import { filterOf, listSessions, sessionItems } from '../manage/session_list.ts'
import type { DashboardContext } from './signed_in.ts'
import { actorOf, atLeast } from './signed_in.ts'

const sessionQuery = queryOf(SessionQuery)
const exportQuery = queryOf(OverviewQuery)
const changesQuery = queryOf(Type.Object({ since: Type.Optional(Type.String({ maxLength: 200 })) }))

/** Above this, the page reloads the list instead. */
const MAX_CHANGES = 100
/** Covers clock differences between nodes and writes during a read; some sessions are returned twice. */
const OVERLAP_MS = 5_000

export function dashboardSessionRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const { store, now } = services

  scope.get(
    '/sessions',
    (request): Promise<SessionList> => listSessions(store, request.signedIn.workspace, sessionQuery(request)),
  )

  scope.get('/sessions/histogram', (request) =>
    histogramOf(store.facts, request.signedIn.workspace, sessionQuery(request), now()),
  )

  // No HEAD: Fastify would read the whole export for it.
  const files = { onRequest: atLeast('analyst'), exposeHeadRoute: false }
  scope.get('/sessions/export.csv', files, (request, reply) => {
    const { exports, sendExport } = services.operations
    const filter = filterOf(exportQuery(request))
    return sendExport(request, reply, 'sessions', 'csv', () =>
      exports.sessions(actorOf(request.signedIn), { format: 'csv', filter }),
    )
  })

  scope.get('/sessions/changes', async (request): Promise<SessionChanges> => {
    const { since } = changesQuery(request)
    const at = now()
    if (since === undefined) return { items: [], since: writeCursor([at]), overflow: false }
    const [from] = readCursor(since, ['number'], 'since')
    const { workspace } = request.signedIn
    const found = await store.facts.changed(workspace, from - OVERLAP_MS, from - OVERLAP_MS, MAX_CHANGES + 1)
    return {
      items: await sessionItems(store, found.slice(0, MAX_CHANGES)),
      since: writeCursor([at]),
      overflow: found.length > MAX_CHANGES,
    }
  })
}
