/** The sketch of one answer for the duplicate index. The text cannot be recovered from it. */
import { hashText } from '../../../features/text/hash.ts'
import { plainText, weightOf, withoutInvisible } from '../../../features/text/normalize.ts'
import {
  indexHashesOf,
  type NewSketch,
  packSketch,
  type Sketch,
  sketchText,
  unpackSketch,
} from '../../../features/text/similarity/sketch.ts'

export interface AnswerSketch {
  readonly questionId: string
  /** Weight and sketch, packed, as stored to compare answers in full. */
  readonly packed: Uint8Array
  readonly indexHashes: readonly bigint[]
  /** The shingles as they follow each other; null: the answer is long, or has no letters. */
  readonly order: Uint32Array | null
}

/** A sketch with the part that the checks on the same thread reuse. */
export interface OwnSketch extends AnswerSketch {
  /** The sketch of the letters; empty for an answer without letters. */
  readonly letters: NewSketch
}

/** An unpacked sketch with the weight of its answer. */
export interface WeighedSketch {
  readonly sketch: Sketch
  readonly weight: number
}

/** Undefined for an empty answer. */
export function sketchAnswer(questionId: string, answer: string): OwnSketch | undefined {
  if (isEmptyAnswer(answer)) return undefined
  const letters = sketchText(answer)
  const sketch = letters.shingles.length > 0 ? letters : sketchSymbols(answer)
  return {
    questionId,
    packed: pack({ sketch, weight: weightOf(answer) }),
    indexHashes: indexHashesOf(sketch),
    order: letters.order,
    letters,
  }
}

/** Spaces and invisible characters are not an answer. */
export function isEmptyAnswer(answer: string): boolean {
  return plainText(answer) === ''
}

const WEIGHT_BYTES = 4

function pack({ sketch, weight }: WeighedSketch): Uint8Array {
  const bytes = packSketch(sketch)
  const packed = new Uint8Array(WEIGHT_BYTES + bytes.length)
  new DataView(packed.buffer).setUint32(0, Math.round(weight), true)
  packed.set(bytes, WEIGHT_BYTES)
  return packed
}

export function unpackWeighed(packed: Uint8Array): WeighedSketch {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  return { weight: view.getUint32(0, true), sketch: unpackSketch(packed.subarray(WEIGHT_BYTES)) }
}

/** Separates hashes of symbols from hashes of letters. */
const SYMBOLS_SEED = 2
/** The low four bits of a word's hash are its weight; a text of symbols gets the highest weight. */
const WORD_WEIGHT = 15

/** An answer of symbols only ("???", an emoji) has no letters to compare: it matches equal answers only. */
function sketchSymbols(answer: string): Sketch {
  const whole = hashText(withoutInvisible(answer).trim(), SYMBOLS_SEED)
  return { shingles: Uint32Array.of(whole), words: Uint32Array.of((whole | WORD_WEIGHT) >>> 0) }
}
