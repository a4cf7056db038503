/** How much more a word looks like random keys than like a word of a language, in nats. */
import { HOME_ROW, keyDistance, LEFT_HAND } from './keyboard.ts'
import weights from './mash.json' with { type: 'json' }
import { type LetterLanguage, surpriseOf } from './surprise.ts'

const VOWELS = 'aeiouy'

/** A letter with a probability below one in a thousand counts as a shock. */
const SHOCK_BITS = 10

/** Bits per letter for four ways of hitting keys: at random, on the home row, from neighbor to neighbor, in a loop. */
const RANDOM_BITS = 4.7
const HOME_BITS = 3.3
const OFF_HOME_BITS = 7
const NEIGHBOR_BITS = 3.3
const REPEAT_BITS = 3
const LEAP_BITS = 8
const LOOP_BITS = 1.5
const OFF_LOOP_BITS = 5.7
/** The cost of naming one of these four ways. */
const CHOICE_BITS = 2

/** `word`: letters a to z, at least one. */
export const mashFeatures = (word: string, language: LetterLanguage): number[] =>
  mashFeaturesOf(word, surpriseOf(word, language))

/** `bits`: the surprise of each letter of the word, and of its end. */
export function mashFeaturesOf(word: string, bits: readonly number[]): number[] {
  const total = bits.reduce((sum, each) => sum + each, 0)
  const mean = total / bits.length
  let worst = 0
  for (let at = 0; at < bits.length; at++) {
    let sum = 0
    for (let ahead = at; ahead < Math.min(at + 4, bits.length); ahead++) sum += bits[ahead] as number
    worst = Math.max(worst, sum / 4)
  }
  const shocks = bits.filter((each) => each >= SHOCK_BITS).length
  const length = word.length
  const vowels = share(word, (letter) => VOWELS.includes(letter))
  const pairs = Math.max(1, length - 1)
  let near = 0
  let same = 0
  let crossing = 0
  for (let at = 1; at < length; at++) {
    const [a, b] = [word[at - 1] as string, word[at] as string]
    const distance = keyDistance(a, b)
    if (distance === 0) same++
    else if (distance <= 1.2) near++
    if (LEFT_HAND.includes(a) !== LEFT_HAND.includes(b)) crossing++
  }
  const played = playBits(word)
  const excess = total - played
  const short = length <= 3 ? 1 : 0
  const middling = length === 4 || length === 5 ? 1 : 0
  return [
    1,
    excess / 10,
    Math.max(0, excess) / 10,
    Math.max(0, excess - 15) / 10,
    Math.max(0, excess - 30) / 10,
    played / 10,
    mean,
    worst,
    shocks / length,
    vowels,
    Math.abs(vowels - 0.38),
    share(word, (letter) => HOME_ROW.includes(letter)),
    near / pairs,
    same / pairs,
    crossing / pairs,
    longestConsonantRun(word) / Math.min(length, 8),
    new Set(word).size / length,
    Math.min(length, 12) / 12,
    (mean * Math.min(length, 12)) / 12,
    shocks,
    short,
    short * mean,
    middling,
    middling * mean,
  ]
}

export function mashEvidence(word: string, language: LetterLanguage): number {
  const features = mashFeatures(word, language)
  let sum = 0
  for (let at = 0; at < features.length; at++)
    sum += (features[at] as number) * (weights.weights[at] as number)
  return sum
}

/** Bits of the word in the cheapest of the four ways. */
function playBits(word: string): number {
  let home = 0
  let walk = RANDOM_BITS
  let loop = RANDOM_BITS
  for (let at = 0; at < word.length; at++) {
    const letter = word[at] as string
    home += HOME_ROW.includes(letter) ? HOME_BITS : OFF_HOME_BITS
    if (at === 0) continue
    const distance = keyDistance(word[at - 1] as string, letter)
    walk += distance === 0 ? REPEAT_BITS : distance <= 1.6 ? NEIGHBOR_BITS : LEAP_BITS
    const looped = [1, 2, 3, 4].some((period) => at >= period && word[at - period] === letter)
    loop += looped ? LOOP_BITS : OFF_LOOP_BITS
  }
  return Math.min(walk, home, loop, word.length * RANDOM_BITS) + CHOICE_BITS
}

function share(word: string, is: (letter: string) => boolean): number {
  return [...word].filter(is).length / word.length
}

function longestConsonantRun(word: string): number {
  return Math.max(0, ...word.split(/[aeiouy]/).map((run) => run.length))
}
