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
import type { DashboardContext } from './context.ts'
import { addDemoData, demoState, hasDemoData, removeDemoData } from './demo_data.ts'
import { actorOf, atLeast } from './signed_in.ts'

const erasureBody = bodyOf(ErasureRequest)
const exportBody = bodyOf(ExportRequest)
const ownersOnly = { onRequest: atLeast('owner') }

export function privacyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services, audit, eraseAnalysis } = context
  const { store, now, scoring } = services
  const { people } = services.operations
  /** Workspaces being filled, so that two concurrent requests do not add the data twice. */
  const adding = new Set<string>()

  scope.post('/erasures', ownersOnly, async (request): Promise<Erasure> => {
    return people.erase(actorOf(request.signedIn), erasureBody(request))
  })

  // POST, so that the id of the person is not in a URL, which proxies log.
  scope.post('/exports', ownersOnly, async (request, reply) => {
    const document = await people.export(actorOf(request.signedIn), exportBody(request))
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="byhand-person.json"')
      .send(Readable.from(document))
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
