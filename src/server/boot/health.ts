/** `/healthz`: the process is alive. `/readyz`: it can read and write its store; for load balancers. */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'

/** A store that answers more slowly counts as not ready. */
const PING_TIMEOUT_MS = 2_000

export async function healthRoutes(app: FastifyInstance, services: Services): Promise<void> {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (closing) throw new ApiError('shutting_down')
    if (!(await succeedsInTime(services.store.ping())))
      throw new ApiError('store_unavailable', { retryAfterS: 1 })
    return { status: 'ready' }
  })
}

async function succeedsInTime(ping: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, PING_TIMEOUT_MS, false)
  try {
    return await Promise.race([
      late,
      ping.then(
        () => true,
        () => false,
      ),
    ])
  } finally {
    clearTimeout(timer)
  }
}
