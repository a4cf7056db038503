/** The surprise of each letter after the three before it, in bits, by language. */
import { inflateSync } from 'node:zlib'
import stored from './letters.json' with { type: 'json' }
import { codeOf, LETTERS } from './letters.ts'

export type LetterLanguage = keyof typeof stored.models

export const LETTER_LANGUAGES = Object.keys(stored.models) as LetterLanguage[]

const tables = new Map<LetterLanguage, Uint8Array>()

function tableOf(language: LetterLanguage): Uint8Array {
  let table = tables.get(language)
  if (table === undefined) {
    table = inflateSync(Buffer.from(stored.models[language], 'base64'))
    tables.set(language, table)
  }
  return table
}

export function hasLetterModel(language: string): language is LetterLanguage {
  return Object.hasOwn(stored.models, language)
}

/** One number per letter, plus one for the end of the word. `word`: letters a to z only. */
export function surpriseOf(word: string, language: LetterLanguage): number[] {
  return surpriseIn(tableOf(language), word)
}

/** `table`: 27^4 four-bit steps, as `research/text/letter_table.ts` writes them. */
export function surpriseIn(table: Uint8Array, word: string): number[] {
  const bits: number[] = []
  let before = 0
  for (let at = 0; at <= word.length; at++) {
    const code = at < word.length ? codeOf(word[at] as string) : 0
    const key = code + before * LETTERS
    bits.push(((table[key >> 1] as number) >> ((key & 1) * 4)) & 15)
    before = code + (before % (LETTERS * LETTERS)) * LETTERS
  }
  return bits
}
