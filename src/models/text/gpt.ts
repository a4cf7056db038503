/**
 * How much the style of English answers resembles that of language models: one expert for models of every kind, one
 * for each manner they are told to write in, and three that know other kinds of text beside answers. A tenth, that
 * knows those alone, has a file of its own. Scores are in standard deviations of what people score who tell the same
 * kind of thing at the same length.
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

/** One number an expert; the first is the expert for models of every kind, the tenth `gpt_writing.ts`. */
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

/** All experts' weights of one feature side by side, so that one look into memory finds them. */
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

/** What people's texts score. */
export interface Baseline {
  /** Their logit as a weighted sum of the text's register. */
  readonly people: readonly number[]
  /** Standard deviation around it, by length. */
  readonly spread: readonly number[]
}

/** How far a logit lies beyond what people score who tell the same kind of thing at the same length. */
export function deviations(
  logit: number,
  { people, spread }: Baseline,
  lengths: readonly number[],
  { register, words }: Pick<StyleInput, 'register' | 'words'>,
): number {
  const usual = register.reduce((sum, value, at) => sum + value * (people[at] as number), 0)
  return (logit - usual) / spreadAt(spread, lengths, words)
}

/** Between two lengths, in proportion to the logarithm. */
function spreadAt(spread: readonly number[], lengths: readonly number[], words: number): number {
  const next = lengths.findIndex((length) => words < length)
  if (next === 0) return spread[0] as number
  if (next === -1) return spread.at(-1) as number
  const [short, long] = [lengths[next - 1] as number, lengths[next] as number]
  const [from, to] = [spread[next - 1] as number, spread[next] as number]
  return from + ((to - from) * Math.log(words / short)) / Math.log(long / short)
}

/**
 * Handicap of each expert on answers, in deviations: those for every manner speak for all the others as well, so they
 * must be surer than the one who knows the manner.
 */
const HANDICAPS = [0.3, 0, 0, 0, 0, 0, 0.6, 0.2, 0]

/** What the expert for every manner says beside whichever expert is surest. */
const GENERAL_SHARE = 1.05

/** What the second surest says: two who know different manners seldom err on the same person. */
const SECOND_SHARE = 0.5

/** What all experts agree on is more often the kind of survey than the author. */
const AGREED_SHARE = 1.2

/** The experts that know news, essays and stories as well, and the one that knows nothing else. */
const FIRST_WIDE = 6
const WRITING = 9

/**
 * Of several answers no single one counts beyond this many deviations, for and against: a model shows in all of them a
 * little, a person with a turn of phrase in one of them very much.
 */
const MOST_OF_ONE = 2
const LEAST_OF_ONE = -0.8

/** What the expert on writing has to say on answers, and those that know answers on writing. */
const WRITING_SHARE = 0.15
const WIDE_SHARE = 0.1

export interface FusedStyle {
  /** Like a model that answers surveys. Of people with three answers 1 % reach 1.1 to 2.4, by survey. */
  readonly answering: number
  /** Like models that write texts of any kind. */
  readonly writing: number
}

/** One score for all answers of a participant: whoever lets a model answer, does so in one manner. */
export function fuseStyles(answers: readonly StyleScores[]): FusedStyle {
  if (answers.length === 0) return { answering: 0, writing: 0 }
  const plain = meansOf(answers, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  const means = answers.length > 1 ? meansOf(answers, LEAST_OF_ONE, MOST_OF_ONE) : plain
  const known = means.slice(0, WRITING)
  const [first, second] = HANDICAPS.map((handicap, expert) => (known[expert] as number) - handicap).sort(
    (a, b) => b - a,
  ) as [number, number]
  const surest = first + SECOND_SHARE * second
  const writing = plain[WRITING] as number
  return {
    answering:
      GENERAL_SHARE * (known[0] as number) + surest - AGREED_SHARE * mean(known) + WRITING_SHARE * writing,
    writing: writing + WIDE_SHARE * mean(plain.slice(FIRST_WIDE, WRITING)),
  }
}

/** Of each expert, over all answers, none of which counts beyond `least` and `most`. */
function meansOf(answers: readonly StyleScores[], least: number, most: number): number[] {
  return (answers[0] as StyleScores).map((_, expert) =>
    mean(answers.map((scores) => Math.max(least, Math.min(most, scores[expert] as number)))),
  )
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
