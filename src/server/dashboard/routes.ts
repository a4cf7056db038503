/** The dashboard: its API under /app/api, for logged-in members, and its pages. */
import type { FastifyInstance } from 'fastify'
import { openAccountContext } from '../account/context.ts'
import { listeningUrl } from '../base/base_url.ts'
import { isSecure, openAuthenticate } from '../http/authenticate.ts'
import { publicPage } from '../http/limit_pages.ts'
import type { ManageServices } from '../manage/operations.ts'
import { appFileRoutes, isDashboardBuilt } from './app_files.ts'
import { dashboardClusterRoutes } from './cluster_routes.ts'
import { overviewRoutes } from './overview_routes.ts'
import { qualityRoutes } from './quality_routes.ts'
import { dashboardSessionRoutes } from './session_routes.ts'
import { sessionViewRoutes } from './session_view_routes.ts'
import type { DashboardContext } from './signed_in.ts'
import { dashboardSurveyRoutes } from './survey_routes.ts'
import { uploadRoutes } from './upload_routes.ts'

export const API = '/app/api'

/** Groups of routes that need a login. */
const GROUPS: readonly ((scope: FastifyInstance, context: DashboardContext) => void)[] = [
  overviewRoutes,
  dashboardSessionRoutes,
  sessionViewRoutes,
  dashboardClusterRoutes,
  qualityRoutes,
  dashboardSurveyRoutes,
  uploadRoutes,
]

export async function dashboardRoutes(app: FastifyInstance, services: ManageServices): Promise<void> {
  const { config, log } = services
  const { audit, readSignedIn } = openAccountContext(services, listeningUrl(app))
  await app.register(
    async (scope) => {
      // These routes are internal, so they are not in the OpenAPI document.
      scope.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
      })
      scope.addHook('onRequest', openAuthenticate(services, readSignedIn)({ role: 'viewer' }))
      for (const routes of GROUPS) routes(scope, { services, audit })
    },
    { prefix: API },
  )

  if (isDashboardBuilt()) appFileRoutes(app, isSecure(config), publicPage(services))
  else log.warn('dashboard not built and not served; run npm run build')
}
