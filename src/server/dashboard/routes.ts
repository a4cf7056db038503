/** The dashboard: its API under /app/api, for logged-in members, and its pages. */
import type { FastifyInstance } from 'fastify'
import { listeningUrl } from '../base/base_url.ts'
import { openChallenges } from '../challenge/challenge.ts'
import { publicPage } from '../http/limit_pages.ts'
import type { ManageServices } from '../manage/operations.ts'
import { dashboardAgentRoutes } from './agent_routes.ts'
import { appFileRoutes, isDashboardBuilt } from './app_files.ts'
import { challengeRoutes } from './challenge_routes.ts'
import { dashboardClusterRoutes } from './cluster_routes.ts'
import { type DashboardContext, openContext } from './context.ts'
import { demoWorkspaceRoutes } from './demo_workspace_routes.ts'
import { keyRoutes } from './key_routes.ts'
import { dashboardLimits } from './limits.ts'
import { loginRoutes } from './login_routes.ts'
import { meRoutes } from './me_routes.ts'
import { memberRoutes } from './member_routes.ts'
import { overviewRoutes } from './overview_routes.ts'
import { privacyRoutes } from './privacy_routes.ts'
import { qualityRoutes } from './quality_routes.ts'
import { dashboardSessionRoutes } from './session_routes.ts'
import { sessionViewRoutes } from './session_view_routes.ts'
import { settingsRoutes } from './settings_routes.ts'
import { rejectCrossSiteRequest, requireSignedIn } from './signed_in.ts'

export const API = '/app/api'

/** Groups of routes that need a login. */
const GROUPS: readonly ((scope: FastifyInstance, context: DashboardContext) => void)[] = [
  meRoutes,
  challengeRoutes,
  memberRoutes,
  keyRoutes,
  overviewRoutes,
  dashboardSessionRoutes,
  sessionViewRoutes,
  dashboardClusterRoutes,
  settingsRoutes,
  dashboardAgentRoutes,
  qualityRoutes,
  privacyRoutes,
  demoWorkspaceRoutes,
]

const API_HEADERS = { 'cross-origin-resource-policy': 'same-origin' } as const

export async function dashboardRoutes(app: FastifyInstance, services: ManageServices): Promise<void> {
  const { config, log, store } = services
  const challenges = await openChallenges(store, () => {})
  const context = openContext(services, challenges, listeningUrl(app))
  const limits = dashboardLimits(services, context.addressOf)

  await app.register(
    async (api) => {
      // These routes are internal, so they are not in the OpenAPI document.
      api.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
      })
      api.addHook('onRequest', async (request, reply) => {
        reply.headers(API_HEADERS)
        rejectCrossSiteRequest(request, config.publicUrl)
      })
      await api.register(async (scope) => {
        scope.addHook('onRequest', async (request, reply) => limits.login(request, reply))
        loginRoutes(scope, context)
      })
      await api.register(async (scope) => {
        scope.addHook('onRequest', async (request, reply) => {
          request.signedIn = await requireSignedIn(
            context.accounts,
            request,
            context.secure,
            context.addressOf(request),
          ).catch((error) => {
            limits.login(request, reply)
            throw error
          })
          limits.member(request, reply)
        })
        for (const routes of GROUPS) routes(scope, context)
      })
    },
    { prefix: API },
  )

  if (isDashboardBuilt()) appFileRoutes(app, context.secure, publicPage(services))
  else log.warn('dashboard not built and not served; run npm run build')
}
