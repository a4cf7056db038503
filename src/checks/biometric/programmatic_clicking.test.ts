import { describe, expect, it } from 'vitest'
import { foldSession, type SessionFeatures } from '../../features/session/session.ts'
import { programmaticClicking } from './programmatic_clicking.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const LINUX = { engine: 'chromium', os: 'linux', desktop: true, blurs: false } as const
const run = (
  clicks: Partial<SessionFeatures['clicks']>,
  browser: SessionFeatures['device']['browser'] = LINUX,
  taps: Partial<SessionFeatures['taps']> = {},
) =>
  programmaticClicking.run({
    clicks: { ...blank.clicks, presses: 6, ...clicks },
    device: { ...blank.device, browser },
    taps: { ...blank.taps, ...taps },
  })

describe('programmatic_clicking', () => {
  it('clears ordinary presses', () => {
    expect(run({}).result).toBe('Not detected')
  })

  it('detects three taps in a row that no finger can have made, but not in Firefox', () => {
    const phone = { engine: 'chromium', os: 'android', desktop: false, blurs: false } as const
    const none = { presses: 0 }
    expect(run(none, phone, { taps: 3, longestInstantRun: 3 })).toMatchObject({
      result: 'Detected',
      strength: 1,
    })
    expect(run(none, phone, { taps: 9, longestInstantRun: 2 }).result).toBe('Not detected')
    expect(run(none, phone, { taps: 2, longestInstantRun: 2 }).result).toBe('Unknown')
    const other = { ...phone, engine: 'firefox' } as const
    expect(run(none, other, { taps: 5, longestInstantRun: 5 }).result).toBe('Not detected')
  })

  it('calls choices ticked by script a proof', () => {
    expect(run({ untrusted: 2, untrustedTargets: 2, untrustedChoices: 2 })).toMatchObject({ proof: true })
    expect(run({ untrusted: 3, untrustedTargets: 3, untrustedChoices: 1 })).toMatchObject({ proof: true })
  })

  it('forgives pages and password managers that click once for somebody', () => {
    expect(run({ untrusted: 1, untrustedTargets: 1, untrustedChoices: 1 }).result).toBe('Not detected')
    expect(run({ untrusted: 9, untrustedTargets: 9 }).result).toBe('Not detected')
  })

  it('detects presses without pressure, and trusts it less where it was not verified', () => {
    expect(run({ longestPressurelessRun: 2 })).toMatchObject({ result: 'Detected', strength: 1 })
    expect(run({ longestPressurelessRun: 1 }).result).toBe('Not detected')
    expect(run({ longestPressurelessRun: 5 }, { ...LINUX, os: 'mac' })).toMatchObject({ strength: 0.7 })
  })

  it.each([
    ['Safari', { ...LINUX, engine: 'webkit', os: 'mac' }],
    ['TalkBack on Android', { ...LINUX, os: 'android', desktop: false }],
    ['Firefox', { ...LINUX, engine: 'firefox' }],
    ['a browser that is not known', { engine: 'unknown', os: 'unknown', desktop: false, blurs: false }],
  ] as const)('does not hold missing pressure against %s', (_, browser) => {
    expect(run({ longestPressurelessRun: 9 }, browser).result).toBe('Not detected')
  })

  it('detects presses of no length that no hand led up to', () => {
    expect(run({ mostInstant: 3 }).result).toBe('Detected')
    expect(run({ mostInstant: 2 }).result).toBe('Not detected')
  })

  it('gives clicks on a page without focus half its strength', () => {
    expect(run({ longestUnfocusedRun: 3 })).toMatchObject({ result: 'Detected', strength: 0.5 })
    expect(run({ longestUnfocusedRun: 2 }).result).toBe('Not detected')
  })

  it('tells the strongest of several', () => {
    expect(run({ longestUnfocusedRun: 9, mostInstant: 5 })).toMatchObject({ strength: 1 })
  })

  it('stays silent on keyboards, and on too little', () => {
    expect(run({ presses: 0, virtual: 9 }).result).toBe('Unknown')
    expect(run({ presses: 2 }).result).toBe('Unknown')
  })
})
