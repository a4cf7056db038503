/** Hashed n-grams for style features: of masked words, of words and of letters. */
import { hashOn, hashStart, mix } from './hash.ts'
import { endingOf, rankOf } from './word_rank.ts'
import { tokensOf } from './words.ts'

/** Words up to this rank are kept. Rarer words depend on the topic and are masked. */
const KEPT_RANK = 1_000
const FAMILIAR_RANK = 5_000

const LONGEST_RUN = 3

const MASKED_STARTS = Array.from({ length: LONGEST_RUN }, (_, at) => hashStart(`m${at + 1}:`))
const SKIPPED_START = hashStart('k:')
const WORD_START = hashStart('w:')
const PAIR_START = hashStart('b:')
const TRIPLE_START = hashStart('t:')

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

/** Tokens with markers for the beginning and the end. */
export function styleTokens(plain: string): string[] {
  return ['<s>', ...tokensOf(plain), '</s>']
}

/** Runs of one to three. */
export function addMaskedRuns(masked: readonly string[], hashes: Hashes): void {
  for (let from = 0; from < masked.length; from++) {
    for (let run = 1; run <= LONGEST_RUN && from + run <= masked.length; run++) {
      let state = hashWhole(MASKED_STARTS[run - 1] as number, masked[from] as string)
      for (let at = from + 1; at < from + run; at++) state = hashNext(state, masked[at] as string)
      push(hashes, state)
    }
  }
}

/** Pairs of tokens with one token between them. */
export function addSkipped(masked: readonly string[], hashes: Hashes): void {
  for (let at = 2; at < masked.length; at++) {
    push(hashes, hashNext(hashWhole(SKIPPED_START, masked[at - 2] as string), masked[at] as string))
  }
}

/** `words`: tokens in lower case. */
export function addWords(words: readonly string[], hashes: Hashes): void {
  let before = ''
  for (const word of words) {
    push(hashes, hashWhole(WORD_START, word))
    if (before !== '') push(hashes, hashNext(hashWhole(PAIR_START, before), word))
    before = word
  }
}

export function addTriples(words: readonly string[], hashes: Hashes): void {
  for (let at = 2; at < words.length; at++) {
    const pair = hashNext(hashWhole(TRIPLE_START, words[at - 2] as string), words[at - 1] as string)
    push(hashes, hashNext(pair, words[at] as string))
  }
}

const LETTER_STARTS = new Map([3, 4, 5].map((run) => [run, hashStart(`c${run}:`)]))

/** `text`: in lower case. */
export function addLetters(text: string, run: 3 | 4 | 5, hashes: Hashes): void {
  const start = LETTER_STARTS.get(run) as number
  for (let at = 0; at + run <= text.length; at++) push(hashes, hashOn(start, text, at, at + run))
}

/** A frequent word, a punctuation mark, or the shape of a word: case, length, ending, frequency. */
export function maskOf(token: string): string {
  if (token.startsWith('<')) return token
  const lower = token.toLowerCase()
  const rank = rankOf(lower)
  const shouted = token === token.toUpperCase() && token.length > 1
  if (rank !== undefined && rank < KEPT_RANK) return `${token === lower ? '' : shouted ? '^^' : '^'}${lower}`
  if (!/[a-z]/.test(lower)) return /\d/.test(token) ? '#' : token
  const ending = endingOf(lower)
  const letters = token === lower ? 'x' : shouted ? 'X' : /^[A-Z]/.test(token) ? 'Xx' : 'xX'
  const length = lower.length <= 4 ? 's' : lower.length <= 8 ? 'm' : 'l'
  const familiar = rank === undefined ? '?' : rank < FAMILIAR_RANK ? '' : '+'
  return `${letters}${length}${ending === '' ? '' : `-${ending}`}${familiar}`
}
