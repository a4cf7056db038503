/**
 * Cross-duplicate response (spec 2.9: "similar or identical to another participant's answer"; 2.11: "same answer as
 * another participant, excluding simple answers such as yes or no").
 *
 * Why it works: two people who describe the same thing choose different words. An answer that shares most letters and
 * words with an earlier answer to the same question was copied, or both were copied from a third source.
 *
 * Must not flag: the first participant with this answer, answers so short that many people give them, and (in v012)
 * yes, no, none or a number.
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
}

export const crossDuplicate: Check<ComparedAnswer> = {
  name: 'Cross-duplicate response',
  meaning: "The answer is similar or identical to another participant's",

  run({ empty, weight, simple, exemptsSimple, later }) {
    if (empty) return unknown(EMPTY_ANSWER)
    if (later === null) return unknown('The answer was not compared with those of other participants.')
    if (!later) return notDetected('No participant gave a similar answer earlier.')
    if (weight < CROSS_DUPLICATE_WEIGHT) return notDetected('The answer is too short to be compared.')
    if (exemptsSimple && simple) return notDetected(SIMPLE_ANSWER)
    return detected(1, 'Another participant gave a similar answer earlier.')
  },
}
