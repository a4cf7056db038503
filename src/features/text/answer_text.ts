/** One text as the checks see it: forms, words, language, length. */
import {
  identifyLanguage,
  isOwnLanguage,
  type LanguageGuess,
  languageOfAnswer,
  type OwnLanguage,
} from './language.ts'
import { plainText, weightOf } from './normalise.ts'
import { remembered } from './remembered.ts'
import { type Sketch, sketchText } from './sketch.ts'
import { wordsOf } from './words.ts'

export interface AnswerText {
  readonly raw: string
  readonly plain: string
  readonly words: readonly string[]
  /** Characters, with Han and kana by weight. */
  readonly weight: number
  readonly empty: boolean
  /** Of the answer; where it is too short to tell, of the question. */
  readonly language: LanguageGuess
  /** As the identifier has it, of the answer and of the question alone. */
  readonly identified: LanguageGuess
  readonly asked: LanguageGuess
  /** The language, where it is one with models of its own. */
  readonly ownLanguage: OwnLanguage | null
  readonly sketch: Sketch
}

const languageOfQuestion = remembered((question) => {
  const plainQuestion = plainText(question)
  return { plainQuestion, asked: identifyLanguage(plainQuestion) }
})

export function readAnswerText(raw: string, question: string): AnswerText {
  const plain = plainText(raw)
  const { plainQuestion, asked } = languageOfQuestion(question)
  const identified = identifyLanguage(plain)
  const language = languageOfAnswer(plain, identified, plainQuestion, asked)
  return {
    raw,
    plain,
    words: wordsOf(plain),
    weight: weightOf(raw),
    empty: plain === '',
    language,
    identified,
    asked,
    ownLanguage: isOwnLanguage(language.code) ? language.code : null,
    sketch: sketchText(raw),
  }
}
