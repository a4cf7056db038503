/** Hashed n-grams for style features: of masked words, of words and of letters. */
import { hashOn, hashStart, mix } from '../hash.ts'
import { endingOf, rankOf } from '../word_rank.ts'

/** Words up to this rank are kept. Rarer words depend on the topic and are masked. */
const KEPT_RANK = 1_000
const FAMILIAR_RANK = 5_000

const LONGEST_RUN = 3

const MASKED_STARTS = Array.from({ length: LONGEST_RUN }, (_, at) => hashStart(`m${at + 1}:`))
const SKIPPED_START = hashStart('k:')
const WORD_STARTS = ['w:', 'b:', 't:'].map(hashStart)

/** A growing list that is reused for the next text. */
export interface Hashes {
  values: Uint32Array
  length: number
}

export function openHashes(): Hashes {
  return { values: new Uint32Array(4_096), length: 0 }
}

function push(hashes: Hashes, state: number): void {
  if (hashes.length === hashes.values.length) {
    const longer = new Uint32Array(hashes.length * 2)
    longer.set(hashes.values)
    hashes.values = longer
  }
  hashes.values[hashes.length++] = mix(state)
}

const hashWhole = (state: number, text: string): number => hashOn(state, text, 0, text.length)
const hashNext = (state: number, text: string): number => hashWhole(hashWhole(state, ' '), text)

/** Runs of one to three. */
function addRuns(words: readonly string[], starts: readonly number[], hashes: Hashes): void {
  for (let from = 0; from < words.length; from++) {
    let state = 0
    for (let run = 1; run <= LONGEST_RUN && from + run <= words.length; run++) {
      state = hashWhole(starts[run - 1] as number, words[from] as string)
      for (let at = from + 1; at < from + run; at++) state = hashNext(state, words[at] as string)
      push(hashes, state)
    }
  }
}

export function addWords(words: readonly string[], hashes: Hashes): void {
  addRuns(words, WORD_STARTS, hashes)
}

/** Runs of masked words, and pairs with one word between them. */
export function addMasked(masked: readonly string[], hashes: Hashes): void {
  addRuns(masked, MASKED_STARTS, hashes)
  for (let at = 2; at < masked.length; at++) {
    push(hashes, hashNext(hashWhole(SKIPPED_START, masked[at - 2] as string), masked[at] as string))
  }
}

const LETTER_STARTS = [3, 4, 5].map((run) => [run, hashStart(`c${run}:`)] as const)

export function addLetters(text: string, hashes: Hashes): void {
  for (const [run, start] of LETTER_STARTS) {
    for (let at = 0; at + run <= text.length; at++) push(hashes, hashOn(start, text, at, at + run))
  }
}

/** A frequent word, or the shape of a rarer one: length, ending, frequency. */
export function maskOf(word: string): string {
  const rank = rankOf(word)
  if (rank !== undefined && rank < KEPT_RANK) return word
  if (word.startsWith('<')) return word
  if (word === '0') return '#'
  const ending = endingOf(word)
  const length = word.length <= 4 ? 's' : word.length <= 8 ? 'm' : 'l'
  const familiar = rank === undefined ? '?' : rank < FAMILIAR_RANK ? '' : '+'
  return `${length}-${ending}${familiar}`
}
