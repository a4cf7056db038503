/**
 * How much the style of English answers resembles that of language models. There is one expert for all manners of
 * writing, one for each group of manners, and two that were also fitted on other kinds of text. Scores are in standard
 * deviations from people's texts of the same register and length.
 */
import { inflateSync } from 'node:zlib'
import stored from './gpt.json' with { type: 'json' }

export interface SparseVector {
  readonly indices: Uint32Array
  readonly values: Float32Array
}

export interface StoredStyleModel {
  readonly lengths: readonly number[]
  readonly experts: readonly ({
    readonly bias: number
    readonly scale: number
    readonly weights: string
  } & Baseline)[]
}

/** One number per expert. The first is the expert for all manners. */
export type StyleScores = readonly number[]

export interface StyleInput {
  readonly features: SparseVector
  readonly register: readonly number[]
  readonly words: number
}

export type StyleModel = (input: StyleInput) => StyleScores

export function openStyleModel({ lengths, experts }: StoredStyleModel): StyleModel {
  const weights = interleaved(experts.map((each) => inflateSync(Buffer.from(each.weights, 'base64'))))
  return ({ features, register, words }) => {
    const sums = sumsOf(weights, experts.length, features)
    return experts.map((expert, at) => {
      const logit = expert.bias + expert.scale * (sums[at] as number)
      return deviations(logit, expert, lengths, { register, words })
    })
  }
}

/** The weights of all experts side by side per feature, for fewer cache misses. */
function interleaved(tables: readonly Uint8Array[]): Int8Array {
  const width = tables[0]?.length ?? 0
  const weights = new Int8Array(width * tables.length)
  for (const [expert, table] of tables.entries()) {
    for (let at = 0; at < width; at++) weights[at * tables.length + expert] = table[at] as number
  }
  return weights
}

function sumsOf(weights: Int8Array, experts: number, { indices, values }: SparseVector): Float64Array {
  const sums = new Float64Array(experts)
  for (let at = 0; at < indices.length; at++) {
    const base = (indices[at] as number) * experts
    const value = values[at] as number
    for (let expert = 0; expert < experts; expert++) {
      sums[expert] = (sums[expert] as number) + (weights[base + expert] as number) * value
    }
  }
  return sums
}

let shipped: StyleModel | undefined

export function styleScores(input: StyleInput): StyleScores {
  shipped ??= openStyleModel(stored)
  return shipped(input)
}

/** The usual scores of people's texts. */
export interface Baseline {
  /** Their logit as a weighted sum of the text's register. */
  readonly people: readonly number[]
  /** Standard deviation around it, by length. */
  readonly spread: readonly number[]
}

/** The distance of a logit from people's texts of the same register and length, in standard deviations. */
export function deviations(
  logit: number,
  { people, spread }: Baseline,
  lengths: readonly number[],
  { register, words }: Pick<StyleInput, 'register' | 'words'>,
): number {
  const usual = register.reduce((sum, value, at) => sum + value * (people[at] as number), 0)
  return (logit - usual) / spreadAt(spread, lengths, words)
}

/** Interpolates between two lengths by the logarithm. */
function spreadAt(spread: readonly number[], lengths: readonly number[], words: number): number {
  const next = lengths.findIndex((length) => words < length)
  if (next === 0) return spread[0] as number
  if (next === -1) return spread.at(-1) as number
  const [short, long] = [lengths[next - 1] as number, lengths[next] as number]
  const [from, to] = [spread[next - 1] as number, spread[next] as number]
  return from + ((to - from) * Math.log(words / short)) / Math.log(long / short)
}

/** Weight of the expert for all manners, besides the highest score. */
const GENERAL_SHARE = 0.5

/** Weight of the second highest score: two experts for different manners rarely err on the same person. */
const SECOND_SHARE = 0.3

/** Weight of the mean, which is subtracted: it depends more on the kind of survey than on the author. */
const AGREED_SHARE = 1

/**
 * The resemblance of a participant's answers to a model's, together. The scores of each expert are averaged before the
 * highest counts, so that one unusual answer among several has little effect. Null without answers.
 */
export function fuseStyles(answers: readonly StyleScores[]): number | null {
  if (answers.length === 0) return null
  const means = (answers[0] as StyleScores).map((_, expert) =>
    mean(answers.map((scores) => scores[expert] as number)),
  )
  const [highest = 0, second = 0] = means.toSorted((a, b) => b - a)
  return GENERAL_SHARE * (means[0] as number) + highest + SECOND_SHARE * second - AGREED_SHARE * mean(means)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
