/**
 * Self-duplicate response ("similar or identical answer to more than one question").
 *
 * Why it works: two questions need two answers. Case, punctuation, spacing, invisible characters, small edits and
 * reordered words do not hide a repeated text.
 *
 * Must not flag: people who have the same opinion on two related questions, name the same topic or wish twice, or decline
 * to answer ("no", "n/a"). So the answers must be near copies, and either long or three of them. People who name the same
 * brand twice, where the request says that the questions ask for a brand.
 */
import { wholeSpan } from '../../features/text/locate.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NAME_ANSWER } from './survey_check.ts'

export const selfDuplicate: Check<AnswerFeatures> = {
  name: 'Self-duplicate response',

  run({ text, selfDuplicates, isNamed }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (isNamed) return unknown(NAME_ANSWER)
    const closest = Math.max(0, ...selfDuplicates.map(({ similarity }) => similarity))
    const evidence = `${counted(selfDuplicates.length, 'other answer from this participant is', 'other answers from this participant are')} similar.`
    return selfDuplicates.length > 0 ? detected(Math.min(1, closest), evidence) : notDetected(evidence)
  },

  locate: ({ text }) => wholeSpan(text.whole.raw),
}
