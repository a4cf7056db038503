/** Stops accepting connections, answers requests that still arrive on open ones, then closes those. */
import type { FastifyInstance } from 'fastify'

/**
 * An idle connection may have a request on its way, so it stays open this long. Responses carry `Connection: close`,
 * which makes busy clients disconnect by themselves.
 */
const IDLE_GRACE_MS = 500
const CHECK_EVERY_MS = 100

/** In-flight requests are aborted after this. */
const DRAIN_MS = 6_000

export async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  // Node closes idle connections as soon as a server closes; the timer below does it later.
  server.closeIdleConnections = () => {}
  const began = performance.now()
  const timer = setInterval(() => {
    const passedMs = performance.now() - began
    if (passedMs >= DRAIN_MS) server.closeAllConnections()
    else if (passedMs >= IDLE_GRACE_MS) closeIdle()
  }, CHECK_EVERY_MS)
  try {
    await app.close()
  } finally {
    clearInterval(timer)
  }
}
