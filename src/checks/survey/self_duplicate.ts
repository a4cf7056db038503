/**
 * Self-duplicate response (spec 2.9: "similar or identical answer to more than one question").
 *
 * Why it works: two questions ask two things; one text for both answers at most one. Case, punctuation, spacing,
 * invisible characters, small edits and reordered words do not hide it.
 *
 * Whom it must not accuse: people who use the same words in two different sentences; the shorter the answers, the
 * more alike they must be.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const selfDuplicate: Check<AnswerFeatures> = {
  name: 'Self-duplicate response',
  meaning: 'A similar or identical answer was given to more than one question',

  run({ text, selfDuplicates }) {
    if (text.empty) return unknown('nothing was answered')
    const closest = Math.max(0, ...selfDuplicates.map(({ likeness }) => likeness))
    const evidence = `${selfDuplicates.length} other answers of this participant are like this one`
    return selfDuplicates.length > 0 ? detected(Math.min(1, closest), evidence) : notDetected(evidence)
  },
}
