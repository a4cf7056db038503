/**
 * How much the style of English answers resembles that of language models: one expert for models of every kind and
 * one for each manner they are told to write in. Scores are in standard deviations of what people score who tell the
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
 * Handicap of each expert, in deviations: people do write casually and with mistakes, so those who know models that
 * pretend to must be surer than the rest.
 */
const HANDICAPS = [0, 0, 0, 0, 0.15, 0.45]

/** One score for all answers of a participant: whoever lets a model answer, does so in one manner. */
export function fuseStyles(answers: readonly StyleScores[]): number {
  if (answers.length === 0) return 0
  const means = HANDICAPS.map(
    (_, expert) => answers.reduce((sum, scores) => sum + (scores[expert] as number), 0) / answers.length,
  )
  return (means[0] as number) + Math.max(...means.map((mean, expert) => mean - (HANDICAPS[expert] as number)))
}
