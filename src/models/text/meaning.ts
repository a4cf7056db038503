/** Where a text points in a small space of meaning: the sum of its words' vectors. English only. */
import { inflateSync } from 'node:zlib'
import stored from './meaning.json' with { type: 'json' }

export const MEANING_WIDTH = stored.width

interface Table {
  readonly index: ReadonlyMap<string, number>
  readonly vectors: Int8Array
}

let table: Table | undefined

function loaded(): Table {
  table ??= {
    index: new Map(stored.words.split(' ').map((word, at) => [word, at])),
    vectors: new Int8Array(inflateSync(Buffer.from(stored.vectors, 'base64'))),
  }
  return table
}

export interface Meaning {
  /** Of length one. */
  readonly vector: Float32Array
  /** Words that the table knows. */
  readonly known: number
}

/** Whether a word is common enough in English to have a place in the table. `word`: lower case, without accents. */
export function hasMeaning(word: string): boolean {
  return loaded().index.has(word)
}

/** `words`: lower case, without accents. Null when the table knows none of them. */
export function meaningOf(words: readonly string[]): Meaning | null {
  const { index, vectors } = loaded()
  const sum = new Float32Array(MEANING_WIDTH)
  let known = 0
  for (const word of words) {
    const at = index.get(word)
    if (at === undefined) continue
    known++
    const from = at * MEANING_WIDTH
    for (let k = 0; k < MEANING_WIDTH; k++) sum[k] = (sum[k] as number) + (vectors[from + k] as number)
  }
  let square = 0
  for (const value of sum) square += value * value
  if (square === 0) return null
  const length = Math.sqrt(square)
  for (let k = 0; k < MEANING_WIDTH; k++) sum[k] = (sum[k] as number) / length
  return { vector: sum, known }
}

/** Cosine of the angle between a meaning and any vector that need not have length one. */
export function closeness(meaning: Meaning, other: ArrayLike<number>): number {
  let dot = 0
  let square = 0
  for (let k = 0; k < meaning.vector.length; k++) {
    const value = other[k] as number
    dot += (meaning.vector[k] as number) * value
    square += value * value
  }
  return square === 0 ? 0 : dot / Math.sqrt(square)
}
