/**
 * Fits one character 4-gram model per language, and one for all other Latin-script languages.
 *
 *   node tools/text/train_letters.ts --corpus DIR --out src/models/text/letters.json
 *
 * DIR has a subfolder per language (`en`, `es`, ...) of text files with one sentence per line. The shipped weights were
 * fitted on the CC0 sentences of Common Voice; the file contains its provenance.
 */
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { codeOf, LETTERS, lettersOf } from '../../src/models/text/letters.ts'
import { required } from './args.ts'
import { languagesIn, sentencesIn } from './corpus.ts'

const OWN = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl']

/** The limit per language in the shared model, so that no language dominates. */
const OTHER_CHARS = 250_000

/** Surprise is stored in sixteenths of its range: half a bit a step, up to 15 bits. */
const STEPS_PER_BIT = 1
const TOP_STEP = 15

const corpus = required('corpus')
const models: Record<string, string> = {}
const fittedOn: Record<string, number> = {}
for (const language of OWN) train(language, sentencesIn(corpus, language))
const others = languagesIn(corpus).filter((language) => !OWN.includes(language))
train(
  'other',
  others.flatMap((language) => capped(sentencesIn(corpus, language), OTHER_CHARS)),
)

writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'character 4-gram surprise in bits, 27^4 four-bit steps a language, deflated, base64',
        text: 'Common Voice sentence collector, CC0-1.0',
        other: others,
        fittedOnLetters: fittedOn,
        made: '2026-11-15',
        script: 'tools/text/train_letters.ts',
      },
      models,
    },
    null,
    1,
  )}\n`,
)

function capped(lines: string[], chars: number): string[] {
  const kept: string[] = []
  let seen = 0
  const stride = Math.max(1, Math.floor(lines.reduce((sum, line) => sum + line.length, 0) / chars))
  for (let at = 0; at < lines.length && seen < chars; at += stride) {
    const line = lines[at] as string
    kept.push(line)
    seen += line.length
  }
  return kept
}

function train(language: string, lines: readonly string[]): void {
  const sizes = [1, LETTERS, LETTERS ** 2, LETTERS ** 3, LETTERS ** 4]
  const counts = sizes.map((size) => new Float64Array(size))
  let letters = 0
  for (const line of lines) {
    const codes = [0, 0, ...[...lettersOf(line)].map(codeOf), 0]
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
  models[language] = deflateSync(table, { level: 9 }).toString('base64')
  fittedOn[language] = letters
  console.log(language, letters, 'letters', Math.round((models[language] as string).length / 1024), 'KB')
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
