import { describe, expect, it } from 'vitest'
import { foldSession, type SessionFeatures } from '../../features/session/session.ts'
import { programmaticClicking } from './programmatic_clicking.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const LINUX = { engine: 'chromium', os: 'linux', desktop: true, blurs: false } as const
const run = (
  clicks: Partial<SessionFeatures['clicks']>,
  browser: SessionFeatures['device']['browser'] = LINUX,
  taps: Partial<SessionFeatures['taps']> = {},
  {
    keys,
    inputs,
  }: { keys?: Partial<SessionFeatures['keys']>; inputs?: Partial<SessionFeatures['inputs']> } = {},
) =>
  programmaticClicking.run({
    clicks: { ...blank.clicks, presses: 6, ...clicks },
    device: { ...blank.device, browser },
    keys: { ...blank.keys, ...keys },
    inputs: { ...blank.inputs, ...inputs },
    taps: { ...blank.taps, ...taps },
  })

describe('programmatic_clicking', () => {
  it('clears ordinary presses', () => {
    expect(run({}).result).toBe('Not detected')
  })

  it('detects three taps in a row that are too short for a finger, but not in Firefox', () => {
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

  it('treats choices ticked by a script as proof', () => {
    expect(run({ untrusted: 2, untrustedTargets: 2, untrustedChoices: 2 })).toMatchObject({ proof: true })
    expect(run({ untrusted: 3, untrustedTargets: 3, untrustedChoices: 1 })).toMatchObject({ proof: true })
  })

  it('tolerates pages and password managers that click once', () => {
    expect(run({ untrusted: 1, untrustedTargets: 1, untrustedChoices: 1 }).result).toBe('Not detected')
    expect(run({ untrusted: 9, untrustedTargets: 9 }).result).toBe('Not detected')
  })

  it('detects presses without pressure, with less strength where that was not verified', () => {
    expect(run({ longestPressurelessRun: 2 })).toMatchObject({ result: 'Detected', strength: 1 })
    expect(run({ longestPressurelessRun: 1 }).result).toBe('Not detected')
    expect(run({ longestPressurelessRun: 5 }, { ...LINUX, os: 'mac' })).toMatchObject({ strength: 0.7 })
  })

  it.each([
    ['Safari', { ...LINUX, engine: 'webkit', os: 'mac' }],
    ['TalkBack on Android', { ...LINUX, os: 'android', desktop: false }],
    ['Firefox', { ...LINUX, engine: 'firefox' }],
    ['an unknown browser', { engine: 'unknown', os: 'unknown', desktop: false, blurs: false }],
  ] as const)('does not count missing pressure in %s', (_, browser) => {
    expect(run({ longestPressurelessRun: 9 }, browser).result).toBe('Not detected')
  })

  it('detects instantaneous presses without pointer movement before them', () => {
    expect(run({ mostInstant: 3 }).result).toBe('Detected')
    expect(run({ mostInstant: 2 }).result).toBe('Not detected')
  })

  it('gives clicks while the page has no focus half the strength', () => {
    expect(run({ longestUnfocusedRun: 3 })).toMatchObject({ result: 'Detected', strength: 0.5 })
    expect(run({ longestUnfocusedRun: 2 }).result).toBe('Not detected')
  })

  it('reports the strongest sign', () => {
    expect(run({ longestUnfocusedRun: 9, mostInstant: 5 })).toMatchObject({ strength: 1 })
  })

  it('clears three clicks by keyboard or assistive technology, but not a script among them', () => {
    expect(run({ presses: 0, virtual: 3 }).result).toBe('Not detected')
    expect(run({ presses: 0, virtual: 2 }).result).toBe('Unknown')
    expect(
      run({ presses: 0, virtual: 9, untrusted: 2, untrustedTargets: 2, untrustedChoices: 2 }),
    ).toMatchObject({ proof: true })
  })

  it('is no proof if a person types and an extension clicks for them, as with link hints', () => {
    const clicked = { presses: 0, untrusted: 3, untrustedTargets: 3, untrustedChoices: 2 }
    const typing = (keys: object, inputs = {}) => run(clicked, LINUX, {}, { keys, inputs })
    expect(typing({ unhurried: 25 })).toMatchObject({ result: 'Detected', strength: 0.6 })
    expect(typing({ unhurried: 25 })).not.toHaveProperty('proof')
    expect(typing({ unhurried: 24 })).toMatchObject({ proof: true })
    expect(typing({ unhurried: 90, untrusted: 1 })).toMatchObject({ proof: true })
    expect(typing({ unhurried: 90 }, { untrustedChars: 1 })).toMatchObject({ proof: true })
  })

  it('is Unknown with too few presses', () => {
    expect(run({ presses: 2 }).result).toBe('Unknown')
  })
})
