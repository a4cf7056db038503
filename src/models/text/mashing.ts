/** Random keys in a text: the worst run of random words, weighed against all real words. */
import { HOME_ROW, rowRun } from './keyboard.ts'
import { lettersOf } from './letters.ts'
import { mashEvidence } from './mash.ts'
import { nameMashEvidence } from './name_mash.ts'
import type { LetterLanguage } from './surprise.ts'

export interface Mashing {
  /** In nats. Above 0, random keys are the better explanation, without a prior. */
  readonly score: number
  /** The score is above the limit, and no name explains the words. */
  readonly isMashed: boolean
  readonly mashedWords: number
  readonly soundWords: number
}

/** The limit for random keys: 0.2% of 12,000 real answers exceed it, and 98% of random ones. */
export const MASHED_SCORE = 1.85

/** The same against names and words of any language, for answers that may be a name: 0.4% of 14,870 names exceed it. */
const CLEARLY_MASHED_SCORE = 4

/** Answers of this many words may be a name, a brand or a place. */
const FEW_WORDS = 3

/** The limit for one word, so that a long word does not outweigh all others. */
const MOST_EVIDENCE = 25
const KNOWN_WORD = -4

/** Weight of the logarithm of real words: unusual words in whole sentences need more evidence. */
const CONTEXT_WEIGHT = 3

/** Punctuation between letters, which occurs when fingers slide over the keys. */
const STRAY_MARK = /[a-z];[a-z]|^;[a-z]|;;|,[a-z]{1,3},|[a-z][.,]{2}[a-z]|,\.|[a-z][[\]][a-z]/i
const STRAY_MARK_EVIDENCE = 4

/** Evidence of a key held down, to which the length is added. */
const HELD_KEY_BASE = 2

/** Addresses, paths and code are not words. */
const NOT_WORDS = /(?<!\S)\S*(?::\/\/|www\.|@)\S*|(?<!\S)\S*[\\/_<>=]\S*/g

/**
 * Each word gets the lowest evidence of all languages. `isKnown` (letters only) returns true for common words, words of
 * the question, and jargon of other participants.
 */
export function mashingIn(
  plain: string,
  languages: readonly LetterLanguage[],
  isKnown: (word: string) => boolean,
): Mashing {
  const mashing = weigh(plain, isKnown, (word) =>
    languages.reduce((least, language) => Math.min(least, mashEvidence(word, language)), MOST_EVIDENCE),
  )
  if (mashing.score <= MASHED_SCORE) return { ...mashing, isMashed: false }
  const limit = mashing.mashedWords + mashing.soundWords <= FEW_WORDS ? CLEARLY_MASHED_SCORE : MASHED_SCORE
  return { ...mashing, isMashed: weigh(plain, isKnown, nameMashEvidence).score > limit }
}

type Evidence = (word: string) => number

function weigh(
  plain: string,
  isKnown: (word: string) => boolean,
  evidenceIn: Evidence,
): Omit<Mashing, 'isMashed'> {
  const text = plain.replace(NOT_WORDS, ' ')
  const hasLower = /\p{Ll}/u.test(text)
  let worst = 0
  let run = 0
  let mashedWords = 0
  let soundWords = 0
  const tokens = text.split(/\s+/).filter((token) => token !== '')
  const places = placesOf(tokens)
  for (const [at, token] of tokens.entries()) {
    const bare = BARE_WORD.exec(token)?.[0]
    if (
      (bare === undefined && isName(token, hasLower)) ||
      isAbbreviation(token, places[at] as Place, tokens.length === 1)
    ) {
      soundWords += 0.5
      continue
    }
    const stray = bare === undefined && STRAY_MARK.test(token)
    const words = bare === undefined ? wordsIn(token, stray) : [bare]
    for (const word of words) {
      if (word.length < (stray ? 1 : 2)) continue
      let evidence = evidenceOf(word, isKnown, evidenceIn)
      if (stray) evidence = Math.max(evidence, 0) + STRAY_MARK_EVIDENCE
      else if (isTool(word, at, tokens.length)) evidence = Math.min(evidence, TOOL_EVIDENCE)
      if (evidence < 0) soundWords++
      else mashedWords++
      run = Math.max(0, run) + evidence
      worst = Math.max(worst, run)
    }
  }
  return { score: worst - CONTEXT_WEIGHT * Math.log(1 + soundWords), mashedWords, soundWords }
}

/** Most tokens: plain words without special marks. */
const BARE_WORD = /^[a-z]+(?=[.,!?]?$)/

const wordsIn = (token: string, stray: boolean): string[] =>
  lettersOf(stray ? token.replace(/[;,.[\]]/g, '') : token).split(' ')

/** Fewer words are not enough to recognize a language. */
const OTHER_LANGUAGE_WORDS = 3
const OTHER_LANGUAGE_LETTERS = 10
/** 95% of 10,000 sentences in thirty other languages are below, and 0.2% of random texts. */
const OTHER_LANGUAGE_EVIDENCE = -1

