/** The pages of the dashboard. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { appFileRoutes, isDashboardBuilt } from './app_files.ts'
import { isSecure } from './authenticate.ts'
import { publicPage } from './limit_pages.ts'

export async function dashboardRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, log } = services
  if (isDashboardBuilt()) appFileRoutes(app, isSecure(config), publicPage(services))
  else log.warn('dashboard not built and not served; run npm run build')
}
