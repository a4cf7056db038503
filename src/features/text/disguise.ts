/**
 * Undoes two disguises of Latin words: letters of other scripts that look alike, and digits in place of letters. Every
 * character is replaced by one, so positions in the text stay.
 */
import { isAscii, lookalikeOf } from './normalize.ts'
import { rankOf } from './word_rank.ts'

/** Fewer such words may be a typing error, a name or a joke. */
const MIN_DISGUISED = 3

export const withoutDisguise = (text: string): string => withoutDigits(withoutLookalikes(text))

const FOREIGN = /[\u0370-\u052f]/
const WORD = /[\p{L}\p{M}]+/gu

/** People write a word in one script. Words of look-alikes only ("о", "со") count where other words are mixed. */
function withoutLookalikes(text: string): string {
  if (isAscii(text) || !FOREIGN.test(text)) return text
  const isMixed = (word: string): boolean => FOREIGN.test(word) && /[a-z]/i.test(word)
  if ((text.match(WORD) ?? []).filter(isMixed).length < MIN_DISGUISED) return text
  return text.replace(WORD, (word) => {
    const latin = Array.from(word, (letter) => (FOREIGN.test(letter) ? lookalikeOf(letter) : letter)).join('')
    return FOREIGN.test(latin) && !isMixed(word) ? word : latin
  })
}

const HAS_DISGUISE = /[a-z][013457]|[013457][a-z]/i
const TOKEN = /[a-z0-9]+/gi

/** "1" stands for an i or an l. */
const LETTERS = [
  { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' },
  { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' },
] as const

/**
 * Only where at least half of the words with digits, and `MIN_DISGUISED` of them, become common English words: "b4", "3rd"
 * and "covid19" stay.
 */
function withoutDigits(text: string): string {
  if (!HAS_DISGUISE.test(text)) return text
  const tokens = (text.match(TOKEN) ?? []).filter((token) => HAS_DISGUISE.test(token))
  const common = tokens.filter((token) => commonWordIn(token) !== undefined).length
  if (common < MIN_DISGUISED || 2 * common < tokens.length) return text
  return text.replace(TOKEN, (token) =>
    HAS_DISGUISE.test(token) ? (commonWordIn(token) ?? inLetters(token, LETTERS[0])) : token,
  )
}

const commonWordIn = (token: string): string | undefined =>
  LETTERS.map((letters) => inLetters(token, letters)).find((word) => rankOf(word.toLowerCase()) !== undefined)

const inLetters = (token: string, letters: Readonly<Record<string, string>>): string =>
  token.replace(/\d/g, (digit) => letters[digit] ?? digit)
