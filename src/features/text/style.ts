/**
 * The style of an English text as numbers: hashed pieces of words, of sentences with their content words masked,
 * and of letters, plus a few measures of punctuation and case. Typography is taken away first (`plainText`).
 */

import { hashOn, hashStart, mix } from './hash.ts'
import { plainText } from './normalise.ts'
import { styleMeasures } from './style_measures.ts'
import { endingOf, rankOf } from './word_rank.ts'
import { tokensOf } from './words.ts'

export interface StyleFeatures {
  /** Different, in no order. Those from `HASHED` on are the measures. */
  readonly indices: Uint32Array
  readonly values: Float32Array
}

const HASH_BITS = 18
export const HASHED = 2 ** HASH_BITS

/** Words this frequent stand for themselves: grammar and everyday talk. Rarer ones are the topic and are masked. */
const KEPT_RANK = 1_000
const FAMILIAR_RANK = 5_000

const LONGEST_RUN = 3
const LETTER_RUNS = [3, 4]

const MASKED_STARTS = Array.from({ length: LONGEST_RUN }, (_, at) => hashStart(`m${at + 1}:`))
const LETTER_STARTS = LETTER_RUNS.map((run) => hashStart(`c${run}:`))
const WORD_START = hashStart('w:')
const PAIR_START = hashStart('b:')

type Count = (hash: number) => void

export function styleOf(text: string): StyleFeatures {
  const plain = plainText(text)
  const counts = new Map<number, number>()
  const count: Count = (hash) => {
    const index = mix(hash) & (HASHED - 1)
    counts.set(index, (counts.get(index) ?? 0) + 1)
  }
  const tokens = ['<s>', ...tokensOf(plain), '</s>']
  countRuns(tokens.map(maskOf), count)
  countWords(tokens, count)
  countLetters(` ${plain.toLowerCase()} `, count)
  const measures = styleMeasures(plain, rankOf)
  const indices = new Uint32Array(counts.size + measures.length)
  const values = new Float32Array(indices.length)
  let square = 0
  for (const times of counts.values()) square += (1 + Math.log(times)) ** 2
  const length = Math.sqrt(square) || 1
  let at = 0
  for (const [index, times] of counts) {
    indices[at] = index
    values[at++] = (1 + Math.log(times)) / length
  }
  for (const [measure, value] of measures.entries()) {
    indices[at] = HASHED + measure
    values[at++] = value
  }
  return { indices, values }
}

const hashWhole = (state: number, text: string): number => hashOn(state, text, 0, text.length)

/** Runs of one to three, parted by spaces. */
function countRuns(masked: readonly string[], count: Count): void {
  for (let from = 0; from < masked.length; from++) {
    for (let run = 1; run <= LONGEST_RUN && from + run <= masked.length; run++) {
      let state = hashWhole(MASKED_STARTS[run - 1] as number, masked[from] as string)
      for (let at = from + 1; at < from + run; at++) {
        state = hashWhole(hashWhole(state, ' '), masked[at] as string)
      }
      count(state)
    }
  }
}

function countWords(tokens: readonly string[], count: Count): void {
  let before = ''
  for (const token of tokens) {
    const word = token.toLowerCase()
    count(hashWhole(WORD_START, word))
    if (before !== '') count(hashWhole(hashWhole(hashWhole(PAIR_START, before), ' '), word))
    before = word
  }
}

function countLetters(text: string, count: Count): void {
  for (const [kind, run] of LETTER_RUNS.entries()) {
    const start = LETTER_STARTS[kind] as number
    for (let at = 0; at + run <= text.length; at++) count(hashOn(start, text, at, at + run))
  }
}

/** A frequent word, a mark, or the shape of a word: case, length, ending, how familiar it is. */
function maskOf(token: string): string {
  if (token.startsWith('<')) return token
  const lower = token.toLowerCase()
  const rank = rankOf(lower)
  const shouted = token === token.toUpperCase() && token.length > 1
  if (rank !== undefined && rank < KEPT_RANK) return `${token === lower ? '' : shouted ? '^^' : '^'}${lower}`
  if (!/[a-z]/.test(lower)) return /\d/.test(token) ? '#' : token
  const ending = endingOf(lower)
  const letters = token === lower ? 'x' : shouted ? 'X' : /^[A-Z]/.test(token) ? 'Xx' : 'xX'
  const length = lower.length <= 4 ? 's' : lower.length <= 8 ? 'm' : 'l'
  const familiar = rank === undefined ? '?' : rank < FAMILIAR_RANK ? '' : '+'
  return `${letters}${length}${ending === '' ? '' : `-${ending}`}${familiar}`
}
