/** Identifies one of sixty languages from four-byte pieces of words. Each piece has a score per language. */
import { inflateSync } from 'node:zlib'
import { openPieces, type Pieces } from './language_pieces.ts'
import stored from './languages.json' with { type: 'json' }

export interface Identified {
  /** ISO 639-1. */
  readonly code: string
  readonly reliable: boolean
}

/** The text is cut at the first space after this many bytes, at the latest at `MOST_BYTES`. */
const ENOUGH_BYTES = 350
const MOST_BYTES = 380

/** Longer words are cut. */
const MOST_OF_WORD = 70
const PIECE = 4
const STRIDE = 3

/** The offset of the stored scores. */
const LEAST_SCORE = 53
/** The mean score that counts as 0.5. */
const HALFWAY = 25
/** Share of the usual score of a language. */
const RELIABLE_SHARE = 0.75
const MIN_PIECES = 3

/** Everything but letters. An apostrophe stays with the next letter. Letters above U+FFFF are unknown. */
const SEPARATORS = /[^[\p{L}--[\u{10000}-\u{10ffff}]]]+(?<!['`’])/gv

let shipped: Pieces | undefined

export function languageOf(text: string): Identified | null {
  shipped ??= openPieces(inflateSync(Buffer.from(stored.pieces, 'base64')))
  const pieces = piecesOf(bytesOf(text.replace(SEPARATORS, ' ').trim().toLowerCase()))
  const sums = new Float64Array(stored.languages.length)
  for (const piece of pieces) shipped(piece, LEAST_SCORE, sums)
  const best = highestIn(sums)
  if (best === -1) return null
  return { code: stored.languages[best] as string, reliable: isReliable(sums, best, pieces.size) }
}

function isReliable(sums: Float64Array, best: number, pieces: number): boolean {
  if (pieces < MIN_PIECES) return false
  const mean = (sums[best] as number) / pieces
  return (stored.usual[best] as number) * RELIABLE_SHARE <= mean / (mean + HALFWAY)
}

/** The index of the highest sum; -1 if no sum is positive. */
function highestIn(sums: Float64Array): number {
  let best = -1
  for (let at = 0; at < sums.length; at++) {
    if ((sums[at] as number) > (best === -1 ? 0 : (sums[best] as number))) best = at
  }
  return best
}

/** Words with one letter per UTF-8 byte: each byte above ASCII has its own letter. */
function bytesOf(text: string): string[] {
  const words: string[] = []
  let word = ''
  let bytes = 0
  for (const letter of text) {
    if (letter === ' ') {
      if (word !== '') words.push(word)
      word = ''
      if (bytes++ > ENOUGH_BYTES) break
    } else if (letter < '\x80') {
      word += letter
      bytes++
    } else {
      const own = Buffer.from(letter)
      for (const byte of own) word += stored.letters[byte] as string
      bytes += own.length
    }
    if (bytes > MOST_BYTES) break
  }
  if (word !== '') words.push(word)
  return words
}

function piecesOf(words: readonly string[]): Set<string> {
  const pieces = new Set<string>()
  for (const word of words) {
    const length = Math.min(word.length, MOST_OF_WORD)
    let at = 0
    for (; at + PIECE < length; at += STRIDE) {
      pieces.add((at === 0 ? ' ' : '') + word.slice(at, at + PIECE))
    }
    pieces.add(`${at === 0 ? ' ' : ''}${word.slice(Math.max(0, length - PIECE))} `)
  }
  return pieces
}
