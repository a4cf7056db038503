/**
 * Which of sixty languages a text is in, by pieces of its words: four bytes at a time, each piece with the languages it
 * is known from and how telling it is of them.
 */
import { inflateSync } from 'node:zlib'
import { openPieces, type Pieces } from './language_pieces.ts'
import stored from './languages.json' with { type: 'json' }

export interface Identified {
  /** ISO 639-1. */
  readonly code: string
  readonly reliable: boolean
}

/** More bytes of a text are not looked at: up to a gap after the first number, at the latest at the second. */
const ENOUGH_BYTES = 350
const MOST_BYTES = 380

/** More of a word is not looked at. */
const MOST_OF_WORD = 70
const PIECE = 4
const STRIDE = 3

/** What is taken off the stored scores. */
const LEAST_SCORE = 53
/** A mean score of this is halfway to certain. */
const HALFWAY = 25
/** Of what texts in a language usually come to. */
const RELIABLE_SHARE = 0.75
const MIN_PIECES = 3

/** All that is no letter; an apostrophe stays with what follows it. Letters beyond the first 65,536 characters are unknown. */
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

/** The first of the highest; none is where none is above nothing. */
function highestIn(sums: Float64Array): number {
  let best = -1
  for (let at = 0; at < sums.length; at++) {
    if ((sums[at] as number) > (best === -1 ? 0 : (sums[best] as number))) best = at
  }
  return best
}

/** Words in one letter a byte: the alphabet has a letter of its own for each byte beyond ASCII. */
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
