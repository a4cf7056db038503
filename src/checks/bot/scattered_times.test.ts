import { describe, expect, it } from 'vitest'
import type { Browser } from '../../features/session/browser.ts'
import type { ClockFeatures } from '../../features/session/clock.ts'
import { hasScatteredTimes } from './scattered_times.ts'

const SCATTERED: ClockFeatures = {
  windows: 9,
  loosestPhase: 0.3,
  keys: 300,
  keysOnPhase: 40,
  mouse: 0,
  mouseOnPhase: 0,
  mouseOnKeyPhase: 0,
  allMouse: 0,
  allMouseOnPhase: 0,
  wasProgram: null,
}
const on = (given: Partial<Browser>, clock = SCATTERED): boolean =>
  hasScatteredTimes({
    clock,
    device: { browser: { engine: 'chromium', os: 'linux', desktop: true, blurs: false, ...given } },
  })

describe('scattered input times', () => {
  it('are those of Wayland, ChromeOS or a program', () => {
    expect(on({})).toBe(true)
    expect(on({ os: 'chromeos', desktop: false })).toBe(true)
    expect(on({}, { ...SCATTERED, loosestPhase: 1, keysOnPhase: 300 })).toBe(false)
  })

  it.each<[string, Partial<Browser>]>([
    ['on Windows', { os: 'windows' }],
    ['on a Mac', { os: 'mac' }],
    ['on Android', { os: 'android', desktop: false }],
    ['in Firefox', { engine: 'firefox' }],
  ])('say nothing %s', (_, browser) => {
    expect(on(browser)).toBe(false)
  })
})
