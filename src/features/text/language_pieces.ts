/** N-grams and their languages in flat tables: as objects, the 81,000 n-grams take 150 MB. */
import { hashText } from './hash.ts'

/** Adds the score of a piece plus `least` to the sum of every language that has the piece. */
export type Pieces = (piece: string, least: number, sums: Float64Array) => void

/** `bytes`: for each piece its length, letters, number of languages, and their indices and scores. */
export function openPieces(bytes: Uint8Array): Pieces {
  const starts = startsIn(bytes)
  const mask = 2 ** Math.ceil(Math.log2(starts.length * 1.5)) - 1
  const table = new Uint32Array(mask + 1)
  for (const start of starts) {
    let slot = hashText(lettersAt(bytes, start)) & mask
    while (table[slot] !== 0) slot = (slot + 1) & mask
    table[slot] = start + 1
  }
  return (piece, least, sums) => {
    for (let slot = hashText(piece) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const start = (table[slot] as number) - 1
      if (isAt(bytes, start, piece)) return addScores(bytes, start + 1 + piece.length, least, sums)
    }
  }
}

function startsIn(bytes: Uint8Array): number[] {
  const starts: number[] = []
  let at = 0
  while (at < bytes.length) {
    starts.push(at)
    const languages = at + 1 + (bytes[at] as number)
    at = languages + 1 + 2 * (bytes[languages] as number)
  }
  return starts
}

const lettersAt = (bytes: Uint8Array, start: number): string =>
  String.fromCharCode(...bytes.subarray(start + 1, start + 1 + (bytes[start] as number)))

function isAt(bytes: Uint8Array, start: number, piece: string): boolean {
  if (bytes[start] !== piece.length) return false
  for (let at = 0; at < piece.length; at++) {
    if (bytes[start + 1 + at] !== piece.charCodeAt(at)) return false
  }
  return true
}

function addScores(bytes: Uint8Array, from: number, least: number, sums: Float64Array): void {
  const end = from + 1 + 2 * (bytes[from] as number)
  for (let at = from + 1; at < end; at += 2) {
    const language = bytes[at] as number
    sums[language] = (sums[language] as number) + (bytes[at + 1] as number) + least
  }
}
