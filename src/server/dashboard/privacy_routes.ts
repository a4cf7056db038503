/** Erasure, and sessions that only show what the dashboard is. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type DemoData, type Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import { ApiError } from '../errors.ts'
import { whoIs } from './audit_log.ts'
import type { DashboardContext } from './context.ts'
import { addDemoData, demoState, hasDemoData, removeDemoData } from './demo_data.ts'
import { erase } from './erasure.ts'
import { bodyOf } from './validated.ts'
import { atLeast } from './visitor.ts'

const erasureBody = bodyOf(ErasureRequest)
const ownersOnly = { onRequest: atLeast('owner') }

export function privacyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services, audit, desk } = context
  const { store, now, scoring } = services
  /** Two who press the button together would fill it twice. */
  const adding = new Set<string>()

  scope.post('/erasures', ownersOnly, async (request): Promise<Erasure> => {
    const { visitor } = request
    const wanted = erasureBody(request)
    const count = await erase(store, visitor.workspace, wanted)
    const [kind = ''] = Object.keys(wanted)
    await audit(whoIs(visitor), {
      action: 'erased',
      // Whoever was erased is not named for ever in the record of it; who asks with the id can still be told.
      subject: `${kind.replace('_id', '')} ${fingerprint(JSON.stringify(wanted))}`,
      detail: `${count.sessions} sessions, ${count.analyses} analyses`,
    })
    return { at: now(), ...count }
  })

  scope.get('/demo-data', ({ visitor }): Promise<DemoData> => demoState(store, visitor.workspace))

  scope.post('/demo-data', ownersOnly, async ({ visitor }): Promise<DemoData> => {
    const { workspace } = visitor
    if (!hasDemoData())
      throw new ApiError('not_found', { detail: 'The demo data is not built; run npm run build.' })
    if (adding.has(workspace) || !(await demoState(store, workspace)).empty) throw new ApiError('not_empty')
    adding.add(workspace)
    try {
      await addDemoData({ store, scoring, workspace, now: now(), desk })
      await audit(whoIs(visitor), { action: 'demo_data_added' })
      return await demoState(store, workspace)
    } finally {
      adding.delete(workspace)
    }
  })

  scope.delete('/demo-data', ownersOnly, async ({ visitor }): Promise<DemoData> => {
    await removeDemoData(store, visitor.workspace)
    await audit(whoIs(visitor), { action: 'demo_data_removed' })
    return demoState(store, visitor.workspace)
  })
}

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
