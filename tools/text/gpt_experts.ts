/** Fits the style experts and the baseline of people's scores by register and length. */
import { plainText } from '../../src/features/text/normalize.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { HASHED, styleOf } from '../../src/features/text/style.ts'
import { MEASURES } from '../../src/features/text/style_measures.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import type { Baseline } from '../../src/models/text/gpt.ts'
import { seededRandom } from '../seeded_random.ts'
import { balance, type GptAnswer, pieces } from './gpt_rows.ts'
import { fitLogistic, type LogisticModel, logitOf, type SparseRow } from './logistic.ts'
import type { Writing } from './other_writing.ts'
import { fitRidge } from './ridge.ts'

interface ExpertPlan {
  /** Manners of writing in its fit. */
  readonly styles: readonly string[]
  /** Weights of other texts: by people and models on the same prompts, and by people only. */
  readonly paired: number
  readonly people: number
}

const ALL = [
  ...['default', 'plain', 'paragraph', 'participant', 'persona', 'rewrite', 'nonnative', 'typos', 'casual'],
  ...['evasive', 'brief', 'minimal'],
]
const NARROW = { paired: 0, people: 0 }
const WIDE = { paired: 0.3, people: 0.1 }

/** The first is fitted on all manners, on answers only; the last three also on news, essays and stories. */
export const EXPERTS: readonly ExpertPlan[] = [
  { styles: ALL, ...NARROW },
  { styles: ['default', 'plain', 'paragraph'], ...NARROW },
  { styles: ['participant', 'persona'], ...NARROW },
  { styles: ['rewrite', 'brief'], ...NARROW },
  { styles: ['nonnative'], ...NARROW },
  { styles: ['casual', 'typos', 'evasive'], ...NARROW },
  { styles: ALL, ...WIDE },
  { styles: ['default', 'plain', 'paragraph'], ...WIDE },
  { styles: ['rewrite', 'brief'], ...WIDE },
]

export const OPTIONS = { width: HASHED + MEASURES, passes: 6, rate: 0.1, shrink: 1e-4 }

/** The weight of a part of an answer. */
const PIECE_WEIGHT = 0.5

/** The limit of people per survey, so that no survey dominates the fit. */
const PEOPLE_OF_ONE = 4_000

/** Lengths in words at which the spread of people's scores is stored. */
export const LENGTHS = [3, 7, 12, 17, 25, 35, 47, 62, 85, 130]

export interface FittedExpert extends Baseline {
  readonly model: LogisticModel
}

/** One person's text, scored by experts that were fitted without its question and kind. */
export interface ScoredText {
  readonly kind: string
  readonly words: number
  readonly register: readonly number[]
  readonly logits: readonly number[]
}

/** Other texts than answers, with features. */
export interface ReadWriting extends Writing {
  readonly words: number
  readonly features: Pick<SparseRow, 'indices' | 'values'>
}

export function readWriting(writing: readonly Writing[]): ReadWriting[] {
  return writing.map((each) => ({
    ...each,
    words: wordsOf(plainText(each.text)).length,
    features: styleOf(each.text),
  }))
}

/** Answers for the fit, and parts of them. */
export interface FitTexts {
  readonly answers: readonly GptAnswer[]
  readonly parts: readonly GptAnswer[]
  readonly writing: readonly ReadWriting[]
}

export function fitTexts(all: readonly GptAnswer[], writing: readonly ReadWriting[]): FitTexts {
  const random = seededRandom(3)
  const answers = [...Map.groupBy(all, ({ source }) => source).values()].flatMap((survey) => [
    ...random.shuffle(survey.filter(({ isModel }) => !isModel)).slice(0, PEOPLE_OF_ONE),
    ...survey.filter(({ isModel }) => isModel),
  ])
  return { answers, parts: pieces(answers, seededRandom(77)), writing }
}

/** The same texts without some surveys and without the kinds of writing that are held out with them. */
export function without({ answers, parts, writing }: FitTexts, surveys: readonly string[]): FitTexts {
  const aside = asideOf({ answers, parts, writing })
  const isIn = ({ source }: GptAnswer) => !surveys.includes(source)
  return {
    answers: answers.filter(isIn),
    parts: parts.filter(isIn),
    writing: writing.filter(({ kind }) => !surveys.includes(aside(kind))),
  }
}

/** The survey with which each kind of writing is held out. */
function asideOf({ answers, writing }: FitTexts): (kind: string) => string {
  const surveys = [...new Set(answers.map(({ source }) => source))].sort()
  const kinds = [...new Set(writing.map(({ kind }) => kind))].sort()
  return (kind) => surveys[kinds.indexOf(kind) % surveys.length] as string
}

export function fitExperts(texts: FitTexts): FittedExpert[] {
  const surveys = [...new Set(texts.answers.map(({ source }) => source))]
  const scored = surveys.flatMap((survey) => scoreWith(fitModels(without(texts, [survey])), texts, survey))
  return fitModels(texts).map((model, expert) => ({ model, ...baselineOf(scored, expert) }))
}

/** People's scores by register, with equal weight for each kind of writing, and the spread of single texts. */
export function baselineOf(
  scored: readonly ScoredText[],
  expert: number,
): Pick<FittedExpert, 'people' | 'spread'> {
  const kinds = Map.groupBy(scored, ({ kind }) => kind)
  const logits = scored.map(({ logits }) => logits[expert] as number)
  const people = fitRidge(
    scored.map(({ register }) => register),
    logits,
    scored.map(({ kind }) => 1 / (kinds.get(kind) as ScoredText[]).length),
    PULL,
  )
  const left = scored.map(({ words, register }, at) => ({
    words,
    rest: (logits[at] as number) - register.reduce((sum, value, k) => sum + value * (people[k] as number), 0),
  }))
  return { people, spread: spreadOf(left) }
}

/** Regularization of the baseline. */
const PULL = 0.0003

/** Texts of people in one survey and in its held-out kinds of writing, scored by models fitted without them. */
export function scoreWith(models: readonly LogisticModel[], texts: FitTexts, survey: string): ScoredText[] {
  const aside = asideOf(texts)
  const score = (
    kind: string,
    text: string,
    words: number,
    features: ReadWriting['features'],
  ): ScoredText => ({
    kind,
    words,
    register: registerOf(plainText(text)),
    logits: models.map((model) => logitOf(model, features)),
  })
  return [
    ...texts.answers
      .filter(({ source, isModel }) => source === survey && !isModel)
      .map(({ source, text, words, features }) => score(source, text, words, features)),
    ...texts.writing
      .filter(({ kind, isModel }) => aside(kind) === survey && !isModel)
      .map(({ kind, text, words, features }) => score(kind, text, words, features)),
  ]
}

export function fitModels({ answers, parts, writing }: FitTexts): LogisticModel[] {
  return EXPERTS.map(({ styles, paired, people }) => {
    const knows = ({ isModel, style }: GptAnswer) => !isModel || styles.includes(style)
    const whole = answers.filter(knows)
    const all = [...whole, ...parts.filter(knows)]
    const weights = balance(all)
    const rows: SparseRow[] = all.map((answer, at) => ({
      ...answer.features,
      label: answer.isModel ? 1 : 0,
      weight: (weights[at] as number) * (at < whole.length ? 1 : PIECE_WEIGHT),
    }))
    for (const { features, isModel, isPaired } of writing) {
      const weight = (isPaired ? paired : 0) + (isModel ? 0 : people)
      if (weight > 0) rows.push({ ...features, label: isModel ? 1 : 0, weight })
    }
    return fitLogistic(rows, OPTIONS, seededRandom(1))
  })
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
