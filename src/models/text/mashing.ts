/** Keyboard mashing in a text: the worst run of words that nobody meant, against all the words somebody did. */
import { lettersOf } from './letters.ts'
import { mashEvidence } from './mash.ts'
import type { LetterLanguage } from './surprise.ts'

export interface Mashing {
  /** Nats; above 0 mashing is the better explanation, before any prior. */
  readonly score: number
  readonly mashedWords: number
  readonly soundWords: number
}

/** From here on a text is mashed: 0.2 % of 12,000 honest answers, 98 % of mashed ones. */
export const MASHED_SCORE = 1.85

/** One word never outweighs everything else, however long it is. */
const MOST_EVIDENCE = 25
const KNOWN_WORD = -4

/** Each doubling of sound words asks for this much more evidence: rare words stand in whole sentences. */
const CONTEXT_WEIGHT = 3

/** A semicolon or comma amid letters, where only a sliding hand puts it. */
const STRAY_MARK = /[a-z];[a-z]|^;[a-z]|;;|,[a-z]{1,3},|[a-z][.,]{2}[a-z]|,\.|[a-z][[\]][a-z]/i
const STRAY_MARK_EVIDENCE = 4

/** One letter held down: it grows on the reader with its length. */
const HELD_KEY_BASE = 2

/** Addresses, paths, code and numbers follow rules of their own. */
const NOT_WORDS = /(?<!\S)\S*(?::\/\/|www\.|@)\S*|(?<!\S)\S*[\\/_<>=]\S*/g

/**
 * The most charitable language counts, word by word. `isKnown` says which words (letters only) are beyond
 * suspicion: common ones, those of the question, and jargon that other participants use.
 */
export function mashingIn(
  plain: string,
  languages: readonly LetterLanguage[],
  isKnown: (word: string) => boolean,
): Mashing {
  const text = plain.replace(NOT_WORDS, ' ')
  const hasLower = /\p{Ll}/u.test(text)
  let worst = 0
  let run = 0
  let mashedWords = 0
  let soundWords = 0
  for (const token of text.split(/\s+/)) {
    const bare = BARE_WORD.exec(token)?.[0]
    if (bare === undefined && isName(token, hasLower)) {
      soundWords += 0.5
      continue
    }
    const stray = bare === undefined && STRAY_MARK.test(token)
    const words = bare === undefined ? wordsIn(token, stray) : [bare]
    for (const word of words) {
      if (word.length < (stray ? 1 : 2)) continue
      let evidence = evidenceOf(word, languages, isKnown)
      if (stray) evidence = Math.max(evidence, 0) + STRAY_MARK_EVIDENCE
      if (evidence < 0) soundWords++
      else mashedWords++
      run = Math.max(0, run) + evidence
      worst = Math.max(worst, run)
    }
  }
  return { score: worst - CONTEXT_WEIGHT * Math.log(1 + soundWords), mashedWords, soundWords }
}

/** What most tokens are: neither a name nor mashed marks. */
const BARE_WORD = /^[a-z]+(?=[.,!?]?$)/

const wordsIn = (token: string, stray: boolean): string[] =>
  lettersOf(stray ? token.replace(/[;,.[\]]/g, '') : token).split(' ')

/** Fewer words than this could be anything. */
const OTHER_LANGUAGE_WORDS = 3
const OTHER_LANGUAGE_LETTERS = 10
/** Of 10,000 sentences in thirty other languages 95 % are below, of mashed texts 0.2 %. */
const OTHER_LANGUAGE_EVIDENCE = -1

/** Whether a text reads like one in a Latin-script language that has no model of its own. */
export function readsLikeOtherLanguage(plain: string): boolean {
  const words = lettersOf(plain.replace(NOT_WORDS, ' '))
    .split(' ')
    .filter((word) => word.length > 1)
  if (words.length < OTHER_LANGUAGE_WORDS || words.join('').length < OTHER_LANGUAGE_LETTERS) return false
  const sum = words.reduce((total, word) => total + evidenceOf(word, ['other'], () => false), 0)
  return sum / words.length < OTHER_LANGUAGE_EVIDENCE
}

const DRAWN_OUT = /(.)\1{2}/

function evidenceOf(
  word: string,
  languages: readonly LetterLanguage[],
  isKnown: (word: string) => boolean,
): number {
  const drawnOut = DRAWN_OUT.test(word)
  if (drawnOut && /^(.)\1{2,}$/.test(word)) return Math.min(MOST_EVIDENCE, HELD_KEY_BASE + word.length)
  /** "Sooooo" is emphasis: a drawn-out word is judged as if it had not been. */
  const forms = drawnOut
    ? new Set([word, word.replace(/(.)\1{2,}/g, '$1$1'), word.replace(/(.)\1{2,}/g, '$1')])
    : [word]
  let evidence = MOST_EVIDENCE
  for (const form of forms) {
    if (isKnown(form)) return KNOWN_WORD
    for (const language of languages) evidence = Math.min(evidence, mashEvidence(form, language))
  }
  return Math.max(KNOWN_WORD, evidence)
}

/** Abbreviations in capitals, names in camelCase and names with digits look like nothing the models know. */
function isName(token: string, hasLower: boolean): boolean {
  if (/\p{N}/u.test(token)) return true
  if (/^\P{L}*\p{Lu}{2,3}\P{L}*$/u.test(token)) return true
  if (/\p{Ll}\p{Lu}/u.test(token)) return true
  return hasLower && /\p{Lu}.*\p{Lu}/u.test(token) && !/\p{Ll}{3}/u.test(token)
}
