/** Whether an answer reads like something somebody meant: the judgement behind Gibberish, and part of Junk. */
import { MASHED_SCORE } from '../../models/text/mashing.ts'
import { detected, notDetected, type Outcome, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** At which the strength is full, in nats. */
const CERTAIN_MASHING = 12
const CERTAIN_HEAP = 15

/** Fewer words stand in any order: "graphics, packages" is an answer. */
const MIN_HEAP_WORDS = 6

/** Nats from which on words lie in a heap: 0.15 % of 8,000 honest answers of that many words, 81 % of shuffled ones. */
const HEAP_SCORE = 4.8

/** Lines and items are put one under the other without grammar. */
const MOST_LINES = 2

export function checkCoherence(answer: AnswerFeatures): Outcome {
  if (answer.text.empty) return unknown('nothing was answered')
  if (answer.simple) return notDetected('a simple answer, as many people give it')
  const mashing = answer.mashing()
  if (mashing === null) return unknown('no model knows the language of this answer')
  const evidence = `${mashing.mashedWords} words look like keyboard mashing, ${Math.round(mashing.soundWords)} like words`
  if (mashing.score > MASHED_SCORE) return detected(Math.min(1, mashing.score / CERTAIN_MASHING), evidence)
  const disorder = isProse(answer) ? answer.disorder() : null
  if (disorder !== null && disorder > HEAP_SCORE) {
    return detected(Math.min(1, disorder / CERTAIN_HEAP), `${answer.text.words.length} words in no order`)
  }
  return notDetected(evidence)
}

function isProse({ text }: AnswerFeatures): boolean {
  return text.words.length >= MIN_HEAP_WORDS && text.plain.split('\n').length <= MOST_LINES
}
