/**
 * Cross-duplicate response (spec 2.9: "similar or identical to another participant's answer"; 2.11: "same answer as
 * another participant, excluding simple answers such as yes or no").
 *
 * Why it works: two people who tell the same thing choose different words. Who shares letters and words with an earlier
 * answer to the same question of the same survey took them from there, or both took them from elsewhere.
 *
 * Whom it must not accuse: whoever said it first, people whose answer is so short that honest people give it alike,
 * and (in v012) people who say yes, no, none or a number.
 */
import { CROSS_DUPLICATE_WEIGHT } from '../../features/text/duplicates.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'

/** Where an answer stands among those of other participants. */
export interface Standing {
  readonly empty: boolean
  /** Characters, with Han and kana by weight. */
  readonly weight: number
  readonly simple: boolean
  /** v012 lets simple answers pass. */
  readonly exemptsSimple: boolean
  /** Others were in the cluster before it; null: it was not compared. */
  readonly later: boolean | null
}

export const crossDuplicate: Check<Standing> = {
  name: 'Cross-duplicate response',
  meaning: "The answer is similar or identical to another participant's",

  run({ empty, weight, simple, exemptsSimple, later }) {
    if (empty) return unknown('nothing was answered')
    if (later === null) return unknown('it was not compared')
    if (!later) return notDetected('nobody gave a like answer before')
    if (weight < CROSS_DUPLICATE_WEIGHT) return notDetected('too short to be anybody in particular')
    if (exemptsSimple && simple) return notDetected('a simple answer, as many people give it')
    return detected(1, 'another participant gave a like answer before')
  },
}
