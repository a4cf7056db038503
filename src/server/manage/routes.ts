/** The management API under /v1, for secret keys with the permission `admin`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../base/audit_log.ts'
import { openClientAddress, rateSubject } from '../base/client_address.ts'
import { requireKey } from '../http/auth.ts'
import { manageClusterRoutes } from './cluster_routes.ts'
import { manageExportRoutes } from './export_routes.ts'
import type { ManageServices } from './operations.ts'
import { manageSessionRoutes } from './session_routes.ts'
import { manageSurveyJobRoutes } from './survey_job_routes.ts'
import { manageSurveyMethodsRoutes } from './survey_methods_routes.ts'
import { manageSurveyReferencesRoutes } from './survey_references_routes.ts'
import { manageSurveyRoutes } from './survey_routes.ts'
import { manageSurveySettingsRoutes } from './survey_settings_routes.ts'
import { manageVerdictRoutes } from './verdict_routes.ts'

export interface ManageContext {
  readonly services: ManageServices
  /** The key of a request, for the audit log. */
  actorOf(request: FastifyRequest): Actor
}

const GROUPS: readonly ((scope: FastifyInstance, context: ManageContext) => void)[] = [
  manageSessionRoutes,
  manageClusterRoutes,
  manageExportRoutes,
  manageSurveyRoutes,
  manageVerdictRoutes,
  manageSurveyMethodsRoutes,
  manageSurveyReferencesRoutes,
  manageSurveySettingsRoutes,
  manageSurveyJobRoutes,
]

export async function manageRoutes(app: FastifyInstance, services: ManageServices): Promise<void> {
  const addresses = openClientAddress(services.config.trustedProxies)
  const context: ManageContext = {
    services,
    actorOf: ({ caller, raw }) => ({
      workspace: caller.workspace,
      memberId: caller.keyId,
      name: caller.keyName,
      address: rateSubject(addresses.of(raw)),
    }),
  }
  await app.register(async (scope) => {
    scope.addHook('onRequest', requireKey(services, 'admin'))
    // The schemas are documentation only; each operation parses its own query and body.
    scope.setValidatorCompiler(() => () => true)
    scope.setSerializerCompiler(() => JSON.stringify)
    acceptEmptyJson(scope)
    for (const routes of GROUPS) routes(scope, context)
  })
}

/** Many clients send the content type of JSON without a body. */
function acceptEmptyJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
