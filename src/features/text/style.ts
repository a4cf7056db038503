/**
 * The style of an English text as numbers: hashed pieces of words, of sentences with their content words masked,
 * and of letters, plus a few measures of punctuation and case. Typography is taken away first (`plainText`).
 */

import { hashText } from './hash.ts'
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

export function styleOf(text: string): StyleFeatures {
  const plain = plainText(text)
  const counts = new Map<number, number>()
  const add = (piece: string) => {
    const index = hashText(piece) & (HASHED - 1)
    counts.set(index, (counts.get(index) ?? 0) + 1)
  }
  const tokens = ['<s>', ...tokensOf(plain), '</s>']
  addMasked(tokens, add)
  addWords(tokens, add)
  addLetters(` ${plain.toLowerCase()} `, add)
  const measures = styleMeasures(plain, rankOf)
  const indices = new Uint32Array(counts.size + measures.length)
  const values = new Float32Array(indices.length)
  let square = 0
  for (const count of counts.values()) square += (1 + Math.log(count)) ** 2
  const length = Math.sqrt(square) || 1
  let at = 0
  for (const [index, count] of counts) {
    indices[at] = index
    values[at++] = (1 + Math.log(count)) / length
  }
  for (const [measure, value] of measures.entries()) {
    indices[at] = HASHED + measure
    values[at++] = value
  }
  return { indices, values }
}

function addMasked(tokens: readonly string[], add: (piece: string) => void): void {
  const masked = tokens.map(maskOf)
  for (let run = 1; run <= LONGEST_RUN; run++) {
    for (let at = 0; at + run <= masked.length; at++) add(`m${run}:${masked.slice(at, at + run).join(' ')}`)
  }
}

function addWords(tokens: readonly string[], add: (piece: string) => void): void {
  let before = ''
  for (const token of tokens) {
    const word = token.toLowerCase()
    add(`w:${word}`)
    if (before !== '') add(`b:${before} ${word}`)
    before = word
  }
}

function addLetters(text: string, add: (piece: string) => void): void {
  for (const run of LETTER_RUNS) {
    for (let at = 0; at + run <= text.length; at++) add(`c${run}:${text.slice(at, at + run)}`)
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
