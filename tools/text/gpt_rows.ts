/** Answers of people and of language models to the same questions, balanced so that only the writing differs. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainText } from '../../src/features/text/normalize.ts'
import { type StyleFeatures, styleOf } from '../../src/features/text/style.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import type { Chance } from './chance.ts'
import { type Row, rowsIn, rowsOf, textOf } from './data.ts'
import { JUDGING_SURVEY, judgingSurvey, openSurveys } from './survey_sets.ts'

export interface GptAnswer {
  readonly text: string
  readonly question: string
  readonly source: string
  /** `human`, or the style the model was asked for. */
  readonly style: string
  readonly model: string
  readonly isModel: boolean
  readonly words: number
  readonly features: StyleFeatures
}

/** From a folder laid out like the development data. */
export function gptAnswers(data: string, language = 'en'): GptAnswer[] {
  const people = rowsIn(join(data, 'text/survey_human')).filter((row) => row.lang === language)
  const models = rowsIn(join(data, 'text/gpt')).filter((row) => 'style' in row && row.lang === language)
  return [...people, ...models].map(answerIn)
}

/** What models were made to answer to the questions of the published surveys; made for this project. */
const MODELS_FILE = fileURLToPath(new URL('survey_models.ndjson.gz', import.meta.url))

/** Of the development data, the surveys whose licence allows to ship what is fitted on them. */
const FITTED = ['haskell-survey', 'learning-r']

/** Everything that the experts on answers are fitted on; `sets`: a folder with checkouts of the published surveys. */
export function fittedAnswers(data: string, sets: string): GptAnswer[] {
  return [
    ...gptAnswers(data).filter(({ source }) => FITTED.includes(source)),
    ...openSurveys(sets).map((row) => answerIn({ ...row })),
    ...rowsOf(MODELS_FILE)
      .filter((row) => row.source !== JUDGING_SURVEY)
      .map(answerIn),
  ]
}

/** What is never fitted on: all other surveys of the development data, and the published one that only judges. */
export function unseenAnswers(data: string, sets: string): GptAnswer[] {
  return [
    ...gptAnswers(data).filter(({ source }) => !FITTED.includes(source)),
    ...judgingSurvey(sets).map((row) => answerIn({ ...row })),
    ...rowsOf(MODELS_FILE)
      .filter((row) => row.source === JUDGING_SURVEY)
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

/** Pieces of one or two sentences, so that short answers are not all of one style. */
export function pieces(answers: readonly GptAnswer[], luck: Chance): GptAnswer[] {
  return answers.flatMap((answer) => {
    const sentences = plainText(answer.text).split(/(?<=[.!?])\s+/)
    if (sentences.length < 2 || (!answer.isModel && luck.next() > 0.6)) return []
    return Array.from({ length: answer.isModel ? 2 : 1 }, () => {
      const start = luck.below(sentences.length)
      return sentences.slice(start, start + 1 + luck.below(2)).join(' ')
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
 * In every question and length, people weigh as much as models; a question or length that only one side answered
 * says little. Otherwise the fit learns topics and lengths.
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
