/** Identifies the language of a text. All other features depend on it. */
import { languageOf } from './languages.ts'
import { isAscii } from './normalize.ts'
import { wordsOf } from './words.ts'

/** Languages with their own gibberish model, stop words and simple answers. */
export const OWN_LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl'] as const
export type OwnLanguage = (typeof OWN_LANGUAGES)[number]

export function isOwnLanguage(code: string | null): code is OwnLanguage {
  return (OWN_LANGUAGES as readonly string[]).includes(code ?? '')
}

export interface LanguageGuess {
  /** ISO 639-1, or null if unknown. */
  readonly code: string | null
  readonly reliable: boolean
}

/** With fewer words the identifier is wrong too often: for 6% of three-word answers. */
const MIN_WORDS = 4

const UNKNOWN: LanguageGuess = { code: null, reliable: false }

/** More text does not change the result. */
const READ_CHARS = 400

export function identifyLanguage(text: string): LanguageGuess {
  const plain = text.slice(0, READ_CHARS)
  if (!/\p{L}/u.test(plain)) return UNKNOWN
  const found = languageOf(plain)
  if (found === null) return UNKNOWN
  return { code: found.code, reliable: found.reliable && wordsOf(plain).length >= MIN_WORDS }
}

/** Assumes the language of the question if the answer is too short. */
export function languageOfAnswer(
  answer: string,
  own: LanguageGuess,
  question: string,
  asked: LanguageGuess,
): LanguageGuess {
  if (own.reliable || !isLatin(answer)) return own
  return asked.reliable && isLatin(question) ? { code: asked.code, reliable: false } : own
}

/** Whether most letters are Latin; true for a text without letters. */
export function isLatin(text: string): boolean {
  if (isAscii(text)) return true
  let latin = 0
  let other = 0
  for (const letter of text.match(/\p{L}/gu) ?? []) {
    if (/\p{Script=Latin}/u.test(letter)) latin++
    else other++
  }
  return latin >= other
}
