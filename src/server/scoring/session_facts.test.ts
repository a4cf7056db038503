import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../checks/check.ts'
import type { SessionOutcomes } from '../../checks/session.ts'
import { foldSession } from '../../features/session/session.ts'
import { makeReport } from '../../report/report.ts'
import { assess } from '../../risk/assess.ts'
import { CHECK_BITS, coverageOf, detectedChecks, factsOf, outcomesOf } from './session_facts.ts'

const EMPTY = { sessionId: 'S', userId: null, tags: [], tampered: 0, overflow: 0, batches: [] }

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>({ result: 'Not detected', evidence: 'no' }),
  fc.constant<Outcome>({ result: 'Unknown', evidence: 'too little' }),
  fc.record({
    result: fc.constant('Detected' as const),
    strength: fc.double({ min: 0, max: 1, noNaN: true }),
    evidence: fc.constant('yes'),
  }),
  fc.constant<Outcome>({ result: 'Detected', strength: 1, evidence: 'proof', proof: true }),
)

describe('facts', () => {
  it('yield the same score and action as the original results, under any settings', () => {
    const made = makeReport(EMPTY, {}, () => {})
    fc.assert(
      fc.property(
        fc.tuple(...CHECK_BITS.map(() => outcome)),
        fc.record({ gaps: fc.nat(2), tampered: fc.nat(1), ended: fc.boolean() }),
        fc.dictionary(fc.constantFrom(...CHECK_BITS), fc.integer({ min: 0, max: 100 })),
        (list, coverage, weights) => {
          const outcomes = Object.fromEntries(
            CHECK_BITS.map((name, bit) => [name, list[bit]]),
          ) as SessionOutcomes
          const features = { ...foldSession(EMPTY), coverage: { events: 9, ...coverage } }
          const facts = { ...factsOf({ ...made, outcomes, features }, []), savedAt: 0 }
          const scoreOf = ({ risk_score, recommended_action }: ReturnType<typeof assess>) => [
            risk_score,
            recommended_action,
          ]
          expect(scoreOf(assess(outcomesOf(facts), coverageOf(facts), { weights }))).toEqual(
            scoreOf(assess(outcomes, features.coverage, { weights })),
          )
          const detected = CHECK_BITS.filter((name) => outcomes[name].result === 'Detected')
          expect(detectedChecks(facts.detected)).toEqual(detected)
        },
      ),
    )
  })
})
