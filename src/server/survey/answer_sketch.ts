/** What the duplicate index needs of one answer. The text cannot be read back from it. */
import { hashText } from '../../features/text/hash.ts'
import { plainText, weightOf, withoutInvisible } from '../../features/text/normalise.ts'
import { bandsOf, packSketch, type Sketch, sketchText, unpackSketch } from '../../features/text/sketch.ts'

export interface AnswerSketch {
  readonly questionId: string
  /** Weight and sketch, packed: what the store keeps to verify a likeness. */
  readonly packed: Uint8Array
  readonly bands: readonly bigint[]
}

/** With what the same thread needs of it again. */
export interface OwnSketch extends AnswerSketch {
  /** Of its letters; empty for an answer of signs alone. */
  readonly letters: Sketch
}

/** A sketch that was unpacked, with the length its answer is felt to have. */
export interface WeighedSketch {
  readonly sketch: Sketch
  readonly weight: number
}

/** Undefined for an answer that is empty. */
export function sketchAnswer(questionId: string, answer: string): OwnSketch | undefined {
  if (isEmptyAnswer(answer)) return undefined
  const letters = sketchText(answer)
  const sketch = letters.shingles.length > 0 ? letters : sketchSigns(answer)
  return { questionId, packed: pack({ sketch, weight: weightOf(answer) }), bands: bandsOf(sketch), letters }
}

/** Blanks and characters that nobody sees are not an answer. */
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

/** Keeps hashes of signs apart from hashes of letters. */
const SIGNS_SEED = 2
/** The low four bits of a word's hash are its weight; a text of signs weighs as much as any word can. */
const WORD_WEIGHT = 15

/** An answer of signs alone ("???", an emoji) has no letters to compare: it is like those that are exactly the same. */
function sketchSigns(answer: string): Sketch {
  const whole = hashText(withoutInvisible(answer).trim(), SIGNS_SEED)
  return { shingles: Uint32Array.of(whole), words: Uint32Array.of((whole | WORD_WEIGHT) >>> 0) }
}
