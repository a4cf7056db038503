/**
 * How much more an answer uses the words of reference answers than other participants do. References are answers of
 * chatbots to the same question, which the researcher gives. A word counts if references contain it more often than
 * people do: other participants and, where these are few, people in general.
 *
 * Participants may have used chatbots too, and must not hide each other. So the first fit is on the half of the
 * participants that resembles the references least. Then all who are not conspicuous are fitted again, several times.
 */

import { REFERENCE_LIMITS } from '../../contract/limits.ts'
import { usualShare } from './word_share.ts'
import { hashesIn, type Wording } from './wording.ts'

/** One reference answer. */
export interface Reference {
  readonly id: string
  readonly wording: Wording
}

/** The usual shares of words count as much as this many words of other participants. */
const USUAL_WORDS = 300

/** One reference alone may contain a word by chance: it counts a third, and ten count five sixths. */
const CHANCE_REFERENCES = 2

/** In nats. A word that nobody else uses says no more than a rare one. */
const MOST_WEIGHT = 4

/** Center and spread before there are participants, and the number of participants that weigh as much. */
const USUAL_CENTER = 0.06
const USUAL_SPREAD = 0.6
const USUAL_PEERS = 20

/** Where hardly anybody uses a word of the references, one or two of them must not be enough. */
const LEAST_SPREAD = 0.35

/** Participants further than this from the center are left out of the next fit. */
const CONSPICUOUS = 2.5
const ROUNDS = 6

export interface ReferenceFit {
  /** 0 for words that say nothing. */
  weightOf(hash: number): number
  /** Of the mean weight of people's words. The spread is that of one word. */
  readonly center: number
  readonly spread: number
  readonly references: readonly OpenReference[]
}

interface OpenReference {
  readonly id: string
  readonly hashes: Uint32Array
}

/** References that are compared with many participants. */
export interface OpenedReferences {
  readonly references: readonly OpenReference[]
  readonly words: ReferenceWords
  /** Other participants of the latest fits, because most are those of the next one too. */
  readonly peers: Map<Wording, Peer>
}

/** More than the participants of one fit. */
const MOST_PEERS = 500

export function openReferences(references: readonly Reference[]): OpenedReferences {
  const opened = references.map(({ id, wording }) => ({ id, hashes: hashesIn(wording) }))
  return { references: opened, words: referenceWords(opened), peers: new Map() }
}

function peerAmong({ words, peers }: OpenedReferences, wording: Wording): Peer {
  const known = peers.get(wording)
  if (known !== undefined) return known
  const peer = peerOf(hashesIn(wording), words)
  if (peers.size >= MOST_PEERS) peers.clear()
  peers.set(wording, peer)
  return peer
}

/** Null: too few references or too few other participants. */
export function fitReferences(opened: OpenedReferences, others: readonly Wording[]): ReferenceFit | null {
  const { references, words } = opened
  if (references.length < REFERENCE_LIMITS.needed || others.length < REFERENCE_LIMITS.others) return null
  const peers = others.map((wording) => peerAmong(opened, wording))
  let left = leastSimilar(words, peers)
  let fit = fitAmong(words, peers, left)
  for (let round = 0; round < ROUNDS; round++) {
    const next = peers.map((peer, at) => distanceIn(fit, peer, left[at] === true) <= CONSPICUOUS)
    // More than half cannot be conspicuous.
    if (next.filter(Boolean).length < peers.length / 2 || next.every((is, at) => is === left[at])) break
    left = next
    fit = fitAmong(words, peers, left)
  }
  const { weights, center, spread } = fit
  const weightOf = (hash: number): number => {
    const index = words.indices.get(hash)
    return index === undefined ? 0 : (weights[index] as number)
  }
  return { weightOf, center, spread, references }
}

/** The half that uses the words of references least, by their usual shares: people, even if many others are not. */
function leastSimilar(words: ReferenceWords, peers: readonly Peer[]): boolean[] {
  const { weights } = fitAmong(words, [], [])
  const scores = peers.map((peer) => (peer.length === 0 ? 0 : meanWeight(weights, peer)))
  const median = scores.toSorted((a, b) => a - b)[scores.length >> 1] ?? 0
  return scores.map((score) => score <= median)
}

/** The words of all references. Only these have a weight, so all else is counted by their index. */
interface ReferenceWords {
  readonly indices: ReadonlyMap<number, number>
  /** By index: the number of references with the word, and its usual share. */
  readonly uses: readonly number[]
  readonly usual: readonly number[]
  readonly total: number
}

