import { expect, it } from 'vitest'
import { NO_OUTCOMES, outcomeSentence, withOutcome } from './outcome_counts.ts'

it('counts failed checks and verdicts apart', () => {
  let counts = withOutcome({ ...NO_OUTCOMES, rejected: 7 }, { flagged: true, verdict: 'keep' })
  counts = withOutcome(counts, { flagged: false, verdict: 'review' }, 3)
  counts = withOutcome(counts, { flagged: true, verdict: 'remove' })
  expect(counts).toEqual({
    participants: 5,
    flagged: 2,
    verdicts: { keep: 1, review: 3, remove: 1 },
    rejected: 7,
  })
  expect(outcomeSentence(counts)).toBe('5 participants: 2 failed a check. Keep 1, review 3, remove 1.')
  expect(NO_OUTCOMES.verdicts.keep).toBe(0)
})
