/** Counts profane words and insults in a text, also disguised by asterisks, look-alike digits or spaced letters. */
import type { Span } from '../../contract/survey.ts'
import type { OwnLanguage } from './language.ts'
import { countedParts } from './locate.ts'
import { foldText, plainText } from './normalize.ts'
import { kindOfWord, READER, type WordKind } from './profane_words.ts'

export interface Profanity {
  readonly profane: number
  /** Insults that address the reader. */
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

/** Words that may stand between the reader and an insult. */
const BETWEEN: Readonly<Record<OwnLanguage, ReadonlySet<string>>> = {
  en: wordSet(
    'are is r re was were be a an the so such just really all too very complete total absolute damn big biggest nothing but pure literally freaking fucking old little as most people guys lot bunch of researchers researcher person stupid dumb',
  ),
  es: wordSet('eres son un una unos el la muy tan un a mas bien pedazo de'),
  fr: wordSet('es etes un une des le la tres bien trop si gros grosse sale de d bande'),
  de: wordSet('bist seid ein eine einen so sehr echt total der die das ihr'),
  pt: wordSet('e es sao um uma uns o a muito tao seu sua'),
  it: wordSet('sei siete un una uno dei il la molto proprio'),
  nl: wordSet('bent zijn een de het zo heel echt stelletje'),
}

/** The author of the survey, in the third person: "whoever made this survey is an idiot". */
const AUTHOR =
  /\b(?:who(?:ever)?|people|person|idiots?|morons?|guys?) (?:that |who )?(?:made|wrote|designed|created|came up with)\b|\bresearchers?\b/

/** Abuse in several words, by language. */
const PHRASES: Partial<Readonly<Record<OwnLanguage, RegExp>>> = {
  en: /\b(?:(?:suck|eat|lick|kiss) (?:my|ur|your|a|on my) (?:\w+ )?(?:dicks?|cocks?|ass|arse|balls)|kiss my ass|piss off|(?:screw|damn) (?:you|u|ya)|(?:you|u) suck|go to hell|shut (?:the \w+ )?up|up yours|drop dead)\b/,
  es: /\b(?:hij[oa]s? de (?:la )?(?:gran )?put[ao]|put[ao] madre|vete al (?:infierno|carajo)|que te jodan|chupa ?me la|me cago en|vete a la mierda)\b/,
  fr: /\b(?:fils de pute|va te faire|ferme ta gueule|ta gueule|va chier|fais chier|nique ta mere)\b/,
  de: /\b(?:leck mich|halt die (?:klappe|fresse|schnauze)|am arsch lecken)\b/,
  pt: /\b(?:filh[oa] da puta|vai (?:se |te )?(?:foder|tomar no)|vai pro inferno)\b/,
  it: /\b(?:figli[oa] di (?:puttana|troia)|porca troia|testa di cazzo|vai al diavolo|va a quel paese)\b/,
  nl: /\b(?:rot op|val dood|krijg de|hou je (?:bek|kop))\b/,
}

/** With more words, a contextual word is not the whole answer. */
const WHOLE_ANSWER_WORDS = 1

/** A first name, if it is capitalized. */
const FIRST_NAME = /(?<![\p{L}\p{N}])Dick(?![\p{L}\p{N}])/gu

export function profanityIn(text: string, language: OwnLanguage | null): Profanity {
  return profanityInPlain(plainText(text), language)
}

/** Where the profane words and insults are. */
export const profaneParts = (text: string, language: OwnLanguage | null): Span[] =>
  countedParts(withoutQuotes(text), (part) => {
    const { profane, insults } = profanityIn(part, language)
    return profane + insults
  })

/** Null for a language without a list: only words that are profane in every language count. */
export function profanityInPlain(plain: string, language: OwnLanguage | null): Profanity {
  const spoken = joinSpelled(withoutQuotes(plain).replace(FIRST_NAME, 'Richard').toLowerCase())
  const tokens = spoken.split(/[\s,;:()"/]+/).filter((token) => token !== '')
  const known = new Map<string, ClassifiedToken>()
  const classified = tokens.map((token) => {
    const found = known.get(token) ?? classifyToken(token, language)
    known.set(token, found)
    return found
  })
  const words = classified.map(({ word }) => word)
  const folded = words.join(' ')
  const isAboutAuthor = language === 'en' && AUTHOR.test(folded)
  const isAboutAnimals = language === 'en' && words.some((word) => ANIMALS.has(word))
  let profane = Object.values(PHRASES).some((phrase) => phrase.test(folded)) ? 1 : 0
  let insults = 0
  for (const [at, { word, kind }] of classified.entries()) {
    if (kind === null || (isAboutAnimals && ANIMAL.has(word)) || isReported(words, at, language)) continue
    if (kind === 'profane') profane++
    else if ((language !== null && isAddressed(words, at, language)) || (isAboutAuthor && kind === 'insult'))
      insults++
    else if (kind === 'contextual' && words.length <= WHOLE_ANSWER_WORDS) profane++
  }
  return { profane, insults }
}

/** With fewer words around it, a quotation is the answer. */
const WORDS_AROUND_QUOTES = 3
const QUOTED = /["“„«][^"“”„«»]*["“”»]/g

/** People report what others said to them. As long as the text. */
function withoutQuotes(text: string): string {
  const rest = text.replace(QUOTED, (quoted) => ' '.repeat(quoted.length))
  return rest.trim().split(/\s+/).length >= WORDS_AROUND_QUOTES ? rest : text
}

/** "She was called a whore", "they shouted it at my son". */
const REPORTED = wordSet('called calling shouted shouting yelled yelling screamed screaming labeled branded')
const MOST_BETWEEN_REPORT = 5

function isReported(words: readonly string[], at: number, language: OwnLanguage | null): boolean {
  if (language !== 'en') return false
  const from = Math.max(0, at - MOST_BETWEEN_REPORT)
  return words.slice(from, at).some((word, index) => REPORTED.has(word) && words[from + index - 1] !== 'i')
}

/** Words that are an animal in a text about animals. */
const ANIMAL = wordSet('bitch bitches')
const ANIMALS = wordSet(
  'dog dogs puppy puppies pup pups litter kennel kennels breed breeder breeders breeding whelp whelping spayed retriever retrievers spaniel labrador terrier collie shepherd beagle poodle wolf wolves fox',
)

interface ClassifiedToken {
  readonly word: string
  readonly kind: WordKind | null
}

function classifyToken(token: string, language: OwnLanguage | null): ClassifiedToken {
  if (PLAIN_WORD.test(token) && !STRETCHED.test(token)) {
    return { word: token, kind: kindOfWord(token, language) }
  }
  const word = foldWord(token)
  const bare = token.replace(/^[^\p{L}\p{N}*#@$!]+|(?<![.?!])[.?!]+$/gu, '')
  if (MASKED.some((pattern) => pattern.test(bare))) return { word, kind: 'profane' }
  const kinds = formsOf(bare, word).map((form) => kindOfWord(form, language))
  return {
    word,
    kind: kinds.find((kind) => kind === 'profane') ?? kinds.find((kind) => kind !== null) ?? null,
  }
}

/** "you are such an idiot", "idiots like you": the reader stands before the word, or shortly after it. */
function isAddressed(words: readonly string[], at: number, language: OwnLanguage): boolean {
  const before = words.slice(0, at).findLast((word) => !BETWEEN[language].has(word)) ?? ''
  if (READER[language].has(before)) return true
  const [next = '', second = ''] = words.slice(at + 1)
  return language === 'en' && next === 'like' && READER.en.has(second)
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

/** "f u c k" and "s.h.i.t": single letters in a row are one word. */
function joinSpelled(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*]\p{L}){2,}(?![\p{L}\p{N}])/gu, (spelled) =>
    spelled.replace(/[ .\-_*]/g, ''),
  )
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
