/**
 * Statistics of the answers to one question: common words and phrases, and the mean of their meaning vectors. The size
 * is bounded, and an answer can be removed again. Equal answers count once, so a flood of copies has no effect.
 */
import { hashText } from './hash.ts'
import { foldText } from './normalize.ts'
import { isStopWord } from './stop_words.ts'
import { wordsOf } from './words.ts'

export interface QuestionStats {
  /** Number of participants by answer (hashed). */
  readonly answers: Readonly<Record<string, number>>
  /** Number of answers by word (folded). */
  readonly words: Readonly<Record<string, number>>
  /** Number of answers by phrase (hashed); the rarest are dropped first. */
  readonly phrases: Readonly<Record<string, number>>
  /** Sum of the answers' unit meaning vectors, and their number. */
  readonly meaning: readonly number[]
  readonly meanings: number
}

/** The data that one answer adds. */
export interface AnswerSample {
  readonly answer: string
  readonly words: readonly string[]
  readonly phrases: readonly string[]
  readonly meaning: readonly number[] | null
}

/** A word in this many different answers belongs to the vocabulary of the survey, even if it looks random. */
export const OWN_WORD_ANSWERS = 3

/** Above these limits the rarest entries are dropped. */
const MOST_WORDS = 800
const MOST_PHRASES = 800
/** Further different answers are not added: they would change almost nothing. */
const MOST_ANSWERS = 500
/** Limits for one answer. */
const SAMPLE_WORDS = 120
const SAMPLE_PHRASES = 80

/** A phrase has this many words, with at least this many content words. */
const PHRASE_WORDS = 4
const PHRASE_CONTENT = 2

/** Four digits are enough for the sum over many answers. */
const MEANING_DIGITS = 4

const NOTHING: QuestionStats = { answers: {}, words: {}, phrases: {}, meaning: [], meanings: 0 }

export function sampleOf(text: string, meaning: ArrayLike<number> | null): AnswerSample {
  const folded = foldText(text)
  return sampleOfFolded(folded, wordsOf(folded), meaning)
}

/** `words`: the words of the folded text. */
export function sampleOfFolded(
  folded: string,
  words: readonly string[],
  meaning: ArrayLike<number> | null,
): AnswerSample {
  return {
    answer: hashText(folded).toString(36),
    words: contentWords(words),
    phrases: phrasesOf(words, SAMPLE_PHRASES),
    meaning: meaning === null ? null : Array.from(meaning, (value) => Number(value.toFixed(MEANING_DIGITS))),
  }
}

function contentWords(words: readonly string[]): string[] {
  const found = new Set<string>()
  for (const word of words) {
    if (found.size === SAMPLE_WORDS) break
    if (word.length > 1 && !isStopWord(word)) found.add(word)
  }
  return [...found]
}

/** Returns the first `most` different phrases. `words`: folded. */
export function phrasesOf(words: readonly string[], most = Number.POSITIVE_INFINITY): string[] {
  const phrases = new Set<string>()
  let content = 0
  for (let end = 0; end < words.length && phrases.size < most; end++) {
    const start = end - PHRASE_WORDS + 1
    if (!isStopWord(words[end] as string)) content++
    if (start > 0 && !isStopWord(words[start - 1] as string)) content--
    if (start < 0 || content < PHRASE_CONTENT) continue
    phrases.add(hashText(words.slice(start, end + 1).join(' ')).toString(36))
  }
  return [...phrases]
}

export function addSample(stats: QuestionStats | null, sample: AnswerSample): QuestionStats {
  const before = stats ?? NOTHING
  const copies = countOf(before.answers, sample.answer)
  if (copies === 0 && Object.keys(before.answers).length >= MOST_ANSWERS) return before
  const answers = { ...before.answers, [sample.answer]: copies + 1 }
  return copies === 0 ? { ...change(before, sample, 1), answers } : { ...before, answers }
}

export function removeSample(stats: QuestionStats | null, sample: AnswerSample): QuestionStats {
  const before = stats ?? NOTHING
  const copies = countOf(before.answers, sample.answer)
  if (copies === 0) return before
  const { [sample.answer]: _, ...rest } = before.answers
  return copies === 1
    ? { ...change(before, sample, -1), answers: rest }
    : { ...before, answers: { ...rest, [sample.answer]: copies - 1 } }
}

function change(stats: QuestionStats, sample: AnswerSample, by: 1 | -1): Omit<QuestionStats, 'answers'> {
  const width = Math.max(stats.meaning.length, sample.meaning?.length ?? 0)
  return {
    words: count(stats.words, sample.words, by, MOST_WORDS),
    phrases: count(stats.phrases, sample.phrases, by, MOST_PHRASES),
    meaning: Array.from({ length: width }, (_, at) =>
      Number(((stats.meaning[at] ?? 0) + by * (sample.meaning?.[at] ?? 0)).toFixed(MEANING_DIGITS)),
    ),
    meanings: Math.max(0, stats.meanings + (sample.meaning === null ? 0 : by)),
  }
}

/** Entries are dropped only above this multiple of the limit, so that not every answer causes a sort. */
const SLACK = 1.25

function count(
  counts: Readonly<Record<string, number>>,
  seen: readonly string[],
  by: 1 | -1,
  most: number,
): Record<string, number> {
  const next = new Map(Object.entries(counts))
  for (const key of seen) {
    const value = (next.get(key) ?? 0) + by
    if (value > 0) next.set(key, value)
    else next.delete(key)
  }
  if (next.size <= SLACK * most) return Object.fromEntries(next)
  return Object.fromEntries([...next].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, most))
}

export function isOwnWord(word: string, stats: QuestionStats | null): boolean {
  return countOf(stats?.words, word) >= OWN_WORD_ANSWERS
}

/** Number of different answers. */
export function answersIn(stats: QuestionStats | null): number {
  return stats === null ? 0 : Object.keys(stats.answers).length
}

export function countOf(counts: Readonly<Record<string, number>> | undefined, key: string): number {
  return counts !== undefined && Object.hasOwn(counts, key) ? (counts[key] as number) : 0
}

/** Reads the stored form. Null for other JSON values. */
export function readStats(text: string | null): QuestionStats | null {
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return hasStats(value) ? value : null
}

export function writeStats(stats: QuestionStats): string {
  return JSON.stringify(stats)
}

function hasStats(value: unknown): value is QuestionStats {
  if (typeof value !== 'object' || value === null) return false
  const state = value as Partial<QuestionStats>
  return (
    typeof state.answers === 'object' &&
    typeof state.words === 'object' &&
    typeof state.phrases === 'object' &&
    Array.isArray(state.meaning)
  )
}
