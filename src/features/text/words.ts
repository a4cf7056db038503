/** Words and sentences in all scripts. In scripts without spaces, each character counts as a word. */
import { isAscii } from './normalize.ts'

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}]|['_](?=[\p{L}\p{N}]))*/gu

/** The same for ASCII, four times as fast. */
const ASCII_WORD = /[A-Za-z0-9](?:[A-Za-z0-9]|['_](?=[A-Za-z0-9]))*/g

/** Words as written. Expects plain text: curly apostrophes would split words. */
export function wordsOf(plain: string): string[] {
  return plain.match(isAscii(plain) ? ASCII_WORD : WORD) ?? []
}

export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text)
}

/** A period inside "e.g." or "3.5" does not end a sentence; a line break does. */
const SENTENCE_END = /[.!?…]+["')\]]*(?=\s|$)|\n+|[。！？]/u

export function sentencesOf(plain: string): string[] {
  return plain
    .replace(/\b(e\.g|i\.e|etc|vs|mr|mrs|dr|z\.b|d\.h|p\.ej)\./gi, '$1')
    .split(SENTENCE_END)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}
