/**
 * Automated test: Off-topic (spec 2.9: "unrelated to the question").
 *
 * Why it works: what an answer means lies near what the question asks and near what other participants answered.
 * An answer written for another survey lies near neither.
 *
 * Whom it must not accuse: people who answer in an unexpected way, shortly, or in words the models do not know;
 * people asked about something that was not sent, or asked for anything at all; honest people in a survey full of
 * bots, whose answers must not outvote the question.
 */
import { MIN_OTHERS } from '../../models/text/relevance.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** Fewer known words than this mean too little. */
const MIN_KNOWN_WORDS = 3

/** Logit below which an answer belongs elsewhere. */
const OFF_WITH_OTHERS = -2.5
const OFF_ALONE = -2.5
/** With the others' help the question alone must at least not speak clearly for the answer. */
const NEAR_QUESTION = 1

const CERTAIN = 4

export const offTopic: Check<AnswerFeatures> = {
  name: 'Automated test: Off-topic',
  meaning: 'The response is unrelated to the question',

  run(answer) {
    if (answer.text.empty) return unknown('nothing was answered')
    if (answer.simple) return notDetected('a simple answer, as many people give it')
    const { refersElsewhere, open, personal } = answer.questionKind
    if (refersElsewhere) return unknown('the question refers to something that was not sent')
    if (open || personal) return unknown('the question takes any answer')
    const relevance = answer.relevance()
    if (relevance === null) return unknown('no model knows the meaning of this answer')
    const { logit, fromQuestion, others, knownWords } = relevance
    if (knownWords < MIN_KNOWN_WORDS) return unknown(`${knownWords} known words, ${MIN_KNOWN_WORDS} needed`)
    const compared = others >= MIN_OTHERS
    const evidence = compared
      ? `relevance ${logit.toFixed(1)} to the question and ${others} other answers`
      : `relevance ${logit.toFixed(1)} to the question`
    const limit = compared ? OFF_WITH_OTHERS : OFF_ALONE
    const isOff = logit < limit && fromQuestion < NEAR_QUESTION
    return isOff ? detected(Math.min(1, (limit - logit) / CERTAIN + 0.5), evidence) : notDetected(evidence)
  },
}
