/** The frequency rank of a word among the 12,000 most frequent English words. */
import stored from './common_words.json' with { type: 'json' }

const RANK: ReadonlyMap<string, number> = new Map(stored.words.split(' ').map((word, rank) => [word, rank]))

/** Undefined for words that are not listed. `word`: lower case. */
export function rankOf(word: string): number | undefined {
  return RANK.get(word)
}

const ENDINGS = [
  ...['tion', 'sion', 'ment', 'ness', 'ity', 'ing', 'ed', 'ly', 'able', 'ible', 'ful', 'less', 'ous', 'ive'],
  ...['al', 'er', 'or', 'est', 's'],
]

/** The suffix of a word that shows its part of speech; empty if none. `word`: lower case. */
export function endingOf(word: string): string {
  return ENDINGS.find((ending) => word.endsWith(ending) && word.length > ending.length + 2) ?? ''
}
