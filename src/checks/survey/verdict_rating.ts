/**
 * The effort of an answer as the verdict counts it. Dots, digits, "good", the question itself, and much less than the
 * question asks for have the lowest rating. Such answers fail no check by default. If most answers of a participant are
 * rated that low, the verdict is review.
 */
import { askedWords } from '../../features/text/asked_length.ts'
import { memoize } from '../../features/text/memoize.ts'
import { isPolarQuestion } from '../../features/text/question.ts'
import { isMadeOfQuestion } from '../../features/text/salad.ts'
import { isDeclining } from '../../features/text/simple_answers.ts'
import { isStopWord } from '../../features/text/stop_words.ts'
import type { AnswerFeatures } from './survey_check.ts'

const LOWEST_RATING = 1

/**
 * Of 809 people whom researchers kept, 8 wrote most answers shorter than this share of the length asked for. No other
 * survey at hand asks for a length, so the share could not be confirmed elsewhere.
 */
const ASKED_SHARE = 0.85

const wordsAskedFor = memoize(askedWords)
const isPolar = memoize(isPolarQuestion)

/** Null: the answer is empty or declines to answer, or a word is enough for the question. */
export function verdictRating(answer: AnswerFeatures): number | null {
  const { text, question, questionKind, questionType, isNamed, effort } = answer
  if (text.empty || isNamed || questionType !== 'open') return null
  const folded = text.whole.folded()
  if (isDeclining(folded) || (isSaid(folded) && answer.simple && isPolar(question))) return null
  const asked = wordsAskedFor(question)
  if (
    asked !== null &&
    (text.words.length < ASKED_SHARE * asked || isWordList(text.foldedWords(), question))
  ) {
    return LOWEST_RATING
  }
  if (questionKind.personal) return null
  // "Yes, men and women are treated equally" repeats what the question says.
  const isSalad =
    text.ownLanguage === 'en' && !isPolar(question) && isMadeOfQuestion(text.foldedWords(), question)
  return isSalad ? LOWEST_RATING : effort
}

/** Not dots or digits only. */
const isSaid = (folded: string): boolean => /\p{L}/u.test(folded)

/** A question for a text of some length is not answered by so many words without one that connects them. */
const LIST_WORDS = 12

const isWordList = (folded: readonly string[], question: string): boolean =>
  folded.length >= LIST_WORDS && !ASKS_FOR_LIST.test(question) && !folded.some((word) => isStopWord(word))

const ASKS_FOR_LIST = /\b(?:list|name|words (?:that|which|you)|keywords|adjectives)\b/i
