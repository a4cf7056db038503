import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../../extensions/settings.ts'
import { valuesOf } from '../../contract/added_setting.ts'
import { choicesOf } from '../../contract/choices.ts'
import type { SettingsView } from '../../contract/dashboard/settings.ts'
import { draftOf, isAscending, isChanged, requestOf, withBand } from './draft.ts'

const saved: SettingsView = {
  weights: { vpn: 3 },
  bands: [25, 50, 70],
  monitor_only: false,
  retention: { session_days: 30, survey_days: null },
  ...choicesOf({}),
  ...valuesOf(SETTINGS, 'initial'),
  step_up_sentences: [],
  defaults: {
    weights: [
      { check: 'bot', group: 'device', weight: 90 },
      { check: 'vpn', group: 'network', weight: 12 },
    ],
    caps: [],
    proof: 90,
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

  it('send only differences from the defaults, and reset a weight to its default', () => {
    const draft = { ...draftOf(saved), weights: { bot: 40, vpn: 12 }, monitorOnly: true }
    expect(isChanged(draft, saved)).toBe(true)
    expect(requestOf(draft, saved)).toEqual({
      weights: { bot: 40, vpn: null },
      bands: [25, 50, 70],
      monitor_only: true,
    })
  })

  it('change with the acceptance level, which is no risk setting', () => {
    const draft = { ...draftOf(saved), acceptance: 'strict' } as const
    expect(isChanged(draft, saved)).toBe(true)
    expect(requestOf(draft, saved)).toEqual(requestOf(draftOf(saved), saved))
  })

  it('change one band at a time, and show when they do not ascend', () => {
    expect(withBand([25, 50, 70], 0, 60)).toEqual([60, 50, 70])
    expect(withBand([25, 50, 70], 2, 0)).toEqual([25, 50, 1])
    expect(withBand([25, 50, 70], 0, 101)).toEqual([100, 50, 70])
    expect(isAscending([25, 50, 70])).toBe(true)
    expect(isAscending([60, 50, 70])).toBe(false)
    expect(isAscending([25, 50, 50])).toBe(false)
  })
})
