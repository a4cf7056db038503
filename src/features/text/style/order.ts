/** Word-order features of English text: hashed n-grams of frequent words and of the endings of other words. */

import { hashOn, hashStart, mix } from '../hash.ts'
import { plainText } from '../normalize.ts'
import { endingOf, rankOf } from '../word_rank.ts'

export interface OrderFeatures {
  readonly indices: Uint32Array
  readonly values: Float32Array
  readonly words: number
}

export const ORDER_WIDTH = 2 ** 17

const NAMED_RANK = 2_000
const GRAMMAR_RANK = 120

/** Emoticons, addresses and code have no grammatical order and are removed. */
const CODE = /`[^`]*`/g
const OTHER_ORDER =
  /(?<!\S)\S*(?::\/\/|www\.|@)\S*|(?:^|\s)[:;=8][-']?[)(DPpOo/|*](?=\s|$|[.,!])|[<>=|\\{}[\]~^$%#*_]+/g

const STOP = '.'
const COMMA = ','
const DASH = '-'

/** Lower-case words and the punctuation between sentences and clauses. */
export function orderTokens(text: string): string[] {
  return orderTokensOf(proseOf(text, plainText(text)))
}

/** The plain text without quoted code. */
export function proseOf(raw: string, plain: string): string {
  return raw.includes('`') ? plainText(raw.replace(CODE, ' ')) : plain
}

/** Most pieces: one word without a mark. */
const PLAIN_TOKEN = /^[a-z0-9]+$/

export function orderTokensOf(prose: string): string[] {
  const tokens: string[] = []
  const cleaned = prose.toLowerCase().replace(OTHER_ORDER, ' ').replace(/\n+/g, ' . ')
  for (const piece of cleaned.split(/\s+/)) {
    if (PLAIN_TOKEN.test(piece)) {
      tokens.push(piece)
      continue
    }
    const found = piece.match(/[\p{L}\p{N}]+(?:['._][\p{L}\p{N}]+)*|(?<![.!?])[.!?]+$|[,;:]+|[-/&+]+/gu) ?? []
    for (const part of found) tokens.push(/[\p{L}\p{N}]/u.test(part) ? part : markOf(part))
  }
  while (isMark(tokens.at(-1) ?? '') && tokens.at(-1) !== STOP) tokens.pop()
  return tokens
}

function markOf(part: string): string {
  if (/[.!?]/.test(part)) return STOP
  return /[,;:]/.test(part) ? COMMA : DASH
}

export function isMark(token: string): boolean {
  return token === STOP || token === COMMA || token === DASH
}

const PAIR = hashStart('a')
const COARSE_PAIR = hashStart('c')
const COARSE_TRIPLE = hashStart('t')
const SKIPPED = hashStart('k')
const COARSE_FOUR = hashStart('q')

const hashWord = (state: number, word: string): number => hashOn(state, word, 0, word.length)

/** Hashes the words from `from` to `to`, inclusive, with spaces between. */
function hashRun(start: number, words: readonly string[], from: number, to: number): number {
  let state = hashWord(start, words[from] as string)
  for (let at = from + 1; at <= to; at++) state = hashWord(hashWord(state, ' '), words[at] as string)
  return state
}

/** The counts of one text, reused for the next. */
const times = new Uint32Array(ORDER_WIDTH)

export function orderOf(tokens: readonly string[]): OrderFeatures {
  const seen: number[] = []
  const add = (state: number) => {
    const index = mix(state) & (ORDER_WIDTH - 1)
    const before = times[index] as number
    if (before === 0) seen.push(index)
    times[index] = before + 1
  }
  const named = ['<']
  const coarse = ['<']
  for (const token of tokens) {
    const rank = isMark(token) ? 0 : rankOf(token)
    const kind = rank !== undefined && rank < GRAMMAR_RANK ? token : kindOf(token, rank)
    named.push(rank !== undefined && rank < NAMED_RANK ? token : kind)
    coarse.push(kind)
  }
  named.push('>')
  coarse.push('>')
  for (let at = 1; at < named.length; at++) {
    add(hashRun(PAIR, named, at - 1, at))
    add(hashRun(COARSE_PAIR, coarse, at - 1, at))
    if (at < 2) continue
    add(hashRun(COARSE_TRIPLE, coarse, at - 2, at))
    add(hashWord(hashWord(hashWord(SKIPPED, named[at - 2] as string), ' '), named[at] as string))
    if (at > 2) add(hashRun(COARSE_FOUR, coarse, at - 3, at))
  }
  const indices = new Uint32Array(seen)
  const values = new Float32Array(seen.length)
  for (let at = 0; at < seen.length; at++) {
    const index = seen[at] as number
    values[at] = times[index] as number
    times[index] = 0
  }
  return {
    indices,
    values,
    words: tokens.filter((token) => !isMark(token)).length,
  }
}

/** The class of a word that is not frequent. */
function kindOf(token: string, rank: number | undefined): string {
  if (/\p{N}/u.test(token)) return '#'
  const ending = endingOf(token)
  if (ending !== '') return `x${ending}`
  return rank !== undefined && rank < NAMED_RANK ? 'xc' : 'x'
}
