/** Stops taking connections, answers what still arrives on those that are there, then closes them. */
import type { FastifyInstance } from 'fastify'

/**
 * A connection that looks idle may have a request on its way. It is left open this long; whatever arrives is
 * answered with `Connection: close`, so that busy clients leave by themselves.
 */
const IDLE_GRACE_MS = 500
const LOOK_EVERY_MS = 100

/** Requests still inside after this are cut off. */
const DRAIN_MS = 6_000

export async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  // Node closes idle connections the moment a server closes; they are closed here, later.
  server.closeIdleConnections = () => {}
  const began = performance.now()
  const timer = setInterval(() => {
    const passedMs = performance.now() - began
    if (passedMs >= DRAIN_MS) server.closeAllConnections()
    else if (passedMs >= IDLE_GRACE_MS) closeIdle()
  }, LOOK_EVERY_MS)
  try {
    await app.close()
  } finally {
    clearInterval(timer)
  }
}
