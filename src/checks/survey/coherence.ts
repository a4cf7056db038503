/** Whether an answer is coherent text: all of Gibberish, and a part of Junk. */
import { MASHED_SCORE } from '../../models/text/mashing.ts'
import { detected, notDetected, type Outcome, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, SIMPLE_ANSWER } from './survey_check.ts'

/** Nats at which the strength is 1. */
const CERTAIN_MASHING = 12
const CERTAIN_DISORDER = 15

/** Fewer words need no order: "graphics, packages" is an answer. */
const MIN_ORDERED_WORDS = 6

/** Nats above which words are in no order: 0.15% of 8,000 real answers of that many words, 81% of shuffled ones. */
const DISORDER_SCORE = 4.8

/** Lists have more lines and no grammar. */
const MOST_LINES = 2

export function checkCoherence(answer: AnswerFeatures): Outcome {
  if (answer.text.empty) return unknown(EMPTY_ANSWER)
  if (answer.simple) return notDetected(SIMPLE_ANSWER)
  const mashing = answer.mashing()
  if (mashing === null) return unknown('No model covers the language of this answer.')
  const evidence = `${counted(mashing.mashedWords, 'word looks', 'words look')} like random keys, ${Math.round(mashing.soundWords)} like real words.`
  if (mashing.score > MASHED_SCORE) return detected(Math.min(1, mashing.score / CERTAIN_MASHING), evidence)
  const disorder = isProse(answer) ? answer.disorder() : null
  if (disorder !== null && disorder > DISORDER_SCORE) {
    return detected(
      Math.min(1, disorder / CERTAIN_DISORDER),
      `The ${answer.text.words.length} words are not in a grammatical order.`,
    )
  }
  return notDetected(evidence)
}

function isProse({ text }: AnswerFeatures): boolean {
  return text.words.length >= MIN_ORDERED_WORDS && text.plain.split('\n').length <= MOST_LINES
}
