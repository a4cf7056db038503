/**
 * Statistics of the answers to one question: common words, styles, and samples of their meaning vectors and wordings. The
 * size is bounded, and an answer can be removed again. Equal answers count once, so that a flood of copies has no effect; only
 * their words count for the first few participants.
 */
import { hashText } from './hash.ts'
import { foldText } from './normalize.ts'
import { isStopWord } from './stop_words.ts'
import { addStyle, removeStyle, type StylePeers } from './style/style_peers.ts'
import type { Wording } from './wording.ts'
import { wordsOf } from './words.ts'

export interface QuestionStats {
  /** Number of participants by answer (hashed). */
  readonly answers: ReadonlyMap<string, number>
  /** Number of participants by word (folded); of equal answers, the first `OWN_WORD_ANSWERS` count. */
  readonly words: ReadonlyMap<string, number>
  readonly styles: StylePeers
  /** A random sample of the answers' unit meaning vectors, by answer (hashed). */
  readonly peers: ReadonlyMap<string, StoredPeer>
  /** A random sample of the answers' wordings, by answer (hashed). */
  readonly wordings: ReadonlyMap<string, Wording>
}

/** `vector`: in 127ths, as base64 of signed bytes. `words`: the length of the answer. */
export type StoredPeer = readonly [vector: string, words: number]

/** The data that one answer adds. */
export interface AnswerSample {
  readonly answer: string
  readonly words: readonly string[]
  /** How much its style resembles a model's; null: not measurable. */
  readonly style: number | null
  readonly meaning: readonly number[] | null
  /** Empty: the answer is too short, or not in English. */
  readonly wording: Wording
  /** Number of words. */
  readonly length: number
}

/** A word of this many participants belongs to the vocabulary of the survey, even if it looks random. */
export const OWN_WORD_ANSWERS = 3

/** Above these limits the rarest entries are dropped. */
const MOST_WORDS = 800
/** Further different answers would change almost nothing. */
const MOST_ANSWERS = 500
/** Enough for a center that a third of unrelated answers does not move. */
const MOST_PEERS = 32
/** Enough for the usual words of a question, also where two fifths of the participants used a chatbot. */
const MOST_WORDINGS = 120

/** The limit for one answer. */
const SAMPLE_WORDS = 120

/** Four digits are more than a stored vector keeps. */
const MEANING_DIGITS = 4

const nothing = (): QuestionStats => ({
  answers: new Map(),
  words: new Map(),
  styles: {},
  peers: new Map(),
  wordings: new Map(),
})

/** The parts of a sample for the GPT check. */
export type ModelParts = Pick<AnswerSample, 'style' | 'wording'>

const NO_PARTS: ModelParts = { style: null, wording: '' }

export function sampleOf(text: string, meaning: ArrayLike<number> | null, parts = NO_PARTS): AnswerSample {
  const folded = foldText(text)
  return sampleOfFolded(folded, wordsOf(folded), meaning, parts)
}

/** `words`: the words of the folded text. */
export function sampleOfFolded(
  folded: string,
  words: readonly string[],
  meaning: ArrayLike<number> | null,
  parts: ModelParts,
): AnswerSample {
  return {
    answer: hashText(folded).toString(36),
    words: contentWords(words),
    ...parts,
    meaning: meaning === null ? null : Array.from(meaning, (value) => Number(value.toFixed(MEANING_DIGITS))),
    length: words.length,
  }
}

function contentWords(words: readonly string[]): string[] {
  const found = new Set<string>()
  for (const word of words) {
    if (found.size === SAMPLE_WORDS) break
    if (word.length > 1 && !isStopWord(word)) found.add(word)
  }
  return [...found]
}

/**
 * Takes over the tables of `stats` and changes them in place, so `stats` must not be used afterwards: copying tables of
 * a thousand entries takes longer than reading and writing them.
 */
export function addSample(stats: QuestionStats | null, sample: AnswerSample): QuestionStats {
  const before = stats ?? nothing()
  const copies = copiesIn(before, sample)
  if (isFull(before, sample)) return before
  const answers = (before.answers as Map<string, number>).set(sample.answer, copies + 1)
  if (copies === 0) return { ...change(before, sample, 1), answers }
  return { ...before, ...(copies < OWN_WORD_ANSWERS && wordsChanged(before, sample, 1)), answers }
}

/** Further different answers are not added. */
export const isFull = (stats: QuestionStats | null, sample: AnswerSample): boolean =>
  answersIn(stats) >= MOST_ANSWERS && copiesIn(stats, sample) === 0

/** The number of participants with this answer. */
export const copiesIn = (stats: QuestionStats | null, { answer }: Pick<AnswerSample, 'answer'>): number =>
  stats?.answers.get(answer) ?? 0

export function removeSample(stats: QuestionStats | null, sample: AnswerSample): QuestionStats {
  const before = stats ?? nothing()
  const copies = copiesIn(before, sample)
  if (copies === 0) return before
  const answers = uncounted(before.answers, [sample.answer])
  if (copies === 1) return { ...change(before, sample, -1), answers }
  return { ...before, ...(copies <= OWN_WORD_ANSWERS && wordsChanged(before, sample, -1)), answers }
}

const wordsChanged = ({ words }: QuestionStats, sample: AnswerSample, by: 1 | -1) => ({
  words: by === 1 ? countIn(words as Map<string, number>, sample.words) : uncounted(words, sample.words),
})

