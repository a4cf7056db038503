import { describe, expect, it } from 'vitest'
import { detected, notDetected, type Outcome, proven, suspected, unknown } from '../checks/check.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import { contributions, score } from './score.ts'
import { WEIGHTS } from './weights.ts'

const ALL: readonly SessionCheckName[] = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]
const outcomes = (given: Partial<Record<SessionCheckName, Outcome>>): SessionOutcomes => ({
  ...(Object.fromEntries(ALL.map((name) => [name, unknown('')])) as unknown as SessionOutcomes),
  ...given,
})
const sure = detected(1, 'seen')
const of = (given: Partial<Record<SessionCheckName, Outcome>>) => score(outcomes(given), WEIGHTS, {})

describe('the score', () => {
  it('is 0 when nothing was detected', () => {
    expect(of({})).toBe(0)
    expect(of({ bot: notDetected('') })).toBe(0)
  })

  const CLEAR: ReadonlySet<SessionCheckName> = new Set(['agent_behavior', 'programmatic_typing', 'bot'])

  it.each(ALL.filter((name) => !CLEAR.has(name)))('does not reach 50 by %s alone, without proof', (name) => {
    expect(of({ [name]: sure })).toBeLessThan(50)
  })

  it.each([...CLEAR])('leads to a review, and no rejection, by clear evidence of %s alone', (name) => {
    expect(of({ [name]: sure })).toBeGreaterThanOrEqual(50)
    expect(of({ [name]: sure })).toBeLessThan(70)
    expect(of({ [name]: detected(0.75, 'seen') })).toBeLessThan(70)
  })

  it('stays below 50 for an even rhythm without corrections, as with a switch device', () => {
    const even = { agent_behavior: detected(0.75, ''), programmatic_typing: detected(0.8, '') }
    expect(of({ ...even, no_corrections: sure, virtual_machine: sure })).toBeLessThan(50)
  })

  it('adds evidence below the threshold of its check', () => {
    expect(of({ bot: suspected(0.2, '') })).toBe(14)
    expect(of({ bot: suspected(0.2, ''), agent_behavior: detected(0.75, '') })).toBeGreaterThanOrEqual(50)
  })

  it.each(['bot', 'programmatic_clicking', 'programmatic_typing'] as const)(
    'reaches 70 by proof of %s alone',
    (name) => {
      expect(of({ [name]: proven('') })).toBeGreaterThanOrEqual(70)
    },
  )

  it.each(Object.entries(WEIGHTS.groups).filter(([name]) => name !== 'rhythm' && name !== 'tool'))(
    'keeps the group %s below 50, with a virtual machine too',
    (_, { weights }) => {
      const group = Object.fromEntries(Object.keys(weights).map((name) => [name, sure]))
      expect(of({ ...group, virtual_machine: sure, software_renderer: sure })).toBeLessThan(50)
    },
  )

  it('stays below 50 for VPN, Tor and everything pasted together', () => {
    expect(of({ vpn: sure, tor: sure, all_pasted: sure, external_input: sure })).toBeLessThan(50)
  })

  it('reaches 70 when both pointer and rhythm indicate automation', () => {
    expect(
      of({ programmatic_typing: sure, teleporting_mouse: sure, centered_clicks: sure }),
    ).toBeGreaterThanOrEqual(70)
  })

  it('has a weight and a range for every check, in exactly one group', () => {
    const weighed = Object.values(WEIGHTS.groups).flatMap(({ weights }) => Object.keys(weights))
    expect(weighed.toSorted()).toEqual(ALL.toSorted())
    for (const { weights, ranges } of Object.values(WEIGHTS.groups)) {
      expect(Object.keys(ranges)).toEqual(Object.keys(weights))
    }
  })

  it('never falls when a check is stronger or another one is detected', () => {
    for (const name of ALL) {
      for (const other of ALL) {
        const weak = of({ [other]: detected(0.4, ''), [name]: detected(0.3, '') })
        expect(of({ [other]: detected(0.4, ''), [name]: sure })).toBeGreaterThanOrEqual(weak)
        expect(weak).toBeGreaterThanOrEqual(of({ [other]: detected(0.4, '') }) - (name === other ? 100 : 0))
      }
    }
  })

  it('never exceeds 100', () => {
    expect(of(Object.fromEntries(ALL.map((name) => [name, proven('')])))).toBe(100)
  })

  it('lets a workspace disable a check, or give it more than the cap of its group', () => {
    expect(score(outcomes({ bot: proven('') }), WEIGHTS, { bot: 0 })).toBe(0)
    expect(score(outcomes({ all_pasted: sure }), WEIGHTS, { all_pasted: 60 })).toBe(60)
  })
})

describe('contributions', () => {
  it('list the strongest first, with the score without each', () => {
    const found = contributions(outcomes({ bot: proven(''), all_pasted: sure }), WEIGHTS, {})
    expect(found.map(({ check }) => check)).toEqual(['bot', 'all_pasted'])
    expect(found[0]?.scoreWithout).toBe(of({ all_pasted: sure }))
  })

  it('distribute the cap of a group', () => {
    const found = contributions(outcomes({ teleporting_mouse: sure, centered_clicks: sure }), WEIGHTS, {})
    const carried = found.reduce((sum, { points }) => sum + points, 0)
    expect(carried).toBeCloseTo(WEIGHTS.groups.pointer?.cap as number, 0)
  })
})
