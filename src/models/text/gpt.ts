/**
 * How much the style of English answers resembles that of language models: one expert for models of every kind, one
 * for each manner they are told to write in, and four that know other kinds of text. Scores are in standard deviations of what people score who tell the
 * same kind of thing at the same length.
 */
import { inflateSync } from 'node:zlib'
import stored from './gpt.json' with { type: 'json' }

export interface SparseVector {
  readonly indices: Uint32Array
  readonly values: Float32Array
}

interface Expert {
  readonly bias: number
  readonly scale: number
  /** Weights in units of `scale`. */
  readonly weights: Int8Array
  /** People's logit as a weighted sum of the text's register, and the spread around it by length. */
  readonly people: readonly number[]
  readonly spread: readonly number[]
}

export interface StoredStyleModel {
  readonly lengths: readonly number[]
  readonly experts: readonly {
    readonly bias: number
    readonly scale: number
    readonly weights: string
    readonly people: readonly number[]
    readonly spread: readonly number[]
  }[]
}

/** One number an expert; the first is the expert for models of every kind. */
export type StyleScores = readonly number[]

export interface StyleInput {
  readonly features: SparseVector
  readonly register: readonly number[]
  readonly words: number
}

export type StyleModel = (input: StyleInput) => StyleScores

export function openStyleModel({ lengths, experts: packed }: StoredStyleModel): StyleModel {
  const experts = packed.map(
    (each): Expert => ({
      ...each,
      weights: new Int8Array(inflateSync(Buffer.from(each.weights, 'base64'))),
    }),
  )
  return ({ features, register, words }) =>
    experts.map((expert) => {
      const usual = register.reduce((sum, value, at) => sum + value * (expert.people[at] as number), 0)
      return (logitOf(expert, features) - usual) / spreadAt(expert, lengths, words)
    })
}

let shipped: StyleModel | undefined

export function styleScores(input: StyleInput): StyleScores {
  shipped ??= openStyleModel(stored)
  return shipped(input)
}

function logitOf({ bias, scale, weights }: Expert, { indices, values }: SparseVector): number {
  let sum = 0
  for (let at = 0; at < indices.length; at++)
    sum += (weights[indices[at] as number] as number) * (values[at] as number)
  return bias + scale * sum
}

/** Between two lengths, in proportion to the logarithm. */
function spreadAt({ spread }: Expert, lengths: readonly number[], words: number): number {
  const next = lengths.findIndex((length) => words < length)
  if (next === 0) return spread[0] as number
  if (next === -1) return spread.at(-1) as number
  const [short, long] = [lengths[next - 1] as number, lengths[next] as number]
  const [from, to] = [spread[next - 1] as number, spread[next] as number]
  return from + ((to - from) * Math.log(words / short)) / Math.log(long / short)
}

/**
 * Handicap of each expert on answers, in deviations: people do write casually and with mistakes, so those who know
 * models that pretend to must be surer than the rest.
 */
const HANDICAPS = [0, 0, 0, 0, 0.15, 0.45, 0.2, 0.2, 0.2]

/** The expert for every manner has half a say beside whichever expert is surest. */
const GENERAL_SHARE = 0.5

/** The experts that know news, essays and stories. */
const FIRST_WIDE = 6

export interface FusedStyle {
  /** Like a model that answers surveys. Of 3,000 real participants with three answers 1 % reach 1.0 to 1.6. */
  readonly answering: number
  /** Like models that write texts of any kind. */
  readonly writing: number
}

/** One score for all answers of a participant: whoever lets a model answer, does so in one manner. */
export function fuseStyles(answers: readonly StyleScores[]): FusedStyle {
  if (answers.length === 0) return { answering: 0, writing: 0 }
  const means = (answers[0] as StyleScores).map(
    (_, expert) => answers.reduce((sum, scores) => sum + (scores[expert] as number), 0) / answers.length,
  )
  const surest = Math.max(...HANDICAPS.map((handicap, expert) => (means[expert] as number) - handicap))
  const wide = means.slice(FIRST_WIDE)
  return {
    answering: GENERAL_SHARE * (means[0] as number) + surest,
    writing: wide.reduce((sum, mean) => sum + mean, 0) / wide.length,
  }
}