/** Whether a text looks like a Latin-script language without its own model. */
export function readsLikeOtherLanguage(plain: string): boolean {
  const words = lettersOf(plain.replace(NOT_WORDS, ' '))
    .split(' ')
    .filter((word) => word.length > 1)
  if (words.length < OTHER_LANGUAGE_WORDS || words.join('').length < OTHER_LANGUAGE_LETTERS) return false
  const sum = words.reduce(
    (total, word) =>
      total +
      evidenceOf(
        word,
        () => false,
        (form) => mashEvidence(form, 'other'),
      ),
    0,
  )
  return sum / words.length < OTHER_LANGUAGE_EVIDENCE
}

const STRETCHED_WORD = /(.)\1{2}/

function evidenceOf(word: string, isKnown: (word: string) => boolean, evidenceIn: Evidence): number {
  const stretched = STRETCHED_WORD.test(word)
  if (stretched && /^(.)\1{2,}$/.test(word)) return Math.min(MOST_EVIDENCE, HELD_KEY_BASE + word.length)
  /** "Sooooo" is emphasis: a stretched word is also tested in shorter forms. */
  const forms = stretched
    ? new Set([word, word.replace(/(.)\1{2,}/g, '$1$1'), word.replace(/(.)\1{2,}/g, '$1')])
    : [word]
  let evidence = MOST_EVIDENCE
  for (const form of forms) {
    if (isKnown(form)) return KNOWN_WORD
    evidence = Math.min(evidence, evidenceIn(form))
  }
  return Math.max(KNOWN_WORD, evidence)
}

/** Uppercase abbreviations, camelCase names and names with digits, which the models do not cover. */
function isName(token: string, hasLower: boolean): boolean {
  if (/\p{N}/u.test(token)) return true
  if (/^\P{L}*\p{Lu}{2,3}\P{L}*$/u.test(token)) return true
  if (/\p{Ll}\p{Lu}/u.test(token)) return true
  return hasLower && /\p{Lu}.*\p{Lu}/u.test(token) && !/\p{Ll}{3}/u.test(token)
}

/** Where a token stands: in a sentence, in a short item of a list, or in a short text without a list. */
type Place = 'sentence' | 'item' | 'alone'

const ITEM_WORDS = 2
const ITEM_END = /[,;)]$/

function placesOf(tokens: readonly string[]): Place[] {
  const places: Place[] = []
  for (const [at, token] of tokens.entries()) {
    const isLast = at === tokens.length - 1
    if (!isLast && !ITEM_END.test(token)) continue
    const words = at + 1 - places.length
    const isAlone = words === tokens.length && !token.includes(',')
    const place = words > ITEM_WORDS ? 'sentence' : isAlone ? 'alone' : 'item'
    while (places.length <= at) places.push(place)
  }
  return places
}

/** Abbreviations and names of tools ("ICDE", "tmux") have at most so many letters. */
const ABBREVIATION_LETTERS = 6
const LOWER_CASE_ALONE = 3

/** From the first to the last letter. */
const WITHOUT_MARKS = /\p{L}(?:.*\p{L})?/su

/** A short item of a list and a short uppercase word may be abbreviations, whatever their letters. */
function isAbbreviation(token: string, place: Place, isOnly: boolean): boolean {
  if (STRAY_MARK.test(token)) return false
  const letters = WITHOUT_MARKS.exec(token)?.[0] ?? ''
  if (letters === letters.toUpperCase()) return letters.split(/[,/]/).every(isShort)
  if (place === 'sentence') return false
  if (place === 'item') return isShort(letters)
  return isOnly && letters.length <= LOWER_CASE_ALONE && isShort(letters) && !isOnHomeRow(letters)
}

const isShort = (part: string): boolean =>
  /^[a-z]+$/i.test(part) && part.length <= ABBREVIATION_LETTERS && !isKeyRun(part.toLowerCase())

/** A tool or a project in a sentence ("vcpkg is filling that gap"): one such word decides nothing, three do. */
const TOOL_EVIDENCE = 4
const SENTENCE_TOKENS = 8

/** People hit random keys at the end of an answer, not inside. */
const isTool = (word: string, at: number, tokens: number): boolean =>
  tokens >= SENTENCE_TOKENS && at > 0 && at < tokens - 1 && isShort(word)

/** Lengths of letters that may repeat in a short word. */
const PERIODS = [1, 2, 3]

/** Three keys in a row, or the same letters again: "qwe", "kkk". */
const isKeyRun = (word: string): boolean =>
  rowRun(word) > 2 ||
  PERIODS.some(
    (period) =>
      word.length > period && word === word.slice(0, period).repeat(Math.floor(word.length / period)),
  )

const isOnHomeRow = (word: string): boolean => [...word].every((letter) => HOME_ROW.includes(letter))

/** A run of keys or a key held down is never jargon, however many participants typed it. */
export function isPlainMash(word: string): boolean {
  return /^(.)\1{2,}$/.test(word) || (word.length >= SHORTEST_KEY_RUN && rowRun(word) === word.length)
}

const SHORTEST_KEY_RUN = 4
