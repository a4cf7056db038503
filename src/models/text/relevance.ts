/** How well an answer fits its question and the answers of other participants, from meaning vectors and shared words. */
import { type Center, centerOf, cosine, membersOf } from './center.ts'
import { closeness, type Meaning } from './meaning.ts'
import fitted from './relevance.json' with { type: 'json' }

export interface QuestionInput {
  readonly answer: Meaning
  readonly question: Meaning | null
  /** Shared words, as `overlapOfStems` counts them. */
  readonly overlap: number
}

/** Another participant's answer. */
export interface Peer {
  /** Of about unit length. */
  readonly vector: Float32Array
  readonly words: number
}

export interface PeersInput extends QuestionInput {
  /** At least `MIN_OTHERS`. */
  readonly peers: readonly Peer[]
}

/** With fewer other answers, their center is not reliable. */
export const MIN_OTHERS = 6

/** Other answers whose median is below this logit are themselves off-topic: most of them may be a bot's. */
const MIN_MEDIAN = -1

/** Whether the other answers can say what is on topic. Without a question, nothing is known about them. */
export function fitQuestion(peers: readonly Peer[], question: Meaning | null): boolean {
  if (peers.length < MIN_OTHERS) return false
  if (question === null) return true
  const logits = peers.map((peer) => relevanceToQuestion(fromPeer(peer, question)))
  return (logits.sort((a, b) => a - b)[logits.length >> 1] as number) >= MIN_MEDIAN
}

/** The logit that an answer is on topic, from the question only: 0 is even odds. */
export function relevanceToQuestion(input: QuestionInput): number {
  return weigh(questionFeatures(input), fitted.fromQuestion)
}

export function questionFeatures({ answer, question, overlap }: QuestionInput): number[] {
  const asked = question === null ? 0 : closeness(answer, question.vector)
  const known = lengthOf(answer.known)
  return [1, asked, overlap, known, asked * known, overlap > 0 ? 1 : 0]
}

/** How much of the other answers' own relevance counts: some questions get answers that are all alike, others do not. */
const OWN_WEIGHT = 0.5

export interface RelevanceAmong {
  /** The logit of an answer, less a share of the logit that most of the other answers have themselves. */
  readonly logit: number
  /**
   * How far the logit is from the mean of the other answers' logits, in standard deviations. Some questions get answers
   * of many kinds: there, a low logit is nothing unusual.
   */
  readonly deviations: number
}

/** Logits of other answers that are nearly equal say little about how far apart answers to the question can be. */
const LEAST_SPREAD = 0.5

export function relevanceAmong(input: PeersInput): RelevanceAmong {
  const { own, near, fitting } = peersFeatures(input)
  const logits = near.map((features) => weigh(features, fitted.withOthers))
  const most = spreadOf(logits)
  const shift = OWN_WEIGHT * (most.mean - most.deviation)
  const usual = spreadOf(fitting().map((features) => weigh(features, fitted.withOthers)))
  const logit = weigh(own, fitted.withOthers)
  return {
    logit: logit - shift,
    deviations: (logit - usual.mean) / Math.max(LEAST_SPREAD, usual.deviation),
  }
}

function spreadOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(variance) }
}

interface PeersFeatures {
  readonly own: number[]
  /** Of each other answer near the center, compared with the rest of them. */
  readonly near: readonly number[][]
  /** Also of the answers far from the center that fit the question: others may be a bot's. */
  fitting(): readonly number[][]
}

