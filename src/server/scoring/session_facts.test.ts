import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../../research/lab/recordings.ts'
import { referredFrom } from '../../../test/samples/referred.ts'
import type { Outcome } from '../../checks/check.ts'
import type { SessionOutcomes } from '../../checks/session.ts'
import { CHECK_BITS } from '../../contract/checks.ts'
import { type MadeReport, makeReport } from '../../report/report.ts'
import { NEEDED, type Needed, neededOf } from '../../risk/acceptance.ts'
import { assess } from '../../risk/assess.ts'
import { CHECKS_BY_BIT, detectedChecks, factsOf, outcomesOf } from './session_facts.ts'

/** The bits of version 0.1. Rows in databases contain them, so they never change. */
const STORED_BITS = {
  agent_behavior: 0,
  programmatic_typing: 1,
  teleporting_mouse: 2,
  no_corrections: 3,
  all_pasted: 4,
  jump_scrolling: 5,
  centered_clicks: 6,
  programmatic_clicking: 7,
  external_input: 8,
  bot: 9,
  virtual_machine: 10,
  software_renderer: 11,
  vpn: 12,
  tor: 13,
  location_spoofing: 14,
}

const EMPTY = { sessionId: 'S', userId: null, tags: [], tampered: 0, overflow: 0, batches: [] }

const share = fc.double({ min: 0, max: 1, noNaN: true })
const found = { strength: share, harmless: fc.option(share, { nil: undefined }) }
const withoutAbsent = (one: object) => JSON.parse(JSON.stringify(one)) as Outcome

/** Few checks find something; otherwise every score is the highest. */
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Outcome>({ result: 'Not detected', evidence: 'no' }) },
  fc.constant<Outcome>({ result: 'Unknown', evidence: 'too little' }),
  fc
    .record({ result: fc.constantFrom('Detected', 'Not detected'), ...found, evidence: fc.constant('yes') })
    .map(withoutAbsent),
  fc.constant<Outcome>({ result: 'Detected', strength: 1, evidence: 'proof', proof: true }),
  fc.constant<Outcome>({ result: 'Detected', strength: 1, evidence: 'two kinds', confirmed: true }),
)

describe('facts', () => {
  it('yield the same score and action as the original results, under any settings', () => {
    const made = makeReport(EMPTY, {}, () => {})
    fc.assert(
      fc.property(
        fc.tuple(...CHECKS_BY_BIT.map(() => outcome)),
        fc.subarray(Object.keys(NEEDED) as Needed[]),
        fc.dictionary(fc.constantFrom(...CHECKS_BY_BIT), fc.integer({ min: 0, max: 100 })),
        (list, missing, weights) => {
          const outcomes = Object.fromEntries(
            CHECKS_BY_BIT.map((name, index) => [name, list[index]]),
          ) as SessionOutcomes
          const facts = { ...factsOf({ ...made, outcomes, missing }, [], 'visits'), savedAt: 0 }
          const scoreOf = ({ risk_score, recommended_action }: ReturnType<typeof assess>) => [
            risk_score,
            recommended_action,
          ]
          expect(scoreOf(assess(outcomesOf(facts), neededOf(facts.missing), { weights }))).toEqual(
            scoreOf(assess(outcomes, missing, { weights })),
          )
          const detected = CHECKS_BY_BIT.filter((name) => outcomes[name].result === 'Detected')
          expect(detectedChecks(facts.detected)).toEqual(detected)
        },
      ),
    )
  })

  it('contain the referrer, which changes no result, score or action', () => {
    for (const { batches } of readRecordings().slice(0, 5)) {
      const referred = referredFrom('forum.example', batches)
      const [without, made] = [batches, referred].map((given) =>
        makeReport({ ...EMPTY, batches: given }, {}, () => {}),
      ) as [MadeReport, MadeReport]
      expect(factsOf(without, batches, 'visits').referrer).toBeNull()
      expect(factsOf(made, referred, 'visits')).toEqual({
        ...factsOf(without, batches, 'visits'),
        referrer: 'forum.example',
      })
      expect(made.record).toEqual(without.record)
    }
  })

  it('keep the bit of every check that stored rows rely on', () => {
    expect(CHECK_BITS).toMatchObject(STORED_BITS)
    expect(new Set(Object.values(CHECK_BITS)).size).toBe(CHECKS_BY_BIT.length)
    // Bitwise operators work on 32 bits, the highest of which is the sign.
    for (const bit of Object.values(CHECK_BITS))
      expect(bit).toSatisfy((n: number) => Number.isInteger(n) && n >= 0 && n <= 30)
  })

  it('read masks that an earlier version stored', () => {
    expect(detectedChecks(0b100_0010_0100_0001)).toEqual([
      'agent_behavior',
      'centered_clicks',
      'bot',
      'location_spoofing',
    ])
  })
})
