/** Fits the experts on style, and how people's answers of each length score with them. */
import { plainText } from '../../src/features/text/normalise.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { HASHED, styleOf } from '../../src/features/text/style.ts'
import { MEASURES } from '../../src/features/text/style_measures.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import { chance } from './chance.ts'
import { balance, type GptAnswer, pieces } from './gpt_rows.ts'
import { fitLogistic, type LogisticModel, logitOf } from './logistic.ts'
import type { Writing } from './other_writing.ts'
import { fitRidge } from './ridge.ts'

/** Which manners of writing each expert knows; the first knows all. */
export const EXPERTS: readonly (readonly string[])[] = [
  [
    ...['default', 'plain', 'paragraph', 'participant', 'persona', 'rewrite', 'nonnative', 'typos', 'casual'],
    ...['evasive', 'brief', 'minimal'],
  ],
  ['default', 'plain', 'paragraph'],
  ['participant', 'persona'],
  ['rewrite', 'brief'],
  ['nonnative'],
  ['casual', 'typos', 'evasive'],
]

const WIDTH = HASHED + MEASURES
export const OPTIONS = { width: WIDTH, passes: 6, rate: 0.1, shrink: 1e-4 }

/** A piece of an answer weighs half an answer. */
const PIECE_WEIGHT = 0.5
const FOLDS = 4

/** Middles of the lengths, in words, for which the spread of people's scores is kept. */
export const LENGTHS = [3, 7, 12, 17, 25, 35, 47, 62, 85, 130]

export interface FittedExpert {
  readonly model: LogisticModel
  /** People's logit as a weighted sum of `registerOf`. */
  readonly people: readonly number[]
  /** Standard deviation of people's logits around that, at each of `LENGTHS`. */
  readonly spread: readonly number[]
}

/** One person's text: what the experts said of it without having seen its question. */
export interface Judged {
  readonly kind: string
  readonly words: number
  readonly register: readonly number[]
  readonly logits: readonly number[]
}

export function fitExperts(answers: readonly GptAnswer[], writing: readonly Writing[]): FittedExpert[] {
  const parts = pieces(answers, chance(77))
  const models = fitModels(answers, parts)
  const judged = [...judgeAcross(answers, parts), ...writing.map((each) => judgeWriting(each, models))]
  return models.map((model, expert) => ({ model, ...baselineOf(judged, expert) }))
}

/** What people score, by register, every kind of writing counting alike, and how far single texts lie from it. */
export function baselineOf(
  judged: readonly Judged[],
  expert: number,
): Pick<FittedExpert, 'people' | 'spread'> {
  const kinds = Map.groupBy(judged, ({ kind }) => kind)
  const logits = judged.map(({ logits }) => logits[expert] as number)
  const people = fitRidge(
    judged.map(({ register }) => register),
    logits,
    judged.map(({ kind }) => 1 / (kinds.get(kind) as Judged[]).length),
    PULL,
  )
  const left = judged.map(({ words, register }, at) => ({
    words,
    rest: (logits[at] as number) - register.reduce((sum, value, k) => sum + value * (people[k] as number), 0),
  }))
  return { people, spread: spreadOf(left) }
}

/** Keeps the baseline from bending to single texts. */
const PULL = 0.0003

/** Every answer judged by models that were fitted on other questions. */
function judgeAcross(answers: readonly GptAnswer[], parts: readonly GptAnswer[]): Judged[] {
  const questions = [...new Set(answers.map(({ question }) => question))]
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isOut = ({ question }: GptAnswer) => questions.indexOf(question) % FOLDS === fold
    const others = fitModels(
      answers.filter((answer) => !isOut(answer)),
      parts.filter((part) => !isOut(part)),
    )
    return answers
      .filter((answer) => isOut(answer) && !answer.isModel)
      .map((answer) => ({
        kind: answer.source,
        words: answer.words,
        register: registerOf(plainText(answer.text)),
        logits: others.map((model) => logitOf(model, answer.features)),
      }))
  }).flat()
}

export function judgeWriting({ kind, text }: Writing, models: readonly LogisticModel[]): Judged {
  const plain = plainText(text)
  const features = styleOf(text)
  return {
    kind,
    words: wordsOf(plain).length,
    register: registerOf(plain),
    logits: models.map((model) => logitOf(model, features)),
  }
}

function fitModels(answers: readonly GptAnswer[], parts: readonly GptAnswer[]): LogisticModel[] {
  return EXPERTS.map((styles) => {
    const knows = ({ isModel, style }: GptAnswer) => !isModel || styles.includes(style)
    const whole = answers.filter(knows)
    const all = [...whole, ...parts.filter(knows)]
    const weights = balance(all)
    const rows = all.map((answer, at) => ({
      ...answer.features,
      label: answer.isModel ? (1 as const) : (0 as const),
      weight: (weights[at] as number) * (at < whole.length ? 1 : PIECE_WEIGHT),
    }))
    return fitLogistic(rows, OPTIONS, chance(1))
  })
}

/** Around each length, the more to either side the rarer that length is. */
const SPREAD_SHARE = 1 / 12

function spreadOf(left: readonly { words: number; rest: number }[]): number[] {
  return LENGTHS.map((length) => {
    const near = left
      .map(({ words, rest }) => [Math.abs(Math.log((1 + words) / (1 + length))), rest] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, Math.round(left.length * SPREAD_SHARE))
    return Math.sqrt(near.reduce((sum, [, rest]) => sum + rest * rest, 0) / near.length)
  })
}

/** Weights as eight-bit steps; what rounds to nothing is left out. */
export function quantise({ weights }: LogisticModel): { scale: number; steps: Int8Array } {
  let largest = 0
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight))
  const scale = largest / 127
  return { scale, steps: Int8Array.from(weights, (weight) => Math.round(weight / scale)) }
}
