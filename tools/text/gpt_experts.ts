/** Fits the experts on style, and how people's texts of each kind and length score with them. */
import { plainText } from '../../src/features/text/normalise.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { HASHED, styleOf } from '../../src/features/text/style.ts'
import { MEASURES } from '../../src/features/text/style_measures.ts'
import { wordsOf } from '../../src/features/text/words.ts'
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

export function fitExperts(answers: readonly GptAnswer[], writing: readonly ReadWriting[]): FittedExpert[] {
  const parts = pieces(answers, chance(77))
  const judged = judgeAcross(answers, parts, writing)
  return fitModels(answers, parts, writing).map((model, expert) => ({ model, ...baselineOf(judged, expert) }))
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

/** Every text of a person judged by models that were fitted on other questions and other kinds of writing. */
function judgeAcross(
  answers: readonly GptAnswer[],
  parts: readonly GptAnswer[],
  writing: readonly ReadWriting[],
): Judged[] {
  const questions = [...new Set(answers.map(({ question }) => question))]
  const kinds = [...new Set(writing.map(({ kind }) => kind))]
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isOut = ({ question }: GptAnswer) => questions.indexOf(question) % FOLDS === fold
    const isOther = ({ kind }: ReadWriting) => kinds.indexOf(kind) % FOLDS === fold
    const models = fitModels(
      answers.filter((answer) => !isOut(answer)),
      parts.filter((part) => !isOut(part)),
      writing.filter((each) => !isOther(each)),
    )
    const judge = (kind: string, text: string, words: number, features: ReadWriting['features']): Judged => ({
      kind,
      words,
      register: registerOf(plainText(text)),
      logits: models.map((model) => logitOf(model, features)),
    })
    return [
      ...answers
        .filter((answer) => isOut(answer) && !answer.isModel)
        .map(({ source, text, words, features }) => judge(source, text, words, features)),
      ...writing
        .filter((each) => isOther(each) && !each.isModel)
        .map(({ kind, text, words, features }) => judge(kind, text, words, features)),
    ]
  }).flat()
}

function fitModels(
  answers: readonly GptAnswer[],
  parts: readonly GptAnswer[],
  writing: readonly ReadWriting[],
): LogisticModel[] {
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
