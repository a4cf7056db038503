/**
 * How much more a word looks like random keys than like a name or a word of any language, in nats. For answers of one to
 * three words: names, brands, places and foreign words do not follow the language of the survey.
 */
import { inflateSync } from 'node:zlib'
import { rowRun, shareInRowRuns } from './keyboard.ts'
import { mashFeaturesOf } from './mash.ts'
import fitted from './names.json' with { type: 'json' }
import { LETTER_LANGUAGES, surpriseIn, surpriseOf } from './surprise.ts'

let names: Uint8Array | undefined

/** `word`: letters a to z, at least one. */
export function nameMashEvidence(word: string): number {
  let sum = 0
  for (const [at, feature] of nameMashFeatures(word).entries())
    sum += feature * (fitted.weights[at] as number)
  return sum
}

/** A shorter run of keys occurs in words: "wert", "pop". */
const SHORTEST_ROW_RUN = 4

export function nameMashFeatures(word: string): number[] {
  names ??= inflateSync(Buffer.from(fitted.letters, 'base64'))
  return nameMashFeaturesWith(word, names)
}

/** `table`: the letter model of names. */
export function nameMashFeaturesWith(word: string, table: Uint8Array): number[] {
  const readings = [
    surpriseIn(table, word),
    ...LETTER_LANGUAGES.map((language) => surpriseOf(word, language)),
  ]
  const sums = readings.map((bits) => bits.reduce((sum, each) => sum + each, 0))
  const best = readings[sums.indexOf(Math.min(...sums))] as number[]
  const means = sums.map((sum) => sum / (word.length + 1)).sort((a, b) => a - b)
  const run = rowRun(word)
  return [
    ...mashFeaturesOf(word, best),
    Math.max(0, run - SHORTEST_ROW_RUN + 1),
    run >= SHORTEST_ROW_RUN ? run / word.length : 0,
    shareInRowRuns(word),
    isLoop(word) ? 1 : 0,
    means[1] as number,
    means[means.length >> 1] as number,
  ]
}

/** "asdasdasd": three or four letters, at least two and a half times. Names repeat two letters ("Mimimi"). */
const LOOP_LETTERS = [3, 4]
const LEAST_LOOPS = 2.5

const isLoop = (word: string): boolean =>
  LOOP_LETTERS.some((period) => word.length >= LEAST_LOOPS * period && word.startsWith(word.slice(period)))
