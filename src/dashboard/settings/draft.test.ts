import { describe, expect, it } from 'vitest'
import type { SettingsView } from '../../contract/dashboard/settings.ts'
import { draftOf, isChanged, requestOf, withBand } from './draft.ts'

const saved: SettingsView = {
  weights: { vpn: 3 },
  bands: [25, 50, 70],
  monitor_only: false,
  retention: { session_days: 30, survey_days: null },
  defaults: {
    weights: [
      { check: 'bot', group: 'device', weight: 90 },
      { check: 'vpn', group: 'network', weight: 12 },
    ],
    caps: [],
    bands: [25, 50, 70],
  },
  rescoring: false,
}

describe('draft settings', () => {
  it('start as the saved settings', () => {
    const draft = draftOf(saved)
    expect(draft.weights).toEqual({ bot: 90, vpn: 3 })
    expect(isChanged(draft, saved)).toBe(false)
    expect(requestOf(draft, saved)).toEqual({ weights: { vpn: 3 }, bands: [25, 50, 70], monitor_only: false })
  })

  it('send only differences from the defaults', () => {
    const draft = { ...draftOf(saved), weights: { bot: 40, vpn: 12 }, monitorOnly: true }
    expect(isChanged(draft, saved)).toBe(true)
    expect(requestOf(draft, saved)).toEqual({ weights: { bot: 40 }, bands: [25, 50, 70], monitor_only: true })
  })

  it('keep the bands in ascending order', () => {
    expect(withBand([25, 50, 70], 0, 60)).toEqual([60, 61, 70])
    expect(withBand([25, 50, 70], 2, 10)).toEqual([8, 9, 10])
    expect(withBand([25, 50, 70], 0, 100)).toEqual([98, 99, 100])
    expect(withBand([25, 50, 70], 2, 1)).toEqual([1, 2, 3])
  })
})
