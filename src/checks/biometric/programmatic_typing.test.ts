import { describe, expect, it } from 'vitest'
import { foldSession, type SessionFeatures } from '../../features/session/session.ts'
import { programmaticTyping } from './programmatic_typing.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const LINUX = { engine: 'chromium', os: 'linux', desktop: true, blurs: false } as const

/** Ordinary typing on Linux, except for the given values. */
function run(
  keys: Partial<SessionFeatures['keys']>,
  inputs: Partial<SessionFeatures['inputs']> = {},
  browser: SessionFeatures['device']['browser'] = LINUX,
) {
  const alone = { fastestShortMs: 90, fastestLongMs: 110, steadiestFast: Number.POSITIVE_INFINITY }
  const writer = { presses: 300, intervals: 280, alone, steadiestLong: 0.4 }
  return programmaticTyping.run({
    keys: { ...blank.keys, ...writer, ...keys },
    inputs: { ...blank.inputs, ...inputs },
    device: { ...blank.device, browser },
  })
}

/** The windows of a person, except for the given values. */
const fast = (windows: Partial<SessionFeatures['keys']['alone']>) => ({ ...blank.keys.alone, ...windows })

describe('programmatic_typing', () => {
  it('clears ordinary typing', () => {
    expect(run({}).result).toBe('Not detected')
  })

  it.each([
    [
      '25 keys within 20 ms',
      { alone: fast({ fastestShortMs: 20 }) },
      { alone: fast({ fastestShortMs: 21 }) },
    ],
    ['40 keys within 45 ms', { alone: fast({ fastestLongMs: 45 }) }, { alone: fast({ fastestLongMs: 46 }) }],
    ['a pace varying by less than 12%', { steadiestLong: 0.119 }, { steadiestLong: 0.12 }],
    [
      'a fast pace varying by less than 35%',
      { alone: fast({ steadiestFast: 0.349 }) },
      { alone: fast({ steadiestFast: 0.35 }) },
    ],
    ['40 keys held for the same time', { steadiestHold: 0.029 }, { steadiestHold: 0.03 }],
    ['three capitals without Shift', { longestShiftlessRun: 3 }, { longestShiftlessRun: 2 }],
  ])('detects %s, and no less', (_, beyond, within) => {
    expect(run(beyond).result).toBe('Detected')
    expect(run(within).result).toBe('Not detected')
  })

  it('detects sentences without key presses, with full strength from 40 characters or two fields', () => {
    expect(run({}, { keylessFields: 1, longestKeylessChars: 39 })).toMatchObject({ strength: 0.5 })
    expect(run({}, { keylessFields: 1, longestKeylessChars: 40 })).toMatchObject({ strength: 0.8 })
    expect(run({}, { keylessFields: 1, longestKeylessChars: 90, longestKeylessInsertion: 90 })).toMatchObject(
      { strength: 1 },
    )
    expect(run({}, { keylessFields: 2, longestKeylessChars: 20 })).toMatchObject({ strength: 0.8 })
  })

  it('stays below monitoring for a text expander of a person who types the rest', () => {
    const weak = { result: 'Not detected', strength: 0.3 }
    expect(run({ afterTyping: fast({ fastestShortMs: 12 }) })).toMatchObject(weak)
    expect(run({ afterTyping: fast({ steadiestFast: 0.1 }) })).toMatchObject(weak)
    expect(run({}, { longestExpansion: 90 })).toMatchObject(weak)
    expect(run({}, { longestExpansion: 19 })).not.toHaveProperty('strength')
    const both = { alone: fast({ fastestShortMs: 12 }), afterTyping: fast({ fastestShortMs: 12 }) }
    expect(run(both)).toMatchObject({ result: 'Detected', strength: 0.8 })
    expect(run({}, { longestExpansion: 90, keylessFields: 2, longestKeylessChars: 119 })).toMatchObject({
      strength: 0.8,
    })
  })

  it('treats keys and answers made by a script as proof', () => {
    expect(run({ untrusted: 20, untrustedInOneField: 20 })).toMatchObject({ result: 'Detected', proof: true })
    expect(run({}, { untrustedChars: 80 })).toMatchObject({ proof: true })
    expect(run({}, { untrustedChars: 20, untrustedQuestionChars: 20 })).toMatchObject({ proof: true })
  })

  it('clears form fillers and password managers', () => {
    expect(run({ untrusted: 19, untrustedInOneField: 4 }, { untrustedChars: 79 }).result).toBe('Not detected')
  })

  it('gives a missing Shift less strength where it was not verified, and none on phones', () => {
    expect(run({ longestShiftlessRun: 5 }, {}, { ...LINUX, os: 'windows' })).toMatchObject({ strength: 0.55 })
    const phone = { ...LINUX, os: 'android', desktop: false } as const
    expect(run({ longestShiftlessRun: 5 }, { keylessFields: 3, longestKeylessChars: 90 }, phone).result).toBe(
      'Not detected',
    )
  })

  it('is Unknown with too few intervals', () => {
    expect(run({ intervals: 24 }).result).toBe('Unknown')
    expect(run({ intervals: 4, rests: 20 }).result).toBe('Unknown')
  })

  it('clears people who type letter by letter, as with a switch', () => {
    expect(run({ intervals: 4, rests: 21 }).result).toBe('Not detected')
  })
})
