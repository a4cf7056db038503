/** An answer's text in the forms that the checks use: words, language, length, sketch. */
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
import { type Sketch, sketchFolded } from './sketch.ts'
import { wordsOf } from './words.ts'

export interface AnswerText {
  /** The text for statistics: the whole answer, or an excerpt of a very long one. */
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

/** The whole answer, for features that a single word can decide. */
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
  const whole = wholeOf(answer)
  const raw = excerptOf(whole.raw)
  const plain = raw === whole.raw ? whole.plain : plainText(raw)
  const { plainQuestion, asked } = languageOfQuestion(question)
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

function wholeOf(raw: string): WholeText {
  const folded = once(() => foldText(raw))
  return { raw, plain: plainText(raw), folded, foldedWords: once(() => wordsOf(folded())) }
}
