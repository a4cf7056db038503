/**
 * How much the style of English answers resembles that of language models. There is one expert for all manners of
 * writing, one per manner, and three that were also fitted on other kinds of text. `gpt_writing.ts` has a tenth expert,
 * fitted on other kinds of text only. Scores are in standard deviations from people's texts of the same register and
 * length.
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

/** One number per expert. The first is the expert for all manners, the tenth is from `gpt_writing.ts`. */
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

/**
 * Handicap of each expert on answers, in deviations. Experts for all manners respond to every manner, so they need a
 * higher score than the expert for one manner.
 */
const HANDICAPS = [0.3, 0, 0, 0, 0, 0, 0.6, 0.2, 0]

/** Weight of the expert for all manners, besides the highest score. */
const GENERAL_SHARE = 1.05

/** Weight of the second highest score: two experts for different manners rarely err on the same person. */
const SECOND_SHARE = 0.5

/** Weight of the mean, which is subtracted: it depends more on the kind of survey than on the author. */
const AGREED_SHARE = 1.2

/** The first expert that was also fitted on news, essays and stories, and the expert fitted on those only. */
const FIRST_WIDE = 6
const WRITING = 9

/**
 * Among several answers, each score is clamped to this range: a model has a somewhat higher score in all answers, while a
 * person with an unusual phrase has a very high score in one.
 */
const MOST_OF_ONE = 2
const LEAST_OF_ONE = -0.8

/** Weight of the writing expert for answers, and of the answer experts for writing. */
const WRITING_SHARE = 0.15
const WIDE_SHARE = 0.1

export interface FusedStyle {
  /** Similarity to models that answer surveys. 1% of people with three answers reach 1.1 to 2.4, by survey. */
  readonly answering: number
  /** Similarity to models that write texts of any kind. */
  readonly writing: number
}

/** One score for all answers of a participant, because participants use a model in one manner. */
export function fuseStyles(answers: readonly StyleScores[]): FusedStyle {
  if (answers.length === 0) return { answering: 0, writing: 0 }
  const plain = meansOf(answers, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  const means = answers.length > 1 ? meansOf(answers, LEAST_OF_ONE, MOST_OF_ONE) : plain
  const known = means.slice(0, WRITING)
  const [first, second] = HANDICAPS.map((handicap, expert) => (known[expert] as number) - handicap).sort(
    (a, b) => b - a,
  ) as [number, number]
  const highest = first + SECOND_SHARE * second
  const writing = plain[WRITING] as number
  return {
    answering:
      GENERAL_SHARE * (known[0] as number) + highest - AGREED_SHARE * mean(known) + WRITING_SHARE * writing,
    writing: writing + WIDE_SHARE * mean(plain.slice(FIRST_WIDE, WRITING)),
  }
}

/** The mean of each expert over all answers, with scores clamped to `least` and `most`. */
function meansOf(answers: readonly StyleScores[], least: number, most: number): number[] {
  return (answers[0] as StyleScores).map((_, expert) =>
    mean(answers.map((scores) => Math.max(least, Math.min(most, scores[expert] as number)))),
  )
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