function referenceWords(references: readonly OpenReference[]): ReferenceWords {
  const counts = new Map<number, number>()
  for (const { hashes } of references) {
    for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const uses = [...counts.values()]
  return {
    indices: new Map([...counts.keys()].map((hash, index) => [hash, index])),
    uses,
    usual: [...counts.keys()].map(usualShare),
    total: uses.reduce((sum, count) => sum + count, 0),
  }
}

/** The answer of another participant. */
interface Peer {
  /** Indices of the words that references use too. */
  readonly words: readonly number[]
  /** Number of all its words. */
  readonly length: number
}

function peerOf(hashes: Uint32Array, { indices }: ReferenceWords): Peer {
  const words: number[] = []
  for (const hash of hashes) {
    const index = indices.get(hash)
    if (index !== undefined) words.push(index)
  }
  return { words, length: hashes.length }
}

interface PeerFit {
  /** By index of the word. */
  readonly weights: Float64Array
  /** The weights for a participant among the peers, computed without that participant. */
  readonly ownWeights: Float64Array
  readonly center: number
  readonly spread: number
}

function fitAmong(words: ReferenceWords, all: readonly Peer[], left: readonly boolean[]): PeerFit {
  const peers = all.filter((_, at) => left[at])
  const counts = new Float64Array(words.uses.length)
  let total = USUAL_WORDS
  for (const peer of peers) {
    for (const index of peer.words) counts[index] = (counts[index] as number) + 1
    total += peer.length
  }
  const weightsWithout = (ownUses: number): Float64Array =>
    counts.map((count, index) => {
      const uses = words.uses[index] as number
      const share = (Math.max(0, count - ownUses) + USUAL_WORDS * (words.usual[index] as number)) / total
      const nats = Math.min(MOST_WEIGHT, Math.max(0, Math.log(uses / words.total / share)))
      return (nats * uses) / (uses + CHANCE_REFERENCES)
    })
  const [weights, ownWeights] = [weightsWithout(0), weightsWithout(1)]
  const scores = peers
    .filter(({ length }) => length > 0)
    .map((peer) => meanWeight(ownWeights, peer))
    .sort((a, b) => a - b)
  const middle = scores[scores.length >> 1] ?? USUAL_CENTER
  const share = scores.length / (scores.length + USUAL_PEERS)
  return {
    weights,
    ownWeights,
    center: share * middle + (1 - share) * USUAL_CENTER,
    spread: Math.max(LEAST_SPREAD, share * wordSpread(ownWeights, peers) + (1 - share) * USUAL_SPREAD),
  }
}

/**
 * By word, not by answer: most answers have hardly any word with a weight, so that their means lie close together and
 * say little about how far above them an honest answer may be.
 */
function wordSpread(weights: Float64Array, peers: readonly Peer[]): number {
  let [count, sum, squares] = [0, 0, 0]
  for (const { words, length } of peers) {
    count += length
    for (const index of words) {
      const weight = weights[index] as number
      sum += weight
      squares += weight ** 2
    }
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

function meanWeight(weights: Float64Array, { words, length }: Peer): number {
  let sum = 0
  for (const index of words) sum += weights[index] as number
  return sum / length
}

/** `isCounted`: the participant is one of those that the fit counts. */
function distanceIn(fit: PeerFit, peer: Peer, isCounted: boolean): number {
  if (peer.length === 0) return 0
  const mean = meanWeight(isCounted ? fit.ownWeights : fit.weights, peer)
  return ((mean - fit.center) * Math.sqrt(peer.length)) / fit.spread
}

/** An answer with the fit of its question. */
export interface ReferredAnswer {
  readonly fit: ReferenceFit
  readonly hashes: Uint32Array
}

/** The distance of a participant's answers from people's, in standard deviations, toward the references. */
export function referenceDistance(answers: readonly ReferredAnswer[]): number {
  let excess = 0
  let variance = 0
  for (const { fit, hashes } of answers) {
    for (const hash of hashes) excess += fit.weightOf(hash) - fit.center
    variance += hashes.length * fit.spread ** 2
  }
  return variance === 0 ? 0 : excess / Math.sqrt(variance)
}

/** The id of the reference that shares the most telling words with an answer. */
export function closestReference({ fit, hashes }: ReferredAnswer): string | null {
  const own = new Set(hashes)
  let closest: string | null = null
  let highest = 0
  for (const { id, hashes: words } of fit.references) {
    const shared = words.reduce((sum, hash) => sum + (own.has(hash) ? fit.weightOf(hash) : 0), 0)
    if (shared > highest) [closest, highest] = [id, shared]
  }
  return closest
}
