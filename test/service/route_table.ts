/** Every route of the service as it registers them, so that none can be forgotten by a test over all of them. */
import type { FastifyInstance } from 'fastify'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { ROUTES, type Routes } from '../../src/server/boot/routes.ts'

export interface Route {
  readonly method: string
  /** As registered: `/v1/sessions/:sessionId/report`. */
  readonly url: string
}

/** Fills as the next service of this process starts. `further`: routes of the test's own. */
export function listenForRoutes(further: (app: FastifyInstance) => void = () => {}): Route[] {
  // Taken at the door, before any route is looked for.
  const table: Route[] = [{ method: 'POST', url: INGEST_PATH }]
  const groups = ROUTES as Routes[]
  let isDone = false
  const listener: Routes = async (app) => {
    if (isDone) return
    isDone = true
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) table.push({ method: one, url })
    })
    further(app)
  }
  groups.unshift(listener)
  return table
}

export const nameOf = ({ method, url }: Route): string => `${method} ${url}`
