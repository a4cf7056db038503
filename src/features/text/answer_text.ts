/** One text as the checks see it: forms, words, language, length. */
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
  /** What statistics are made of: all of the answer, or an excerpt of a very long one. */
  readonly raw: string
  readonly plain: string
  readonly words: readonly string[]
  /** Folded, for likeness and meaning. */
  foldedWords(): readonly string[]
  readonly whole: WholeText
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

/** Every character of an answer, for what one word may decide. */
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

/** `sketch`: of this answer, where it is known already. */
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
