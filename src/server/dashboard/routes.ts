/** The pages of the dashboard. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { isSecure } from '../http/authenticate.ts'
import { publicPage } from '../http/limit_pages.ts'
import { appFileRoutes, isDashboardBuilt } from './app_files.ts'

export async function dashboardRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, log } = services
  if (isDashboardBuilt()) appFileRoutes(app, isSecure(config), publicPage(services))
  else log.warn('dashboard not built and not served; run npm run build')
}
