/**
 * Every group of routes. READ FIRST: to add one, export `async function xRoutes(app, services)` from its own file
 * and add it here. Groups share one Fastify instance; hooks and parsers of one group belong in `app.register`.
 */
import { EXTENSIONS } from '../../../extensions/service.ts'
import type { Routes } from '../../extension.ts'
import { collectRoutes } from '../collect/routes.ts'
import { demoRoutes } from '../demo/routes.ts'
import { dashboardRoutes } from '../http/app_routes.ts'
import { openapiRoutes } from '../http/openapi/openapi.ts'
import { packageRoutes } from '../http/package_routes.ts'
import { scriptRoutes } from '../http/script_routes.ts'
import { securityTxtRoutes } from '../http/security_txt.ts'
import { resultRoutes } from '../signed_results/routes.ts'
import { stepUpRoutes } from '../signed_results/step_up/routes.ts'
import { linkRoutes } from '../survey/link/routes.ts'
import { surveyRoutes } from '../survey/routes.ts'
import { healthRoutes } from './health.ts'
import { metricsRoutes } from './metrics_routes.ts'
import { operationRoutes } from './operations.ts'

export const ROUTES: readonly Routes[] = [
  openapiRoutes,
  surveyRoutes,
  healthRoutes,
  securityTxtRoutes,
  metricsRoutes,
  collectRoutes,
  scriptRoutes,
  packageRoutes,
  demoRoutes,
  linkRoutes,
  operationRoutes,
  resultRoutes,
  ...EXTENSIONS.flatMap(({ routes = [] }) => routes),
  stepUpRoutes,
  dashboardRoutes,
]
