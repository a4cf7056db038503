/** Style measures that single words and letters do not show. All are of the order of 1. */
import { sentencesOf, wordsOf } from './words.ts'

const RARE_RANK = 3_000

export function styleMeasures(plain: string, rankOf: (word: string) => number | undefined): number[] {
  const words = wordsOf(plain)
  const lower = words.map((word) => word.toLowerCase())
  const sentences = sentencesOf(plain)
  const count = Math.max(1, words.length)
  const lengths = sentences.map((sentence) => wordsOf(sentence).length)
  const meanLength = count / Math.max(1, sentences.length)
  const spread = Math.sqrt(mean(lengths.map((length) => (length - meanLength) ** 2)))
  const matches = (pattern: RegExp) => plain.match(pattern)?.length ?? 0
  const per = (pattern: RegExp, scale: number) => (matches(pattern) / count) * scale
  return [
    /^[^\p{L}]*\p{Lu}/u.test(plain) ? 1 : 0,
    /[.!?]["')]*$/.test(plain) ? 1 : 0,
    mean(sentences.map((sentence) => (/^[^\p{L}]*\p{Lu}/u.test(sentence) ? 1 : 0))),
    share(words, (word) => word === 'i') * 10,
    per(/\b\w+'(?:s|t|re|ve|d|ll|m)\b/gi, 10),
    per(
      /\b(?:dont|cant|wont|didnt|doesnt|isnt|wasnt|im|ive|thats|id|couldnt|wouldnt|havent|youre|theyre)\b/gi,
      10,
    ),
    Math.log(meanLength),
    Math.log(1 + spread),
    new Set(lower).size / count,
    mean(lower.map((word) => word.length)) / 5,
    share(lower, (word) => (rankOf(word) ?? Number.POSITIVE_INFINITY) > RARE_RANK),
    share(lower, (word) => rankOf(word) === undefined && /^[a-z]+$/.test(word)) * 5,
    per(/,/g, 10),
    per(/, and /g, 20),
    per(/;/g, 20),
    per(/:/g, 20),
    per(/ - |--/g, 20),
    per(/\(/g, 20),
    per(/!/g, 20),
    per(/\?/g, 20),
    per(/\.{3}/g, 20),
    per(/"/g, 20),
    per(/\n/g, 20),
    (matches(/\d/g) / Math.max(1, plain.length)) * 10,
    per(/\//g, 20),
    per(/[A-Z]{2,}/g, 5),
    share(lower, (word) => /^(?:i|me|my|mine|myself)$/.test(word)) * 5,
    per(/ ,| {2}|\s\.|,\S/g, 10),
    per(/[&+]/g, 20),
    per(/\b(?:lol|haha|tbh|idk|imo|btw|u|ur|pls|thx|bc|cuz|gonna|wanna|kinda|etc)\b/gi, 10),
  ]
}

/** The number of values that `styleMeasures` returns. */
export const MEASURES = 30

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function share(words: readonly string[], is: (word: string) => boolean): number {
  return words.length === 0 ? 0 : words.filter(is).length / words.length
}