function change(stats: QuestionStats, sample: AnswerSample, by: 1 | -1): Omit<QuestionStats, 'answers'> {
  return {
    ...wordsChanged(stats, sample, by),
    styles: changeStyles(stats.styles, sample.style, by),
    peers:
      sample.meaning === null
        ? stats.peers
        : sampled(
            stats.peers,
            sample.answer,
            by === 1 ? packPeer(sample.meaning, sample.length) : null,
            MOST_PEERS,
          ),
    wordings:
      sample.wording === ''
        ? stats.wordings
        : sampled(stats.wordings, sample.answer, by === 1 ? sample.wording : null, MOST_WORDINGS),
  }
}

function changeStyles(styles: StylePeers, style: number | null, by: 1 | -1): StylePeers {
  if (style === null) return styles
  return by === 1 ? addStyle(styles, style) : removeStyle(styles, style)
}

/** Keeps the answers with the lowest hashes: a random sample, the same in any order of arrival. Null removes the answer. */
function sampled<Part>(
  kept: ReadonlyMap<string, Part>,
  answer: string,
  part: Part | null,
  most: number,
): ReadonlyMap<string, Part> {
  const next = new Map(kept)
  if (part === null) {
    next.delete(answer)
    return next
  }
  if (kept.size < most) return next.set(answer, part)
  let highest = ''
  for (const known of kept.keys()) if (known > highest) highest = known
  if (answer > highest) return kept
  next.delete(highest)
  return next.set(answer, part)
}

/** Components of unit vectors, in steps of one signed byte. */
const STEPS = 127

const packPeer = (meaning: readonly number[], length: number): StoredPeer => [
  Buffer.from(Int8Array.from(meaning, (value) => Math.round(STEPS * value)).buffer).toString('base64'),
  length,
]

interface SampledPeer {
  readonly vector: Float32Array
  readonly words: number
}

/** Most answers change the sample of neither this question nor another, so it is unpacked once. */
const unpacked = new WeakMap<QuestionStats['peers'], readonly SampledPeer[]>()

/** The sampled answers of other participants: vectors of about unit length. The same array for an unchanged sample. */
export function peersIn(stats: QuestionStats | null): readonly SampledPeer[] {
  if (stats === null) return []
  const known = unpacked.get(stats.peers)
  if (known !== undefined) return known
  const peers = Array.from(stats.peers.values(), ([packed, words]) => ({
    vector: unpackVector(packed),
    words,
  }))
  unpacked.set(stats.peers, peers)
  return peers
}

function unpackVector(packed: string): Float32Array {
  const steps = Buffer.from(packed, 'base64')
  const vector = new Float32Array(steps.length)
  for (let at = 0; at < vector.length; at++) vector[at] = steps.readInt8(at) / STEPS
  return vector
}

/** Entries are dropped only above this multiple of the limit, so that not every answer causes a sort. */
const SLACK = 1.25

/** Changes `counts`. */
function countIn(counts: Map<string, number>, seen: readonly string[]): Map<string, number> {
  for (const key of seen) counts.set(key, (counts.get(key) ?? 0) + 1)
  if (counts.size <= SLACK * MOST_WORDS) return counts
  return new Map([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MOST_WORDS))
}

function uncounted(counts: ReadonlyMap<string, number>, seen: readonly string[]): Map<string, number> {
  const next = new Map(counts)
  for (const key of seen) {
    const left = (next.get(key) ?? 0) - 1
    if (left > 0) next.set(key, left)
    else next.delete(key)
  }
  return next
}

export function isOwnWord(word: string, stats: QuestionStats | null): boolean {
  return (stats?.words.get(word) ?? 0) >= OWN_WORD_ANSWERS
}

/** Number of different answers. */
export function answersIn(stats: QuestionStats | null): number {
  return stats?.answers.size ?? 0
}

/** The stored form: JSON has no maps. */
interface StoredStats extends Pick<QuestionStats, 'styles'> {
  readonly answers: Readonly<Record<string, number>>
  readonly words: Readonly<Record<string, number>>
  readonly peers?: Readonly<Record<string, StoredPeer>>
  readonly wordings?: Readonly<Record<string, Wording>>
}

/** Reads the stored form. Null for other JSON values. */
export function readStats(text: string | null): QuestionStats | null {
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  if (!hasStats(value)) return null
  return {
    ...value,
    answers: new Map(Object.entries(value.answers)),
    words: new Map(Object.entries(value.words)),
    peers: new Map(Object.entries(value.peers ?? {})),
    wordings: new Map(Object.entries(value.wordings ?? {})),
  }
}

export function writeStats({ answers, words, peers, wordings, ...rest }: QuestionStats): string {
  const stored: StoredStats = {
    answers: Object.fromEntries(answers),
    words: Object.fromEntries(words),
    ...rest,
    peers: Object.fromEntries(peers),
    wordings: Object.fromEntries(wordings),
  }
  return JSON.stringify(stored)
}

function hasStats(value: unknown): value is StoredStats {
  if (typeof value !== 'object' || value === null) return false
  const state = value as Partial<StoredStats>
  return (
    typeof state.answers === 'object' && typeof state.words === 'object' && typeof state.styles === 'object'
  )
}
