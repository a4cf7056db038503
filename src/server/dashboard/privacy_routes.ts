/** Erasure, and sessions that only show what the dashboard is. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import { whoIs } from './audit_log.ts'
import type { DashboardContext } from './context.ts'
import { erase } from './erasure.ts'
import { bodyOf } from './validated.ts'
import { atLeast } from './visitor.ts'

const erasureBody = bodyOf(ErasureRequest)

export function privacyRoutes(scope: FastifyInstance, { services, audit }: DashboardContext): void {
  const { store, now } = services

  scope.post('/erasures', { onRequest: atLeast('owner') }, async (request): Promise<Erasure> => {
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
}

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
