/** Records every route that the service registers, so that tests over all routes miss none. */
import type { FastifyInstance } from 'fastify'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import type { Routes } from '../../src/extension.ts'
import { ROUTES } from '../../src/server/boot/routes.ts'

export interface Route {
  readonly method: string
  /** The registered path: `/v1/sessions/:sessionId/report`. */
  readonly url: string
}

/** Filled when the next service of this process starts. `further`: additional routes of the test. */
export function listenForRoutes(further: (app: FastifyInstance) => void = () => {}): Route[] {
  // Handled by the ingest listener, before routing.
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
