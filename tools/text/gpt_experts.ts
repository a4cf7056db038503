/** Fits the experts on style, and how people's texts of each kind and length score with them. */
import { plainText } from '../../src/features/text/normalize.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { HASHED, styleOf } from '../../src/features/text/style.ts'
import { MEASURES } from '../../src/features/text/style_measures.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import type { Baseline } from '../../src/models/text/gpt.ts'
import { chance } from './chance.ts'
import { balance, type GptAnswer, pieces } from './gpt_rows.ts'
import { fitLogistic, type LogisticModel, logitOf, type SparseRow } from './logistic.ts'
import type { Writing } from './other_writing.ts'
import { fitRidge } from './ridge.ts'

interface ExpertPlan {
  /** Manners of writing that it knows. */
  readonly styles: readonly string[]
  /** Weights of texts that are no answers: of people and models on the same prompts, and of people alone. */
  readonly paired: number
  readonly people: number
}

const ALL = [
  ...['default', 'plain', 'paragraph', 'participant', 'persona', 'rewrite', 'nonnative', 'typos', 'casual'],
  ...['evasive', 'brief', 'minimal'],
]
const NARROW = { paired: 0, people: 0 }
const WIDE = { paired: 0.3, people: 0.1 }

/** The first knows all manners from answers alone; the last three also news, essays and stories. */
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

/** A piece of an answer weighs half an answer. */
const PIECE_WEIGHT = 0.5

/** Of one survey no more people are fitted on: what surveys have in common counts, not what one of them has much of. */
const PEOPLE_OF_ONE = 4_000

/** Middles of the lengths, in words, for which the spread of people's scores is kept. */
export const LENGTHS = [3, 7, 12, 17, 25, 35, 47, 62, 85, 130]

export interface FittedExpert extends Baseline {
  readonly model: LogisticModel
}

/** One person's text: what the experts said of it without having seen its question or its kind. */
export interface Judged {
  readonly kind: string
  readonly words: number
  readonly register: readonly number[]
  readonly logits: readonly number[]
}

/** Texts that are no answers, read once. */
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

/** Answers to fit on, and pieces of them. */
export interface FitTexts {
  readonly answers: readonly GptAnswer[]
  readonly parts: readonly GptAnswer[]
  readonly writing: readonly ReadWriting[]
}

export function fitTexts(all: readonly GptAnswer[], writing: readonly ReadWriting[]): FitTexts {
  const luck = chance(3)
  const answers = [...Map.groupBy(all, ({ source }) => source).values()].flatMap((survey) => [
    ...luck.shuffle(survey.filter(({ isModel }) => !isModel)).slice(0, PEOPLE_OF_ONE),
    ...survey.filter(({ isModel }) => isModel),
  ])
  return { answers, parts: pieces(answers, chance(77)), writing }
}

/** The same texts less some surveys, and less the kinds of writing that are set aside with them. */
export function without({ answers, parts, writing }: FitTexts, surveys: readonly string[]): FitTexts {
  const aside = asideOf({ answers, parts, writing })
  const isIn = ({ source }: GptAnswer) => !surveys.includes(source)
  return {
    answers: answers.filter(isIn),
    parts: parts.filter(isIn),
    writing: writing.filter(({ kind }) => !surveys.includes(aside(kind))),
  }
}

/** With which survey each kind of writing is set aside. */
function asideOf({ answers, writing }: FitTexts): (kind: string) => string {
  const surveys = [...new Set(answers.map(({ source }) => source))].sort()
  const kinds = [...new Set(writing.map(({ kind }) => kind))].sort()
  return (kind) => surveys[kinds.indexOf(kind) % surveys.length] as string
}

export function fitExperts(texts: FitTexts): FittedExpert[] {
  const surveys = [...new Set(texts.answers.map(({ source }) => source))]
  const judged = surveys.flatMap((survey) => judgeWith(fitModels(without(texts, [survey])), texts, survey))
  return fitModels(texts).map((model, expert) => ({ model, ...baselineOf(judged, expert) }))
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

/** People of one survey, and of the kinds of writing set aside with it, judged by models fitted without them. */
export function judgeWith(models: readonly LogisticModel[], texts: FitTexts, survey: string): Judged[] {
  const aside = asideOf(texts)
  const judge = (kind: string, text: string, words: number, features: ReadWriting['features']): Judged => ({
    kind,
    words,
    register: registerOf(plainText(text)),
    logits: models.map((model) => logitOf(model, features)),
  })
  return [
    ...texts.answers
      .filter(({ source, isModel }) => source === survey && !isModel)
      .map(({ source, text, words, features }) => judge(source, text, words, features)),
    ...texts.writing
      .filter(({ kind, isModel }) => aside(kind) === survey && !isModel)
      .map(({ kind, text, words, features }) => judge(kind, text, words, features)),
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
