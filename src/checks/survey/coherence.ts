/** Whether an answer reads like something somebody meant: the judgement behind Gibberish, and part of Junk. */
import { MASHED_SCORE } from '../../models/text/mashing.ts'
import { detected, notDetected, type Outcome, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** At which the strength is full. */
const CERTAIN_MASHING = 12

export function coherenceOf(answer: AnswerFeatures): Outcome {
  if (answer.text.empty) return unknown('nothing was answered')
  if (answer.simple) return notDetected('a simple answer, as many people give it')
  const mashing = answer.mashing()
  if (mashing === null) return unknown('no model knows the language of this answer')
  const evidence = `${mashing.mashedWords} words look like keyboard mashing, ${Math.round(mashing.soundWords)} like words`
  return mashing.score > MASHED_SCORE
    ? detected(Math.min(1, mashing.score / CERTAIN_MASHING), evidence)
    : notDetected(evidence)
}
