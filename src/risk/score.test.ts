import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  confirmed,
  detected,
  notDetected,
  type Outcome,
  proven,
  strengthOf,
  suspected,
  unknown,
} from '../checks/check.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import type { RiskSettings } from '../contract/settings.ts'
import type { Bands } from './actions.ts'
import { contributions, partsOf, score } from './score.ts'
import { WEIGHTS, type Weights } from './weights.ts'

const ALL: readonly SessionCheckName[] = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]
const outcomes = (given: Partial<Record<SessionCheckName, Outcome>>): SessionOutcomes => ({
  ...(Object.fromEntries(ALL.map((name) => [name, unknown('')])) as unknown as SessionOutcomes),
  ...given,
})
const CONTEXT: readonly SessionCheckName[] = [
  'virtual_machine',
  'software_renderer',
  'vpn',
  'tor',
  'location_spoofing',
]
const sure = detected(1, 'seen')
const of = (given: Partial<Record<SessionCheckName, Outcome>>) => score(outcomes(given), WEIGHTS, {})

const STRENGTH = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
const ANY_OUTCOME: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(unknown(''), notDetected(''), confirmed(''), proven('')),
  STRENGTH.map((strength) => suspected(strength, '')),
  STRENGTH.map((strength) => detected(strength, '')),
)
/** The same, and what harmless circumstances explain. */
const ANY_EXPLAINED: fc.Arbitrary<Outcome> = fc.oneof(
  ANY_OUTCOME,
  fc.tuple(STRENGTH, STRENGTH).map(([strength, share]) => detected(strength, '', strength * share)),
)
const ANY_CHECK = fc.constantFrom(...ALL)
const anyOutcomes = (outcome: fc.Arbitrary<Outcome>): fc.Arbitrary<SessionOutcomes> =>
  fc
    .record(Object.fromEntries(ALL.map((name) => [name, outcome])), { requiredKeys: [] })
    .map((given) => outcomes(given as Partial<Record<SessionCheckName, Outcome>>))
const ANY_OUTCOMES = anyOutcomes(ANY_OUTCOME)
const ANY_BANDS = fc
  .uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 3, maxLength: 3 })
  .map((bounds) => bounds.toSorted((a, b) => a - b) as [number, number, number])
const ANY_SETTINGS: fc.Arbitrary<RiskSettings> = fc.record(
  {
    bands: ANY_BANDS,
    weights: fc.dictionary(ANY_CHECK, fc.integer({ min: 0, max: 100 })),
  },
  { requiredKeys: [] },
)
const rankOf = (outcome: Outcome): number =>
  'proof' in outcome ? 3 : 'confirmed' in outcome ? 2 : strengthOf(outcome)
const bandOf = (total: number, bands: Bands): number => bands.filter((lowest) => total >= lowest).length

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

  it('reaches 70 by two kinds of traces, not by one, with context or without', () => {
    const context = Object.fromEntries(CONTEXT.map((name) => [name, sure]))
    expect(of({ bot: sure })).toBe(69)
    expect(of({ bot: sure, ...context })).toBe(69)
    expect(of({ bot: confirmed('') })).toBe(80)
    expect(score(outcomes({ bot: confirmed('') }), WEIGHTS, { weights: { bot: 40 } })).toBe(40)
    expect(of({ teleporting_mouse: confirmed('') })).toBe(of({ teleporting_mouse: sure }))
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
    fc.assert(
      fc.property(ANY_OUTCOMES, ANY_CHECK, ANY_OUTCOME, ANY_SETTINGS, (given, name, other, settings) => {
        const [weak, strong] = [given[name], other].sort((a, b) => rankOf(a) - rankOf(b)) as [
          Outcome,
          Outcome,
        ]
        expect(score({ ...given, [name]: strong }, WEIGHTS, settings)).toBeGreaterThanOrEqual(
          score({ ...given, [name]: weak }, WEIGHTS, settings),
        )
      }),
    )
  })

  it('never exceeds 100', () => {
    expect(of(Object.fromEntries(ALL.map((name) => [name, proven('')])))).toBe(100)
  })

  it('lets a workspace disable a check, or give it more than the cap of its group', () => {
    expect(score(outcomes({ bot: proven('') }), WEIGHTS, { weights: { bot: 0 } })).toBe(0)
    expect(score(outcomes({ all_pasted: sure }), WEIGHTS, { weights: { all_pasted: 60 } })).toBe(60)
  })
})

/** The rule before context was told apart: all points count toward a band. */
const PLAIN_SUM: Weights = {
  ...WEIGHTS,
  groups: Object.fromEntries(
    Object.entries(WEIGHTS.groups).map(([name, group]) => [name, { ...group, isContext: false }]),
  ),
}

