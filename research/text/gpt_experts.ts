/** Fits the style experts and the baseline of people's scores by register and length. */
import { join } from 'node:path'
import { registerOf } from '../../src/features/text/register.ts'
import { HASHED, styleOf } from '../../src/features/text/style/style.ts'
import { styleWords } from '../../src/features/text/style/style_words.ts'
import type { Baseline } from '../../src/models/text/gpt.ts'
import { seededRandom } from '../seeded_random.ts'
import { rowsIn, textOf } from './data.ts'
import { balance, type GptAnswer, mistyped } from './gpt_rows.ts'
import { fitLogistic, type LogisticModel, logitOf, type SparseRow } from './logistic.ts'
import { MIXED_SOURCES } from './other_writing.ts'
import { fitRidge } from './ridge.ts'

interface ExpertPlan {
  /** Manners of writing in its fit. */
  readonly styles: readonly string[]
  /** The weight of news, essays and stories by people and by other models on the same prompts. */
  readonly writing: number
}

const PLAIN = ['default', 'plain', 'paragraph']
const ALL = [
  ...PLAIN,
  ...['participant', 'persona', 'rewrite', 'nonnative', 'typos', 'casual', 'evasive', 'brief', 'minimal'],
]

/** The first is fitted on all manners; the last two also on other texts, of older models. */
export const EXPERTS: readonly ExpertPlan[] = [
  { styles: ALL, writing: 0 },
  { styles: PLAIN, writing: 0 },
  { styles: ['participant', 'persona'], writing: 0 },
  { styles: ['rewrite', 'brief'], writing: 0 },
  { styles: ['nonnative'], writing: 0 },
  { styles: ['casual', 'typos', 'evasive'], writing: 0 },
  { styles: ALL, writing: 0.3 },
  { styles: PLAIN, writing: 0.3 },
]

const OPTIONS = { width: HASHED, passes: 4, rate: 0.1, shrink: 1e-4 }

/** The weight of a copy with typing errors. */
const MISTYPED_WEIGHT = 0.5

/** The limit of people per survey, so that no survey dominates the fit. */
const PEOPLE_OF_ONE = 2_500

/** Lengths in words at which the spread of people's scores is stored. */
export const LENGTHS = [3, 7, 12, 17, 25, 35, 47, 62, 85, 130]

export interface FitTexts {
  readonly answers: readonly GptAnswer[]
  readonly copies: readonly GptAnswer[]
  readonly writing: readonly SparseRow[]
}

/** `data`: a folder laid out like the development data. */
export function fitTexts(all: readonly GptAnswer[], data: string): FitTexts {
  const random = seededRandom(3)
  const answers = [...Map.groupBy(all, ({ source }) => source).values()].flatMap((survey) => [
    ...random.shuffle(survey.filter(({ isModel }) => !isModel)).slice(0, PEOPLE_OF_ONE),
    ...survey.filter(({ isModel }) => isModel),
  ])
  const writing = rowsIn(join(data, 'text/gpt'))
    .filter((row) => 'bucket' in row && MIXED_SOURCES.includes(textOf(row, 'source')))
    .map(
      (row): SparseRow => ({
        ...styleOf(styleWords(textOf(row, 'text'))),
        label: row.label === 'llm' ? 1 : 0,
        weight: 1,
      }),
    )
  return { answers, copies: mistyped(answers, seededRandom(77)), writing }
}

export function without({ answers, copies, writing }: FitTexts, survey: string): FitTexts {
  const isIn = ({ source }: GptAnswer) => source !== survey
  return { answers: answers.filter(isIn), copies: copies.filter(isIn), writing }
}

export function fitModels({ answers, copies, writing }: FitTexts): LogisticModel[] {
  return EXPERTS.map((plan) => {
    const knows = ({ isModel, style }: GptAnswer) => !isModel || plan.styles.includes(style)
    const whole = answers.filter(knows)
    const all = [...whole, ...copies.filter(knows)]
    const weights = balance(all)
    const rows: SparseRow[] = all.map((answer, at) => ({
      ...answer.features,
      label: answer.isModel ? 1 : 0,
      weight: (weights[at] as number) * (at < whole.length ? 1 : MISTYPED_WEIGHT),
    }))
    if (plan.writing > 0) rows.push(...writing.map((row) => ({ ...row, weight: plan.writing })))
    return fitLogistic(rows, OPTIONS, seededRandom(1))
  })
}

/** One person's text, scored by experts that were fitted without its survey. */
export interface ScoredText {
  readonly source: string
  readonly words: number
  readonly register: readonly number[]
  readonly logits: readonly number[]
}

export function scoreText(
  models: readonly LogisticModel[],
  { source, words, features }: GptAnswer,
): ScoredText {
  return {
    source,
    words: words.length,
    register: registerOf(words),
    logits: models.map((model) => logitOf(model, features)),
  }
}

/** Regularization of the baseline. */
const PULL = 0.0003

/** People's scores by register, with equal weight for each survey, and the spread of single texts. */
export function baselineOf(scored: readonly ScoredText[], expert: number): Baseline {
  const surveys = Map.groupBy(scored, ({ source }) => source)
  const logits = scored.map(({ logits }) => logits[expert] as number)
  const people = fitRidge(
    scored.map(({ register }) => register),
    logits,
    scored.map(({ source }) => 1 / (surveys.get(source) as ScoredText[]).length),
    PULL,
  )
  const left = scored.map(({ words, register }, at) => ({
    words,
    rest: (logits[at] as number) - register.reduce((sum, value, k) => sum + value * (people[k] as number), 0),
  }))
  return { people, spread: spreadOf(left) }
}

/** The spread around each length; rarer lengths use a wider window. */
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

/** Weights as eight-bit steps; weights that round to 0 are dropped. */
export function quantise({ weights }: LogisticModel): { scale: number; steps: Int8Array } {
  let largest = 0
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight))
  const scale = largest / 127
  return { scale, steps: Int8Array.from(weights, (weight) => Math.round(weight / scale)) }
}
