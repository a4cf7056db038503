/** Risk and retention settings of a workspace, and a what-if for other risk settings. */
import type { FastifyInstance } from 'fastify'
import { SettingsChange, WhatIfRequest } from '../../contract/dashboard/settings.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast } from './signed_in.ts'

const settingsBody = bodyOf(SettingsChange)
const whatIfBody = bodyOf(WhatIfRequest)

export function settingsRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const { settings } = services.operations

  scope.get('/settings', ({ signedIn }) => settings.view(signedIn.workspace))
  scope.put('/settings', { onRequest: atLeast('owner') }, async (request) =>
    settings.replace(actorOf(request.signedIn), settingsBody(request)),
  )
  scope.post('/settings/what-if', { onRequest: atLeast('analyst') }, async (request) =>
    settings.whatIf(request.signedIn.workspace, whatIfBody(request)),
  )
}
