/** The order of words in an English text as hashed neighbours: frequent words as they are, others by their ending. */

import { hashText } from './hash.ts'
import { plainText } from './normalise.ts'
import { endingOf, rankOf } from './word_rank.ts'

export interface OrderFeatures {
  readonly indices: Uint32Array
  readonly values: Float32Array
  readonly words: number
}

export const ORDER_WIDTH = 2 ** 17

const NAMED_RANK = 2_000
const GRAMMAR_RANK = 120

/** Smileys, addresses, code and bracketed asides have an order of their own. */
const CODE = /`[^`]*`/g
const OTHER_ORDER =
  /(?<!\S)\S*(?::\/\/|www\.|@)\S*|(?:^|\s)[:;=8][-']?[)(DPpOo/|*](?=\s|$|[.,!])|[<>=|\\{}[\]~^$%#*_]+/g

const STOP = '.'
const COMMA = ','
const DASH = '-'

/** Lower-case words, with the marks that part sentences and clauses. */
export function orderTokens(text: string): string[] {
  return orderTokensOf(proseOf(text, plainText(text)))
}

/** A text without the code that it quotes, as plain text. */
export function proseOf(raw: string, plain: string): string {
  return raw.includes('`') ? plainText(raw.replace(CODE, ' ')) : plain
}

export function orderTokensOf(prose: string): string[] {
  const tokens: string[] = []
  const cleaned = prose.toLowerCase().replace(OTHER_ORDER, ' ').replace(/\n+/g, ' . ')
  for (const piece of cleaned.split(/\s+/)) {
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

export function orderOf(tokens: readonly string[]): OrderFeatures {
  const counts = new Map<number, number>()
  const add = (piece: string) => {
    const index = hashText(piece) & (ORDER_WIDTH - 1)
    counts.set(index, (counts.get(index) ?? 0) + 1)
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
    add(`a${named[at - 1]} ${named[at]}`)
    add(`c${coarse[at - 1]} ${coarse[at]}`)
    if (at < 2) continue
    add(`t${coarse[at - 2]} ${coarse[at - 1]} ${coarse[at]}`)
    add(`k${named[at - 2]} ${named[at]}`)
    if (at > 2) add(`q${coarse[at - 3]} ${coarse[at - 2]} ${coarse[at - 1]} ${coarse[at]}`)
  }
  return {
    indices: Uint32Array.from(counts.keys()),
    values: Float32Array.from(counts.values()),
    words: tokens.filter((token) => !isMark(token)).length,
  }
}

/** What stands for a word that is not named. */
function kindOf(token: string, rank: number | undefined): string {
  if (/\p{N}/u.test(token)) return '#'
  const ending = endingOf(token)
  if (ending !== '') return `x${ending}`
  return rank !== undefined && rank < NAMED_RANK ? 'xc' : 'x'
}
