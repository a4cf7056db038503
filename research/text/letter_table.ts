/** Fits a character 4-gram model: the surprise of each letter after the three before it, in four-bit steps. */
import { deflateSync } from 'node:zlib'
import { codeOf, LETTERS } from '../../src/models/text/letters.ts'

/** Surprise is stored in whole bits, up to 15. */
const STEPS_PER_BIT = 1
const TOP_STEP = 15

export interface LetterTable {
  /** Deflated, base64. */
  readonly table: string
  readonly letters: number
}

/** `lines`: letters a to z and single spaces. */
export function letterTable(lines: readonly string[]): LetterTable {
  const sizes = [1, LETTERS, LETTERS ** 2, LETTERS ** 3, LETTERS ** 4]
  const counts = sizes.map((size) => new Float64Array(size))
  let letters = 0
  for (const line of lines) {
    const codes = [0, 0, ...[...line].map(codeOf), 0]
    letters += codes.length - 3
    for (let at = 2; at < codes.length; at++) {
      let key = 0
      for (let back = 0; back <= 3 && at - back >= 0; back++) {
        key += (codes[at - back] as number) * (sizes[back] as number)
        const table = counts[back + 1] as Float64Array
        table[key] = (table[key] as number) + 1
      }
      ;(counts[0] as Float64Array)[0] = ((counts[0] as Float64Array)[0] as number) + 1
    }
  }
  const table = new Uint8Array(LETTERS ** 4 / 2 + 1)
  for (let key = 0; key < LETTERS ** 4; key++) {
    const bits = -Math.log2(probability(key, 4, counts, sizes))
    const step = Math.min(TOP_STEP, Math.round(bits * STEPS_PER_BIT))
    table[key >> 1] = (table[key >> 1] as number) | (step << ((key & 1) * 4))
  }
  return { table: deflateSync(table, { level: 9 }).toString('base64'), letters }
}

/**
 * Keys are little-endian: the predicted letter is the lowest digit, the letter before it the next. So the
 * context of a key is its higher digits, and a shorter history is the key without its highest digit.
 * Witten-Bell smoothing: the shorter history has the weight of the number of different letters after the longer one.
 */
function probability(key: number, order: number, counts: Float64Array[], sizes: number[]): number {
  if (order === 0) return 1 / LETTERS
  const shorter = probability(key % (sizes[order - 1] as number), order - 1, counts, sizes)
  const base = key - (key % LETTERS)
  const table = counts[order] as Float64Array
  let total = 0
  let kinds = 0
  for (let letter = 0; letter < LETTERS; letter++) {
    const count = table[base + letter] as number
    total += count
    if (count > 0) kinds++
  }
  if (total === 0) return shorter
  return ((table[key] as number) + kinds * shorter) / (total + kinds)
}
