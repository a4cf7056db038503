/** An answer's text in the forms that the checks use: words, language, length, sketch. */
import { withoutDisguise } from './disguise.ts'
import { excerptOf } from './excerpt.ts'
import {
  identifyLanguage,
  isOwnLanguage,
  type LanguageGuess,
  languageOfAnswer,
  type OwnLanguage,
} from './language.ts'
import { memoize } from './memoize.ts'
import { foldText, plainText, weightOf } from './normalize.ts'
import { once } from './once.ts'
import { type Sketch, sketchFolded } from './similarity/sketch.ts'
import { rankOf } from './word_rank.ts'
import { sentencesOf, wordsOf } from './words.ts'

export interface AnswerText {
  /** The text for statistics: the whole answer, its English sentences, or an excerpt of a very long one. */
  readonly raw: string
  readonly plain: string
  readonly words: readonly string[]
  /** Folded words, for similarity and meaning. */
  foldedWords(): readonly string[]
  readonly whole: WholeText
  /** Characters, with Han and kana by weight. */
  readonly weight: number
  readonly empty: boolean
  /** The language of the answer, or of the question if the answer is too short. */
  readonly language: LanguageGuess
  /** The language of the answer and of the question, each identified separately. */
  readonly identified: LanguageGuess
  readonly asked: LanguageGuess
  /** The language, if it has its own models. */
  readonly ownLanguage: OwnLanguage | null
  readonly sketch: Sketch
}

/** The whole answer without disguise, for features that a single word can decide. */
export interface WholeText {
  readonly raw: string
  readonly plain: string
  readonly folded: () => string
  readonly foldedWords: () => readonly string[]
}

const languageOfQuestion = memoize((question) => {
  const plainQuestion = plainText(question)
  return { plainQuestion, asked: identifyLanguage(plainQuestion) }
})

/** `sketch`: the sketch of this answer, if it is already known. */
export function readAnswerText(answer: string, question: string, sketch?: Sketch): AnswerText {
  const whole = wholeOf(withoutDisguise(answer))
  const { plainQuestion, asked } = languageOfQuestion(question)
  const excerpt = excerptOf(whole.raw)
  const excerptPlain = excerpt === whole.raw ? whole.plain : plainText(excerpt)
  const english = englishSentencesIn(excerptPlain)
  const raw = english ?? excerpt
  const plain = english ?? excerptPlain
  const identified = identifyLanguage(plain)
  const language = languageOfAnswer(plain, identified, plainQuestion, asked)
  return {
    raw,
    plain,
    words: wordsOf(plain),
    foldedWords: raw === whole.raw ? whole.foldedWords : once(() => wordsOf(foldText(raw))),
    whole,
    weight: weightOf(answer),
    empty: whole.plain === '',
    language,
    identified,
    asked,
    ownLanguage: isOwnLanguage(language.code) ? language.code : null,
    sketch: sketch ?? sketchFolded(whole.folded(), whole.foldedWords()),
  }
}

/** Fewer English words beside another language are a quotation. */
const MIN_ENGLISH_WORDS = 12

/**
 * The English sentences of an answer that also has sentences in another language, if they are at least half of it. One
 * sentence in another language must not hide the others from the models. Null: all sentences count.
 */
function englishSentencesIn(plain: string): string | null {
  const sentences = sentencesOf(plain)
  if (sentences.length < 2) return null
  const rest = sentences.filter((sentence) => !isForeign(sentence))
  if (rest.length === 0 || rest.length === sentences.length) return null
  const english = `${rest.join('. ')}.`
  const words = wordsOf(english).length
  if (words < MIN_ENGLISH_WORDS || 2 * words < wordsOf(plain).length) return null
  const { code, reliable } = identifyLanguage(english)
  return reliable && code === 'en' ? english : null
}

/** Most words are no common English words, and the language is another one. */
function isForeign(sentence: string): boolean {
  const words = wordsOf(sentence)
  const common = words.filter((word) => rankOf(word.toLowerCase()) !== undefined).length
  if (2 * common >= words.length) return false
  const { code, reliable } = identifyLanguage(sentence)
  return reliable && code !== 'en'
}

function wholeOf(raw: string): WholeText {
  const folded = once(() => foldText(raw))
  return { raw, plain: plainText(raw), folded, foldedWords: once(() => wordsOf(folded())) }
}
