/** Whether an answer fits its question: all of Off-topic, and a part of Junk. */
import { MIN_OTHERS } from '../../models/text/relevance.ts'
import { detected, notDetected, type Outcome, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import {
  type AnswerFeatures,
  EMPTY_ANSWER,
  NAME_ANSWER,
  type Relevance,
  SIMPLE_ANSWER,
} from './survey_check.ts'

/** Fewer known words are too few to compare meanings. */
const MIN_KNOWN_WORDS = 3

/** The logit from the question alone below which an answer is off-topic. */
export const QUESTION_LIMIT = -3.3

/** The similarity to the closest other answer below which an answer is off-topic: an unusual point is often close to one. */
const FAR_NEAREST = 0.31

/** Logits below which an answer is off-topic, by the number of other answers, and the similarity. */
const LIMITS: readonly (readonly [others: number, logit: number, nearest: number])[] = [
  [12, -2.5, FAR_NEAREST],
  [MIN_OTHERS, -3.5, FAR_NEAREST],
  [0, QUESTION_LIMIT, Number.POSITIVE_INFINITY],
]

/** An answer this far from the topic is off-topic even if another answer is a little closer. */
const CERTAIN_LOGIT = -5.5
const CERTAIN_NEAREST = 0.45

/** A longer answer wanders from the words of the question, so the question alone must be this much further away. */
const LONG_WORDS = 30
const LONG_MARGIN = 1.5

/**
 * An answer that fits the question a little must be this far from the other answers, in standard deviations of theirs:
 * wishes and criticism are about many things, and none of them is off-topic.
 */
export const MIN_DEVIATIONS = -3

/** A question without a topic needs this many other answers. */
const ENOUGH_OTHERS = 12

/** The logit from the question alone from which an answer is never off-topic, whatever other participants wrote. */
const NEAR_QUESTION = 0.5

/**
 * An unusual point of a participant whose other answers fit is not off-topic, unless the question alone says so too. So
 * many answers below this logit, and at least half of them, support each other. Of the surveys at hand, at most 0.65% of
 * the people are flagged among 20 others or more; each answer judged by itself, 1.79%.
 */
const FAR_LOGIT = -1.5
const MIN_FAR = 2
const FAR_SHARE = 0.5

const CERTAIN = 4

/** The similarity to the closest other answer below which an answer with this logit is far from all of them. */
const nearestAt = (logit: number): number => (logit < CERTAIN_LOGIT ? CERTAIN_NEAREST : FAR_NEAREST)

/** The features of an answer that say whether it fits its question. */
type ComparableAnswer = Pick<
  AnswerFeatures,
  'text' | 'simple' | 'isNamed' | 'unrelated' | 'isCopied' | 'questionKind' | 'relevance'
>

/** How many answers are texts, how many of them are compared, and how many of these are far from their questions. */
export function countFar(answers: readonly ComparableAnswer[]): ReturnType<AnswerFeatures['farAnswers']> {
  const compared = answers.flatMap((answer) => {
    const found = comparedRelevance(answer)
    return 'result' in found ? [] : [found]
  })
  const far = compared.filter(
    ({ logit, nearest, fromQuestion }) =>
      logit < FAR_LOGIT && nearest < nearestAt(logit) && fromQuestion < NEAR_QUESTION,
  )
  const given = answers.filter(({ text, simple, isNamed }) => !text.empty && !simple && !isNamed).length
  return { given, compared: compared.length, far: far.length }
}

const isOnlyOne = ({ farAnswers }: AnswerFeatures): boolean => {
  const { given, compared, far } = farAnswers()
  return given > 1 && (far < MIN_FAR || far < FAR_SHARE * compared)
}

/** The relevance of an answer, or the result if it is not compared. */
function comparedRelevance(answer: ComparableAnswer): Relevance | Outcome {
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
  const { others, knownWords } = relevance
  if (knownWords < MIN_KNOWN_WORDS)
    return unknown(
      `Only ${counted(knownWords, 'word is', 'words are')} in the model's vocabulary; ${MIN_KNOWN_WORDS} are needed.`,
    )
  if (label && others < ENOUGH_OTHERS) {
    return unknown(
      `The question does not name a topic, and there ${others === 1 ? 'is' : 'are'} only ${counted(others, 'other answer')}; ${ENOUGH_OTHERS} are needed.`,
    )
  }
  return relevance
}

export function checkRelevance(answer: AnswerFeatures): Outcome {
  const relevance = comparedRelevance(answer)
  if ('result' in relevance) return relevance
  const { logit, deviations, fromQuestion, others, nearest } = relevance
  const compared = others >= MIN_OTHERS
  const [, fit, least] = LIMITS.find(([from]) => others >= from) as readonly [number, number, number]
  const margin = answer.text.words.length > LONG_WORDS ? LONG_MARGIN : 0
  const alone = QUESTION_LIMIT - margin
  const limit = compared ? fit : alone
  const closest = logit < CERTAIN_LOGIT ? Math.max(least, CERTAIN_NEAREST) : least
  const isFar = logit < limit && nearest < closest && fromQuestion < NEAR_QUESTION
  const relevanceText = `relevance ${logit.toFixed(1)}, threshold ${limit}`
  if (isFar && deviations >= MIN_DEVIATIONS && fromQuestion >= alone) {
    return notDetected(`The other answers to this question are just as different (${relevanceText}).`)
  }
  if (isFar && !(logit < CERTAIN_LOGIT && fromQuestion < QUESTION_LIMIT) && isOnlyOne(answer)) {
    return notDetected(`The answer may be off-topic, but only this one (${relevanceText}).`)
  }
  if (isFar) {
    const relation = compared
      ? `fits neither the question nor ${others} other answers`
      : 'does not fit the question'
    return detected(
      Math.min(1, (limit - logit) / CERTAIN + 0.5),
      `The answer ${relation} (${relevanceText}).`,
    )
  }
  return notDetected(`Nothing shows that the answer is off-topic (${relevanceText}).`)
}