describe('context', () => {
  it('consists of machine and network', () => {
    const groups = Object.values(WEIGHTS.groups).filter(({ isContext }) => isContext)
    expect(groups.flatMap(({ weights }) => Object.keys(weights)).toSorted()).toEqual(CONTEXT.toSorted())
  })

  const all = Object.fromEntries(CONTEXT.map((name) => [name, sure]))

  it.each([
    ['a VPN beside open developer tools', { bot: detected(0.68, ''), vpn: sure }, 47, 49, 54],
    ['all context beside a moderate rhythm', { agent_behavior: detected(0.4, ''), ...all }, 21, 24, 45],
    ['a virtual machine beside many traces', { bot: sure, virtual_machine: sure }, 69, 69, 72],
    ['all context, and nothing else', all, 0, 24, 24],
    ['all context beside proof', { bot: proven(''), ...all }, 90, 100, 100],
  ])('stays within the band: %s', (_, given, input, total, before) => {
    expect(partsOf(outcomes(given), WEIGHTS, {})).toEqual({ input, context: total - input })
    expect(score(outcomes(given), PLAIN_SUM, {})).toBe(before)
  })

  it('uses the bands of the workspace', () => {
    const given = outcomes({ bot: detected(0.68, ''), vpn: sure })
    expect(score(given, WEIGHTS, { bands: [10, 48, 80] })).toBe(47)
    expect(score(given, WEIGHTS, { bands: [10, 40, 80] })).toBe(54)
  })

  it('never changes the band, whatever else was found', () => {
    const changes = (weights: Weights) =>
      fc.check(
        fc.property(anyOutcomes(ANY_EXPLAINED), ANY_BANDS, (given, bands) => {
          const without = Object.fromEntries(CONTEXT.map((name) => [name, unknown('')]))
          const [before, after] = [{ ...given, ...without }, given].map((one) =>
            bandOf(score(one as SessionOutcomes, weights, { bands }), bands),
          )
          expect(after).toBe(before)
        }),
      ).failed
    expect(changes(WEIGHTS)).toBe(false)
    expect(changes(PLAIN_SUM)).toBe(true)
  })

  it('decides if the workspace raised its weight above the default, and only then', () => {
    const tor = (weight: number) =>
      score(outcomes({ bot: detected(0.65, ''), tor: sure }), WEIGHTS, { weights: { tor: weight } })
    expect([tor(3), tor(12), tor(13), tor(60)]).toEqual([48, 49, 58, 100])
    expect(score(outcomes({ tor: sure, vpn: sure }), WEIGHTS, { weights: { tor: 49 } })).toBe(49)
  })
})

describe('evidence that harmless circumstances explain', () => {
  const explained = (strength: number) => detected(strength, '', strength)
  const privacy = explained(0.9 / 1.77)

  it('counts in full alone, and stops below a review beside what a person may have', () => {
    expect(of({ bot: privacy })).toBe(35)
    expect(of({ bot: privacy, agent_behavior: detected(0.75, '') })).toBe(49)
    expect(of({ bot: explained(1) })).toBe(49)
    const worst = { programmatic_clicking: explained(0.6), agent_behavior: suspected(0.25, '', 0.15) }
    expect(of({ bot: explained(1), ...worst })).toBe(49)
    expect(of({ bot: explained(1), virtual_machine: sure, vpn: sure, tor: sure })).toBe(49)
  })

  it('counts in full beside more than any recorded person has', () => {
    expect(of({ bot: privacy, agent_behavior: detected(0.76, '') })).toBeGreaterThanOrEqual(70)
    expect(of({ bot: detected(1, '', 0.3) })).toBe(69)
  })

  it('uses the bands of the workspace, and counts in full where it raised the weight', () => {
    const given = outcomes({ bot: explained(1), agent_behavior: detected(0.5, '') })
    expect(score(given, WEIGHTS, { bands: [10, 40, 80] })).toBe(39)
    expect(score(given, WEIGHTS, { bands: [10, 20, 80] })).toBe(95)
    expect(score(given, WEIGHTS, { weights: { bot: 70 } })).toBe(96)
  })

  it('never adds up to more than the limit with the context that a workspace raised', () => {
    const given = outcomes({ bot: explained(1), vpn: sure })
    expect(score(given, WEIGHTS, { weights: { vpn: 10 } })).toBe(59)
  })

  it('never leads to a review, whatever circumstances come together, and would without the rule', () => {
    const SHARE = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
    const ANY_HARMLESS = fc
      .record(Object.fromEntries(ALL.map((name) => [name, SHARE])), { requiredKeys: [] })
      .map((given) => Object.entries(given as Record<string, number>))
    const reviews = (outcomeOf: (strength: number) => Outcome) =>
      fc.check(
        fc.property(ANY_HARMLESS, (given) => {
          const found = outcomes(
            Object.fromEntries(given.map(([name, strength]) => [name, outcomeOf(strength)])),
          )
          expect(score(found, WEIGHTS, {})).toBeLessThan(50)
        }),
      ).failed
    expect(reviews(explained)).toBe(false)
    expect(reviews((strength) => detected(strength, ''))).toBe(true)
  })

  it('is one contribution with the rest of its check', () => {
    const found = contributions(outcomes({ bot: detected(0.9, '', 0.6), all_pasted: sure }), WEIGHTS, {})
    expect(found.map(({ check, points }) => [check, points])).toEqual([
      ['bot', 44],
      ['all_pasted', 5],
    ])
    expect(found[0]?.limitedBy).toBe('band')
  })
})

describe('contributions', () => {
  it('sum to the score and to its parts', () => {
    fc.assert(
      fc.property(anyOutcomes(ANY_EXPLAINED), ANY_SETTINGS, (given, settings) => {
        const found = contributions(given, WEIGHTS, settings)
        const parts = { input: 0, context: 0 }
        for (const { part, points } of found) parts[part] += points
        expect(parts).toEqual(partsOf(given, WEIGHTS, settings))
        expect(parts.input + parts.context).toBe(score(given, WEIGHTS, settings))
        expect(found.every(({ points }) => Number.isInteger(points) && points >= 0)).toBe(true)
      }),
    )
  })

  it.each([
    ['nothing', { vpn: sure }, 'vpn', null, 7],
    ['its group', { teleporting_mouse: sure, centered_clicks: sure }, 'centered_clicks', 'group', 18],
    ['the band', { bot: detected(0.68, ''), vpn: sure }, 'vpn', 'band', 2],
    ['the highest score', { bot: proven(''), agent_behavior: sure }, 'agent_behavior', 'score', 10],
  ] as const)('name the limit: %s', (_, given, name, limitedBy, points) => {
    const found = contributions(outcomes(given), WEIGHTS, {}).find(({ check }) => check === name)
    expect(found).toMatchObject({ limitedBy, points })
  })

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
