/** Erasure, export of personal data, and demo data. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  type DemoData,
  type Erasure,
  ErasureRequest,
  ExportRequest,
} from '../../contract/dashboard/privacy.ts'
import { ApiError } from '../http/errors.ts'
import { bodyOf } from '../http/validated.ts'
import { erase, pseudonymOf } from '../privacy/erasure.ts'
import { personExport } from '../privacy/person_export.ts'
import type { DashboardContext } from './context.ts'
import { addDemoData, demoState, hasDemoData, removeDemoData } from './demo_data.ts'
import { actorOf, atLeast } from './signed_in.ts'

const erasureBody = bodyOf(ErasureRequest)
const exportBody = bodyOf(ExportRequest)
const ownersOnly = { onRequest: atLeast('owner') }

export function privacyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services, audit, eraseAnalysis } = context
  const { store, now, scoring } = services
  /** Workspaces being filled, so that two concurrent requests do not add the data twice. */
  const adding = new Set<string>()

  scope.post('/erasures', ownersOnly, async (request): Promise<Erasure> => {
    const { signedIn } = request
    const wanted = erasureBody(request)
    const count = await erase(store, signedIn.workspace, wanted, eraseAnalysis, services.now())
    await audit(actorOf(signedIn), {
      action: 'erased',
      subject: pseudonymOf(wanted),
      detail: `${count.sessions} sessions, ${count.analyses} analyses`,
    })
    return { at: now(), ...count }
  })

  // POST, so that the id of the person is not in a URL, which proxies log.
  scope.post('/exports', ownersOnly, async (request, reply) => {
    const { signedIn } = request
    const wanted = exportBody(request)
    await audit(actorOf(signedIn), { action: 'person_exported', subject: pseudonymOf(wanted) })
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="byhand-person.json"')
      .send(Readable.from(personExport(store, signedIn.workspace, wanted, now())))
  })

  scope.get('/demo-data', ({ signedIn }): Promise<DemoData> => demoState(store, signedIn.workspace))

  scope.post('/demo-data', ownersOnly, async ({ signedIn }): Promise<DemoData> => {
    const { workspace } = signedIn
    if (!hasDemoData())
      throw new ApiError('not_found', { detail: 'The demo data is not built. Run npm run build.' })
    if (adding.has(workspace) || !(await demoState(store, workspace)).empty) throw new ApiError('not_empty')
    adding.add(workspace)
    try {
      await addDemoData({ store, scoring, workspace, now: now(), survey: services.survey })
      await audit(actorOf(signedIn), { action: 'demo_data_added' })
      return await demoState(store, workspace)
    } finally {
      adding.delete(workspace)
    }
  })

  scope.delete('/demo-data', ownersOnly, async ({ signedIn }): Promise<DemoData> => {
    await removeDemoData(store, signedIn.workspace, eraseAnalysis)
    await audit(actorOf(signedIn), { action: 'demo_data_removed' })
    return demoState(store, signedIn.workspace)
  })
}
