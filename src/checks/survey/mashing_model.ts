/** Random keys in an answer, by the letter models of the languages that it may be in. */
import type { Span } from '../../contract/survey.ts'
import type { AnswerText } from '../../features/text/answer_text.ts'
import { isLatin, isOwnLanguage } from '../../features/text/language.ts'
import { selectedWords } from '../../features/text/locate.ts'
import { memoize } from '../../features/text/memoize.ts'
import { plainText } from '../../features/text/normalize.ts'
import { isOwnWord, type QuestionStats } from '../../features/text/question_stats.ts'
import { lettersOf } from '../../models/text/letters.ts'
import { isPlainMash, type Mashing, mashingIn, readsLikeOtherLanguage } from '../../models/text/mashing.ts'
import { hasMeaning } from '../../models/text/meaning.ts'
import { hasLetterModel, type LetterLanguage } from '../../models/text/surprise.ts'

const wordsOfQuestion = memoize((question) => new Set(lettersOf(question).split(' ')))

/** Random keys produce shorter words of the table by chance. */
const MIN_NAMED = 4

export type MashingModel = (plain: string) => Mashing

/** Unusual words of an answer that is not mashed are no evidence. */
export function mashedPartsOf(
  { whole }: AnswerText,
  found: Mashing | null,
  model: MashingModel | null,
): Span[] {
  if (model === null || !found?.isMashed) return []
  return selectedWords(whole.raw, (word) => model(plainText(word)).mashedWords > 0)
}

/** Tries every language that the answer may be in. Null: none of them has a model. */
export function mashingModelOf(
  text: AnswerText,
  question: string,
  stats: QuestionStats | null,
): MashingModel | null {
  if (!isLatin(text.plain)) return null
  const { asked, identified: guessed } = text
  if (asked.reliable && !isOwnLanguage(asked.code)) return null
  const reliablyOwn = guessed.reliable && isOwnLanguage(guessed.code)
  if (!reliablyOwn && readsLikeOtherLanguage(text.plain) && !readsLikeEnglish(text)) return null
  const languages = new Set<LetterLanguage>(['en'])
  for (const code of [asked.code, guessed.code, text.language.code]) {
    if (code !== null && hasLetterModel(code)) languages.add(code)
  }
  const questionWords = wordsOfQuestion(question)
  const isKnown = (word: string) =>
    questionWords.has(word) ||
    (isOwnWord(word, stats) && !isPlainMash(word)) ||
    (word.length >= MIN_NAMED && hasMeaning(word))
  return (plain) => mashingIn(plain, [...languages], isKnown)
}

function readsLikeEnglish(text: AnswerText): boolean {
  return text.ownLanguage === 'en' && text.language.reliable
}