export function peersFeatures(
  { answer, question, overlap, peers }: PeersInput,
  background: readonly number[] = fitted.background,
): PeersFeatures {
  const majority = background === fitted.background ? knownMajority(peers) : majorityOf(peers, background)
  const whole = comparisonsWith(majority.whole, question?.vector ?? null)
  const topic = comparisonsWith(
    majority.topic,
    question === null ? null : without(background, question.vector),
  )
  const outside = (vector: Float32Array, words: number, shared: number) =>
    featuresOf(whole.own(vector), topic.own(without(background, vector)), lengthOf(words), shared)
  const near = majority.members.map((index, at) =>
    featuresOf(whole.member(at), topic.member(at), lengthOf((peers[index] as Peer).words), 0),
  )
  return {
    own: outside(answer.vector, answer.known, overlap),
    near,
    fitting: () => {
      const isNear = new Set(majority.members)
      const far = peers.filter(
        (peer, at) => !isNear.has(at) && relevanceToQuestion(fromPeer(peer, question)) >= 0,
      )
      return [...near, ...far.map(({ vector, words }) => outside(vector, words, 0))]
    },
  }
}

const fromPeer = ({ vector, words }: Peer, question: Meaning | null): QuestionInput => ({
  answer: { vector, known: words },
  question,
  overlap: 0,
})

/** Vectors of the answers near the center, with their center. */
interface Near {
  readonly vectors: readonly Float32Array[]
  readonly center: Center
}

interface Majority {
  readonly whole: Near
  readonly topic: Near
  /** Indices of the answers near the center. */
  readonly members: readonly number[]
}

function majorityOf(peers: readonly Peer[], background: readonly number[]): Majority {
  const topics = peers.map(({ vector }) => without(background, vector))
  const members = membersOf(topics)
  const near = (vectors: readonly Float32Array[]): Near => ({ vectors, center: centerOf(vectors) })
  return {
    whole: near(members.map((index) => (peers[index] as Peer).vector)),
    topic: near(members.map((index) => topics[index] as Float32Array)),
    members,
  }
}

const majorities = new WeakMap<readonly Peer[], Majority>()

/** The same peers come with many answers, and comparing all of them takes longer than the rest of the check. */
function knownMajority(peers: readonly Peer[]): Majority {
  const known = majorities.get(peers) ?? majorityOf(peers, fitted.background)
  majorities.set(peers, known)
  return known
}

/** Cosines of one vector to the question and to the other answers. */
interface Comparison {
  readonly toQuestion: number
  readonly toOthers: number
  /** How alike the other answers are. */
  readonly unity: number
}

function comparisonsWith({ vectors, center }: Near, question: Float32Array | null) {
  const { sum, unity, toOthers } = center
  const toQuestion = (vector: Float32Array) => (question === null ? 0 : cosine(vector, question))
  return {
    own: (vector: Float32Array): Comparison => ({
      toQuestion: toQuestion(vector),
      toOthers: cosine(vector, sum),
      unity,
    }),
    member: (at: number): Comparison => ({
      toQuestion: toQuestion(vectors[at] as Float32Array),
      toOthers: toOthers[at] as number,
      unity,
    }),
  }
}

/** `topic`: the same comparison without the part that all answers have in common. */
const featuresOf = (whole: Comparison, topic: Comparison, length: number, shared: number): number[] => [
  1,
  length,
  shared,
  shared > 0 ? 1 : 0,
  ...[whole, topic].flatMap(({ toQuestion, toOthers, unity }) => [
    toQuestion,
    toOthers,
    unity,
    toOthers * unity,
    toOthers * length,
    toQuestion * length,
    toQuestion * toOthers,
  ]),
]

const lengthOf = (words: number): number => Math.log(1 + words) / 3

const weigh = (features: readonly number[], weights: readonly number[]): number =>
  features.reduce((sum, feature, at) => sum + feature * (weights[at] as number), 0)

/** The part that all answers have in common says nothing about their topic. Returns a unit vector. */
function without(background: readonly number[], vector: Float32Array): Float32Array {
  const rest = new Float32Array(vector.length)
  let square = 0
  for (let at = 0; at < rest.length; at++) {
    const value = (vector[at] as number) - (background[at] ?? 0)
    rest[at] = value
    square += value * value
  }
  const length = Math.sqrt(square) || 1
  for (let at = 0; at < rest.length; at++) rest[at] = (rest[at] as number) / length
  return rest
}
