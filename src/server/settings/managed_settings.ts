/** Operations on the risk and retention settings of a workspace, and a what-if for other risk settings. */
import type {
  SettingsChange,
  SettingsView,
  WhatIf,
  WhatIfRequest,
} from '../../contract/dashboard/settings.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { ApiError } from '../http/errors.ts'
import { type Expect, expectAny, tagOf } from '../http/if_match.ts'
import { openWhatIf } from './what_if_thread.ts'
import {
  changedRisk,
  changedSettings,
  changesBetween,
  riskOf,
  type Settings,
  settingsView,
} from './workspace_settings.ts'

export interface ManagedSettings {
  view(workspace: string): Promise<SettingsView>
  /** Changes only the given settings. */
  change(actor: Actor, change: SettingsChange, expect?: Expect): Promise<SettingsView>
  /** The settings that are not given stay as they are. */
  whatIf(workspace: string, wanted: WhatIfRequest): Promise<WhatIf>
}

/** Rescoring goes on by itself. */
export const settingsTag = ({ rescoring: _, ...shown }: SettingsView): string => tagOf(shown)

/** Visits that the counts of step-up verification cover. */
const RECENT_MS = 30 * 24 * 3_600_000

export function openManagedSettings({ store, audit, now }: AuditedOptions): ManagedSettings {
  const computeWhatIf = openWhatIf(store.facts)

  async function settingsOf(workspace: string): Promise<Settings> {
    const found = await store.keys.workspace(workspace)
    if (found === null) throw new ApiError('not_found')
    return found.settings
  }

  return {
    view: async (workspace) => settingsView(await settingsOf(workspace)),

    async change(actor, wanted, expect = expectAny) {
      const at = now()
      const saved = await store.keys.changeSettings(actor.workspace, (settings) => {
        expect(settingsTag(settingsView(settings)))
        return changedSettings(settings, wanted, at)
      })
      if (saved === null) throw new ApiError('not_found')
      const changed = changesBetween(saved.before, saved.after)
      await audit(actor, {
        action: 'settings_changed',
        subject: Object.keys(changed).join(', ') || 'nothing',
        detail: JSON.stringify(changed),
      })
      return settingsView(saved.after)
    },

    async whatIf(workspace, wanted) {
      const settings = await settingsOf(workspace)
      return computeWhatIf(workspace, {
        current: riskOf(settings),
        wanted: changedRisk(settings, wanted),
        recentSince: now() - RECENT_MS,
      })
    },
  }
}
