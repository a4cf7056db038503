/** Risk and retention settings of a workspace, and a what-if for other risk settings. */
import type { FastifyInstance } from 'fastify'
import { SettingsChange, type SettingsView, WhatIfRequest } from '../../contract/dashboard/settings.ts'
import { ApiError } from '../http/errors.ts'
import { bodyOf } from '../http/validated.ts'
import { openWhatIf } from '../manage/what_if_thread.ts'
import {
  changedSettings,
  checkBands,
  riskOf,
  type Settings,
  settingsView,
} from '../manage/workspace_settings.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast } from './signed_in.ts'

const settingsBody = bodyOf(SettingsChange)
const whatIfBody = bodyOf(WhatIfRequest)

export function settingsRoutes(scope: FastifyInstance, { services, audit }: DashboardContext): void {
  const { store, now } = services
  const whatIf = openWhatIf(store.facts)
  const settingsOf = async (workspace: string): Promise<Settings> => {
    const found = await store.keys.workspace(workspace)
    if (found === null) throw new ApiError('not_found')
    return found.settings
  }

  scope.get('/settings', async ({ signedIn }): Promise<SettingsView> => {
    return settingsView(await settingsOf(signedIn.workspace))
  })

  scope.put('/settings', { onRequest: atLeast('owner') }, async (request): Promise<SettingsView> => {
    const { signedIn } = request
    const change = settingsBody(request)
    const before = await settingsOf(signedIn.workspace)
    const after = changedSettings(before, change, now())
    await store.keys.saveSettings(signedIn.workspace, after)
    const changed = ['risk', 'retention'].filter(
      (part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]),
    )
    await audit(actorOf(signedIn), {
      action: 'settings_changed',
      subject: changed.join(', ') || 'nothing',
      detail: JSON.stringify(after.risk),
    })
    return settingsView(after)
  })

  scope.post('/settings/what-if', { onRequest: atLeast('analyst') }, async (request) => {
    const wanted = whatIfBody(request)
    checkBands(wanted.bands)
    const { workspace } = request.signedIn
    return whatIf(workspace, { current: riskOf(await settingsOf(workspace)), wanted })
  })
}
