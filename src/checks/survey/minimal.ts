/**
 * Whether an answer says almost nothing: dots, digits, "good", the question itself, or much less than the question asks
 * for. Such answers fail no check by default. If most answers of a participant are like this, the verdict is review.
 */
import { askedWords } from '../../features/text/asked_length.ts'
import { memoize } from '../../features/text/memoize.ts'
import { stemsAmong, stemsOf } from '../../features/text/overlap.ts'
import { isPolarQuestion } from '../../features/text/question.ts'
import { isDeclining } from '../../features/text/simple_answers.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** The lowest rating. */
const MINIMAL_EFFORT = 1

/** Of 809 people whom researchers kept, 8 wrote most answers shorter than this share of the length asked for. */
const ASKED_SHARE = 0.85

const wordsAskedFor = memoize(askedWords)
const stemsOfQuestion = memoize(stemsOf)
const isPolar = memoize(isPolarQuestion)

/** Null: the answer is empty or declines to answer, or a word is enough for the question. */
export function isMinimal(answer: AnswerFeatures): boolean | null {
  const { text, question, questionKind, questionType, isNamed, effort } = answer
  if (text.empty || isNamed || questionType !== 'open') return null
  const folded = text.whole.folded()
  if (isDeclining(folded) || (isSaid(folded) && answer.simple && isPolar(question))) return null
  const asked = wordsAskedFor(question)
  if (asked !== null && text.words.length < ASKED_SHARE * asked) return true
  if (questionKind.personal) return null
  return effort <= MINIMAL_EFFORT || isMadeOfQuestion(answer)
}

/** Not dots or digits only. */
const isSaid = (folded: string): boolean => /\p{L}/u.test(folded)

/** Words of the question in another order, with at most so many others: "it is attack on the alleged perpetrator reactions". */
const SALAD_WORDS = 8
const SALAD_OTHERS = 2
const SALAD_SHARE = 0.6

function isMadeOfQuestion({ text, question }: AnswerFeatures): boolean {
  if (text.words.length < SALAD_WORDS) return false
  const stems = stemsAmong(text.foldedWords())
  const asked = stemsOfQuestion(question)
  const own = [...stems].filter((stem) => !asked.has(stem)).length
  return own <= SALAD_OTHERS && stems.size - own >= SALAD_SHARE * stems.size
}
