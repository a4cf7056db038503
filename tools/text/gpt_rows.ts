/** Answers of people and of language models to the same questions, weighted so that only the writing differs. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainText } from '../../src/features/text/normalize.ts'
import { type StyleFeatures, styleOf } from '../../src/features/text/style.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import type { SeededRandom } from '../seeded_random.ts'
import { type Row, rowsIn, rowsOf, textOf } from './data.ts'
import { EVALUATION_SURVEY, evaluationSurvey, openSurveys } from './survey_sets.ts'

export interface GptAnswer {
  readonly text: string
  readonly question: string
  readonly source: string
  /** `human`, or the manner that the model was prompted for. */
  readonly style: string
  readonly model: string
  readonly isModel: boolean
  readonly words: number
  readonly features: StyleFeatures
}

/** Reads a folder with the layout of the development data. */
export function gptAnswers(data: string, language = 'en'): GptAnswer[] {
  const people = rowsIn(join(data, 'text/survey_human')).filter((row) => row.lang === language)
  const models = rowsIn(join(data, 'text/gpt')).filter((row) => 'style' in row && row.lang === language)
  return [...people, ...models].map(answerIn)
}

/** Models' answers to the questions of the published surveys, generated for this project. */
const MODELS_FILE = fileURLToPath(new URL('survey_models.ndjson.gz', import.meta.url))

/** Surveys of the development data whose license allows shipping a fitted model. */
const FITTED = ['haskell-survey', 'learning-r']

/** All answers for the fit of the answer experts. `sets`: a folder with checkouts of the published surveys. */
export function fittedAnswers(data: string, sets: string): GptAnswer[] {
  return [
    ...gptAnswers(data).filter(({ source }) => FITTED.includes(source)),
    ...openSurveys(sets).map((row) => answerIn({ ...row })),
    ...rowsOf(MODELS_FILE)
      .filter((row) => row.source !== EVALUATION_SURVEY)
      .map(answerIn),
  ]
}

/** Answers for evaluation only: all other surveys of the development data, and one published survey. */
export function unseenAnswers(data: string, sets: string): GptAnswer[] {
  return [
    ...gptAnswers(data).filter(({ source }) => !FITTED.includes(source)),
    ...evaluationSurvey(sets).map((row) => answerIn({ ...row })),
    ...rowsOf(MODELS_FILE)
      .filter((row) => row.source === EVALUATION_SURVEY)
      .map(answerIn),
  ]
}

function answerIn(row: Row): GptAnswer {
  return answerOf(textOf(row, 'text'), {
    question: textOf(row, 'question'),
    source: textOf(row, 'source'),
    style: textOf(row, 'style') || 'human',
    model: textOf(row, 'model') || 'human',
    isModel: 'style' in row,
  })
}

function answerOf(
  text: string,
  about: Pick<GptAnswer, 'question' | 'source' | 'style' | 'model' | 'isModel'>,
): GptAnswer {
  return { text, ...about, words: wordsOf(plainText(text)).length, features: styleOf(text) }
}

/** Parts of one or two sentences, so that short answers have varied styles. */
export function pieces(answers: readonly GptAnswer[], random: SeededRandom): GptAnswer[] {
  return answers.flatMap((answer) => {
    const sentences = plainText(answer.text).split(/(?<=[.!?])\s+/)
    if (sentences.length < 2 || (!answer.isModel && random.next() > 0.6)) return []
    return Array.from({ length: answer.isModel ? 2 : 1 }, () => {
      const start = random.below(sentences.length)
      return sentences.slice(start, start + 1 + random.below(2)).join(' ')
    })
      .map((text) => answerOf(text, answer))
      .filter(({ words }) => words >= 4 && words < answer.words)
  })
}

const LENGTHS = [5, 10, 15, 20, 30, 40, 55, 70, 100]

export function lengthBucket(words: number): number {
  const at = LENGTHS.findIndex((limit) => words < limit)
  return at === -1 ? LENGTHS.length : at
}

/**
 * In every question and length, people have the same total weight as models. A question or length with only one side has
 * little weight. Otherwise the model would fit topics and lengths.
 */
export function balance(answers: readonly GptAnswer[]): number[] {
  const keyOf = (answer: GptAnswer) => `${answer.question}|${Math.min(8, lengthBucket(answer.words))}`
  const counts = new Map<string, [number, number]>()
  for (const answer of answers) {
    const count = counts.get(keyOf(answer)) ?? [0, 0]
    counts.set(keyOf(answer), count)
    count[answer.isModel ? 1 : 0]++
  }
  const raw = answers.map((answer) => {
    const [people, models] = counts.get(keyOf(answer)) as [number, number]
    if (people === 0 || models === 0) return 0.15
    return answer.isModel ? 1 : Math.min(3, models / people)
  })
  const sum = (isModel: boolean) =>
    raw.reduce(
      (total, weight, at) => total + ((answers[at] as GptAnswer).isModel === isModel ? weight : 0),
      0,
    )
  const scale = sum(false) / sum(true)
  return raw.map((weight, at) => Math.min(4, (answers[at] as GptAnswer).isModel ? weight * scale : weight))
}
