/** Operations on the risk and retention settings of a workspace, and a what-if for other risk settings. */
import type {
  SettingsChange,
  SettingsPatch,
  SettingsView,
  WhatIf,
  WhatIfPatch,
  WhatIfRequest,
} from '../../contract/dashboard/settings.ts'
import type { Store } from '../../store/store.ts'
import type { Actor, Audit } from '../base/audit_log.ts'
import { ApiError } from '../http/errors.ts'
import { openWhatIf } from './what_if_thread.ts'
import {
  changedSettings,
  checkBands,
  patchedRisk,
  patchedSettings,
  riskOf,
  type Settings,
  settingsView,
} from './workspace_settings.ts'

export interface SettingsOptions {
  readonly store: Store
  readonly audit: Audit
  now(): number
}

export interface SettingsOperations {
  view(workspace: string): Promise<SettingsView>
  replace(actor: Actor, change: SettingsChange): Promise<SettingsView>
  /** Changes only the given settings. */
  patch(actor: Actor, patch: SettingsPatch): Promise<SettingsView>
  whatIf(workspace: string, wanted: WhatIfRequest): Promise<WhatIf>
  /** The settings that are not given stay as they are. */
  whatIfPatched(workspace: string, patch: WhatIfPatch): Promise<WhatIf>
}

export function openSettingsOperations({ store, audit, now }: SettingsOptions): SettingsOperations {
  const computeWhatIf = openWhatIf(store.facts)

  async function settingsOf(workspace: string): Promise<Settings> {
    const found = await store.keys.workspace(workspace)
    if (found === null) throw new ApiError('not_found')
    return found.settings
  }

  async function change(actor: Actor, wanted: (before: Settings) => SettingsChange): Promise<SettingsView> {
    const at = now()
    const saved = await store.keys.changeSettings(actor.workspace, (settings) =>
      changedSettings(settings, wanted(settings), at),
    )
    if (saved === null) throw new ApiError('not_found')
    const { before, after } = saved
    const changed = ['risk', 'retention', 'forward_auth'].filter(
      (part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]),
    )
    await audit(actor, {
      action: 'settings_changed',
      subject: changed.join(', ') || 'nothing',
      detail: JSON.stringify(after.risk),
    })
    return settingsView(after)
  }

  async function whatIf(workspace: string, wanted: WhatIfRequest): Promise<WhatIf> {
    checkBands(wanted.bands)
    return computeWhatIf(workspace, { current: riskOf(await settingsOf(workspace)), wanted })
  }

  const view = async (workspace: string) => settingsView(await settingsOf(workspace))

  return {
    view,
    replace: (actor, wanted) => change(actor, () => wanted),
    patch: (actor, patch) => change(actor, (before) => patchedSettings(settingsView(before), patch)),
    whatIf,
    whatIfPatched: async (workspace, patch) => whatIf(workspace, patchedRisk(await view(workspace), patch)),
  }
}
