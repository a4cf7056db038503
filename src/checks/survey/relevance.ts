/** Whether an answer fits its question: all of Off-topic, and a part of Junk. */
import { MIN_OTHERS } from '../../models/text/relevance.ts'
import { detected, notDetected, type Outcome, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NAME_ANSWER, SIMPLE_ANSWER } from './survey_check.ts'

/** Fewer known words are too few to compare meanings. */
const MIN_KNOWN_WORDS = 3

/** Logits below which an answer is off-topic, by the number of other answers: about 1% of the answers of four surveys. */
const LIMITS: readonly (readonly [others: number, logit: number])[] = [
  [12, -3],
  [MIN_OTHERS, -3.6],
  [0, -2.6],
]

/** A question text of one or two words needs this many other answers. */
const ENOUGH_OTHERS = 12

/** An answer this close to the question is never off-topic, whatever other participants wrote. */
const NEAR_QUESTION = 0.5

const CERTAIN = 4

export function checkRelevance(answer: AnswerFeatures): Outcome {
  if (answer.text.empty) return unknown(EMPTY_ANSWER)
  if (answer.simple) return notDetected(SIMPLE_ANSWER)
  if (answer.isNamed) return unknown(NAME_ANSWER)
  const unrelated = answer.unrelated()
  if (unrelated !== null) return detected(1, `The answer is ${unrelated}.`)
  if (answer.isCopied()) return notDetected('The answer repeats the question.')
  const { label, refersElsewhere, open, personal } = answer.questionKind
  if (refersElsewhere) return unknown('The question refers to content that was not sent.')
  if (open || personal) return unknown('The question accepts any answer.')
  const relevance = answer.relevance()
  if (relevance === null) {
    return unknown(
      answer.text.ownLanguage === 'en'
        ? "The words of this answer are not in the model's vocabulary."
        : 'Relevance is analyzed only in English answers.',
    )
  }
  const { logit, fromQuestion, others, knownWords } = relevance
  if (knownWords < MIN_KNOWN_WORDS)
    return unknown(
      `Only ${counted(knownWords, 'word is', 'words are')} in the model's vocabulary; ${MIN_KNOWN_WORDS} are needed.`,
    )
  if (label && others < ENOUGH_OTHERS) {
    return unknown(
      `The question text is too short to compare with, and there ${others === 1 ? 'is' : 'are'} only ${counted(others, 'other answer')}; ${ENOUGH_OTHERS} are needed.`,
    )
  }
  const compared = others >= MIN_OTHERS
  const [, limit] = LIMITS.find(([least]) => others >= least) as readonly [number, number]
  const isOff = logit < limit && fromQuestion < NEAR_QUESTION
  const relevanceText = `relevance ${logit.toFixed(1)}, threshold ${limit}`
  if (isOff) {
    const fit = compared
      ? `fits neither the question nor the ${others} other answers`
      : 'does not fit the question'
    return detected(Math.min(1, (limit - logit) / CERTAIN + 0.5), `The answer ${fit} (${relevanceText}).`)
  }
  return notDetected(`The answer fits the question (${relevanceText}).`)
}
