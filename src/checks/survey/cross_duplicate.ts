/**
 * Cross-duplicate response ("similar or identical to another participant's answer"; in v012: "same answer as
 * another participant, excluding simple answers such as yes or no").
 *
 * Why it works: two people who describe the same thing choose different words. An answer that shares most letters and
 * words with an earlier answer to the same question was copied, or both were copied from a third source.
 *
 * Must not flag: the first participant with this answer, answers that people give by coincidence because their words are
 * short, frequent, or usual for this question, and (in v012) yes, no, none or a number.
 */
import { CROSS_DUPLICATE_WEIGHT } from '../../features/text/similarity/duplicates.ts'
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
  /** Another participant is in the cluster; null: not compared. */
  readonly shared: boolean | null
  /** Another participant was in the cluster earlier. */
  readonly later: boolean
  /** Similarity to the nearest answer in the cluster, 0 to 1. */
  readonly similarity: number
  /** The two differ in at most one word, or in single letters. */
  readonly isNearCopy: boolean
  /** Participants in the cluster, this one included. */
  readonly members: number
  /** This participant's answers that are copies, this one included. */
  readonly copies: number
  /** Bits of surprise if two people write the words in common by coincidence; null: not known. */
  readonly surprise: number | null
}

/**
 * Bits below which a coincidence is likely: the same text, one word changed, a similar text. Of 14,196 answers of 20
 * characters or more, 38 are flagged, 0.3%: 24 of them repeat an earlier answer.
 */
const SAME_SIMILARITY = 0.95
const SAME_BITS = 24
const NEAR_BITS = 27
const SIMILAR_BITS = 40

/** One copy may be a coincidence, or be copied from this participant. So many, or copies of two answers, are neither. */
const ONE_COPY_STRENGTH = 0.75
export const LARGE_GROUP = 5
const SEVERAL_COPIES = 2

export const crossDuplicate: Check<ComparedAnswer> = {
  name: 'Cross-duplicate response',

  run(answer) {
    const { empty, weight, simple, exemptsSimple, shared, later } = answer
    if (empty) return unknown(EMPTY_ANSWER)
    if (shared === null) return unknown('The answer was not compared with those of other participants.')
    if (isCopied(answer)) {
      return notDetected('A later participant gave a similar answer. This one was the first.')
    }
    if (!later) return notDetected('No participant gave a similar answer earlier.')
    if (weight < CROSS_DUPLICATE_WEIGHT) return notDetected('The answer is too short to be compared.')
    if (exemptsSimple && simple) return notDetected(SIMPLE_ANSWER)
    if (!isSurprising(answer)) {
      return notDetected('Another participant gave a similar answer earlier, which may be a coincidence.')
    }
    if (answer.members >= LARGE_GROUP) {
      return detected(1, `${answer.members - 1} other participants gave a similar answer.`)
    }
    const found = 'Another participant gave a similar answer earlier'
    return answer.copies >= SEVERAL_COPIES
      ? detected(1, `${found}, and one to another question.`)
      : detected(ONE_COPY_STRENGTH, `${found}.`)
  },
}

/** The answer copies an earlier one. */
export const isCopy = (answer: Omit<ComparedAnswer, 'copies'>): boolean =>
  crossDuplicate.run({ ...answer, copies: 1 }).result === 'Detected'

/** The answer is the first of a group of copies. It fails no check, but it belongs to the review of the group. */
export const isCopied = (answer: Omit<ComparedAnswer, 'copies'>): boolean =>
  answer.shared === true &&
  !answer.later &&
  answer.weight >= CROSS_DUPLICATE_WEIGHT &&
  !(answer.exemptsSimple && answer.simple) &&
  isSurprising(answer)

function isSurprising({
  similarity,
  isNearCopy,
  surprise,
}: Pick<ComparedAnswer, 'similarity' | 'isNearCopy' | 'surprise'>): boolean {
  if (surprise === null || similarity >= SAME_SIMILARITY) return surprise === null || surprise >= SAME_BITS
  return surprise >= (isNearCopy ? NEAR_BITS : SIMILAR_BITS)
}
