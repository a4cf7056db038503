/** Whether an answer belongs to its question: the judgement behind Off-topic, and part of Junk. */
import { MIN_OTHERS } from '../../models/text/relevance.ts'
import { detected, notDetected, type Outcome, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** Fewer known words than this mean too little. */
const MIN_KNOWN_WORDS = 3

/**
 * Logits below which an answer belongs elsewhere: with enough others, with a few, with none. At most 2 % of real
 * answers lie below in any of three surveys.
 */
const ENOUGH_OTHERS = 12
const OFF_WITH_ENOUGH = -1.85
const OFF_WITH_FEW = -2.5
const OFF_ALONE = -2

/** Near the question itself an answer is at home, whatever a crowd of others wrote. */
const NEAR_QUESTION = 0.5

const CERTAIN = 4

export function checkRelevance(answer: AnswerFeatures): Outcome {
  if (answer.text.empty) return unknown('nothing was answered')
  if (answer.simple) return notDetected('a simple answer, as many people give it')
  const { label, refersElsewhere, open, personal } = answer.questionKind
  if (refersElsewhere) return unknown('the question refers to something that was not sent')
  if (open || personal) return unknown('the question takes any answer')
  const relevance = answer.relevance()
  if (relevance === null) return unknown('no model knows the meaning of this answer')
  const { logit, fromQuestion, others, knownWords } = relevance
  if (knownWords < MIN_KNOWN_WORDS) return unknown(`${knownWords} known words, ${MIN_KNOWN_WORDS} needed`)
  if (label && others < ENOUGH_OTHERS) {
    return unknown(`the question is a label, and ${others} others answered it, ${ENOUGH_OTHERS} needed`)
  }
  const compared = others >= MIN_OTHERS
  const evidence = compared
    ? `relevance ${logit.toFixed(1)} to the question and ${others} other answers`
    : `relevance ${logit.toFixed(1)} to the question`
  const limit = compared ? (others >= ENOUGH_OTHERS ? OFF_WITH_ENOUGH : OFF_WITH_FEW) : OFF_ALONE
  const isOff = logit < limit && fromQuestion < NEAR_QUESTION
  return isOff ? detected(Math.min(1, (limit - logit) / CERTAIN + 0.5), evidence) : notDetected(evidence)
}
