/**
 * Cross-duplicate response (spec 2.9: "similar or identical to another participant's answer"; 2.11: "same answer as
 * another participant, excluding simple answers such as yes or no").
 *
 * Why it works: two people who describe the same thing choose different words. An answer that shares most letters and
 * words with an earlier answer to the same question was copied, or both were copied from a third source.
 *
 * Must not flag: the first participant with this answer, answers that people give by coincidence because their words are
 * short, frequent, or usual for this question, and (in v012) yes, no, none or a number.
 */
import { CROSS_DUPLICATE_WEIGHT } from '../../features/text/duplicates.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { EMPTY_ANSWER, SIMPLE_ANSWER } from './survey_check.ts'

/** An answer compared with those of other participants. */
export interface ComparedAnswer {
  readonly empty: boolean
  /** Characters, with Han and kana by weight. */
  readonly weight: number
  readonly simple: boolean
  /** True in v012: simple answers are not flagged. */
  readonly exemptsSimple: boolean
  /** Another participant was in the cluster earlier; null: not compared. */
  readonly later: boolean | null
  /** Similarity to the nearest earlier answer, 0 to 1. */
  readonly similarity: number
  /** Bits of surprise if two people write this by coincidence; null: not known. */
  readonly surprise: number | null
}

/**
 * Bits below which a coincidence is likely, by similarity: the same text, a near copy, a similar text. Of 12,160 answers of
 * 20 characters or more, 42 are flagged, 0.3%: 31 of them repeat an earlier answer word by word.
 */
const LEAST_BITS: readonly (readonly [similarity: number, bits: number])[] = [
  [0.95, 24],
  [0.8, 32],
  [0, 45],
]

export const crossDuplicate: Check<ComparedAnswer> = {
  name: 'Cross-duplicate response',

  run({ empty, weight, simple, exemptsSimple, later, similarity, surprise }) {
    if (empty) return unknown(EMPTY_ANSWER)
    if (later === null) return unknown('The answer was not compared with those of other participants.')
    if (!later) return notDetected('No participant gave a similar answer earlier.')
    if (weight < CROSS_DUPLICATE_WEIGHT) return notDetected('The answer is too short to be compared.')
    if (exemptsSimple && simple) return notDetected(SIMPLE_ANSWER)
    const [, bits] = LEAST_BITS.find(([least]) => similarity >= least) as readonly [number, number]
    if (surprise !== null && surprise < bits) {
      return notDetected('Another participant gave a similar answer earlier, which may be a coincidence.')
    }
    return detected(1, 'Another participant gave a similar answer earlier.')
  },
}
