/** The meaning vector of a text: the normalized sum of its word vectors. English only. */
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
  /** A unit vector. */
  readonly vector: Float32Array
  /** Number of words in the table. */
  readonly known: number
}

/** Whether an English word has a word vector. `word`: lower case, without accents. */
export function hasMeaning(word: string): boolean {
  return loaded().index.has(word)
}

/** `words`: lower case, without accents. Null if none of them has a word vector. */
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

/** The cosine of a meaning and a vector of any length. */
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
