/** Counts profane words and insults in a text, also disguised by asterisks, look-alike digits or spaced letters. */
import type { OwnLanguage } from './language.ts'
import { foldText, plainText } from './normalize.ts'
import { INSULTS, isProfaneWord, STRONG_INSULTS } from './profane_words.ts'

export interface Profanity {
  readonly profane: number
  /** Insults that address a person. */
  readonly insults: number
}

/** Digits and symbols that replace letters inside a word. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
}

/** Masked words: the remaining letters must identify the word. */
const MASKED = [
  /^f[*#@%.\-_]{1,3}(?:c?k|ck)(?:s|ed|er|ers|ing|in)?$/,
  /^f[*]{3}$/,
  /^fu[*#@]{1,2}k?(?:ing|in|er|ed|s)?$/,
  /^s[h*][*#@!.-]t(?:ty|s|ting)?$/,
  /^sh[*#@!]t(?:ty|s|ting)?$/,
  /^b[*#@!]tch(?:es|y|ing)?$/,
  /^b[*]{3,4}h$/,
  /^c[*#@]nt(?:s)?$/,
  /^a[*#@$]{2}(?:hole|holes)?$/,
  /^n[*#@!]gg[*#@]?[ar]*s?$/,
  /^d[*#@!]ck(?:s|head)?$/,
]

/** Words for the addressed person, and words that may stand between them and the insult. */
const ADDRESSED = new Set(
  'you u ur youre your he she they hes shes theyre user these those such what'.split(' '),
)
const BETWEEN = new Set(
  'are is r re was were be being a an the so such just really all too very complete total absolute damn big biggest nothing but pure literally freaking old little as most'.split(
    ' ',
  ),
)

/** A first name, if it is capitalized. */
const FIRST_NAME = /(?<![\p{L}\p{N}])Dick(?![\p{L}\p{N}])/gu

export function profanityIn(text: string, language: OwnLanguage): Profanity {
  return profanityInPlain(plainText(text), language)
}

export function profanityInPlain(plain: string, language: OwnLanguage): Profanity {
  const spoken = joinSpelled(plain.replace(FIRST_NAME, 'Richard').toLowerCase())
  const tokens = spoken.split(/[\s,;:()"/]+/).filter((token) => token !== '')
  let profane = 0
  let insults = 0
  const words: string[] = []
  const known = new Map<string, { word: string; isProfane: boolean }>()
  for (const token of tokens) {
    let found = known.get(token)
    if (found === undefined) {
      found = classifyToken(token, language)
      known.set(token, found)
    }
    const { word, isProfane } = found
    if (isProfane) profane++
    else if (language === 'en' && isInsult(word, words)) insults++
    words.push(word)
  }
  return { profane, insults }
}

function classifyToken(token: string, language: OwnLanguage): { word: string; isProfane: boolean } {
  const word = foldWord(token)
  return { word, isProfane: isProfaneToken(token, word, language) }
}

function isProfaneToken(token: string, word: string, language: OwnLanguage): boolean {
  const bare = token.replace(/^[^\p{L}\p{N}*#@$!]+|(?<![.?!])[.?!]+$/gu, '')
  if (MASKED.some((pattern) => pattern.test(bare))) return true
  return formsOf(bare, word).some((form) => isProfaneWord(form, language))
}

/** Words that need no folding, which are most. */
const PLAIN_WORD = /^[a-z]+$/
const STRETCHED = /(.)\1{2,}/

function foldWord(token: string): string {
  return PLAIN_WORD.test(token) ? token : foldText(token).replaceAll(' ', '')
}

/** The word as written, with stretched letters shortened, and without its disguise. */
function formsOf(token: string, word: string): string[] {
  if (PLAIN_WORD.test(token) && !STRETCHED.test(word)) return [word]
  const shown = foldWord(
    /\p{L}/u.test(token) ? token.replace(/[01345@$!|+]/g, (sign) => DISGUISES[sign] ?? sign) : token,
  )
  const stretched = /(.)\1{2,}/g
  return [
    ...new Set(
      [word, shown].flatMap((form) => [form, form.replace(stretched, '$1$1'), form.replace(stretched, '$1')]),
    ),
  ]
}

function isInsult(word: string, before: readonly string[]): boolean {
  if (STRONG_INSULTS.has(word)) return true
  if (!INSULTS.has(word)) return false
  const subject = before.findLast((each) => !BETWEEN.has(each))
  return ADDRESSED.has(subject ?? '') || before.at(-1) === 'such'
}

/** "f u c k" and "s.h.i.t": single letters in a row are one word. */
function joinSpelled(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*]\p{L}){2,}(?![\p{L}\p{N}])/gu, (spelled) =>
    spelled.replace(/[ .\-_*]/g, ''),
  )
}
