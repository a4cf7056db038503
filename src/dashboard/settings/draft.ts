/** Unsaved settings and their difference from the defaults. */
import type { SessionCheckName } from '../../contract/checks.ts'
import type { SettingsView, WhatIfRequest } from '../../contract/dashboard/settings.ts'
import type { AcceptanceLevel } from '../../contract/decision.ts'

export interface Draft {
  readonly weights: Readonly<Record<string, number>>
  readonly bands: readonly [number, number, number]
  readonly monitorOnly: boolean
  readonly acceptance: AcceptanceLevel
}

export function draftOf({ weights, bands, monitor_only, acceptance, defaults }: SettingsView): Draft {
  const fitted = defaults.weights.map(({ check, weight }) => [check, weight] as const)
  const all = { ...Object.fromEntries(fitted), ...weights }
  return { weights: all, bands, monitorOnly: monitor_only, acceptance }
}

/** The risk settings. Resets default weights, so that the workspace follows future defaults for them. */
export function requestOf({ weights, bands, monitorOnly }: Draft, saved: SettingsView): WhatIfRequest {
  const changed: Partial<Record<SessionCheckName, number | null>> = {}
  for (const { check, weight } of saved.defaults.weights) {
    const chosen = weights[check] ?? weight
    if (chosen !== weight) changed[check] = chosen
    else if (check in saved.weights) changed[check] = null
  }
  return { weights: changed, bands: [...bands], monitor_only: monitorOnly }
}

export function isChanged(draft: Draft, saved: SettingsView): boolean {
  const before = draftOf(saved)
  return (
    draft.monitorOnly !== before.monitorOnly ||
    draft.acceptance !== before.acceptance ||
    draft.bands.some((bound, i) => bound !== before.bands[i]) ||
    Object.keys(before.weights).some((check) => draft.weights[check] !== before.weights[check])
  )
}

/** Changes one bound and leaves the others alone, even where they no longer ascend. */
export function withBand(bands: Draft['bands'], index: number, bound: number): Draft['bands'] {
  const within = Math.min(100, Math.max(1, bound))
  return bands.map((value, i) => (i === index ? within : value)) as unknown as Draft['bands']
}

export const isAscending = ([second, third, fourth]: Draft['bands']): boolean =>
  second < third && third < fourth
