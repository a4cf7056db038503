/** How much the words of a text look shuffled rather than ordered, in nats. English only. */
import type { QuestionType } from '../../contract/survey.ts'
import type { AnswerText } from '../../features/text/answer_text.ts'
import { mix } from '../../features/text/hash.ts'
import { orderOf, orderTokensOf } from '../../features/text/style/order.ts'
import { rankOf } from '../../features/text/word_rank.ts'
import { sentencesOf, wordsOf } from '../../features/text/words.ts'
import { disorderOf } from '../../models/text/order.ts'

/** Fewer words need no order: "graphics, packages" is an answer. */
const MIN_ORDERED_WORDS = 6

/**
 * Nats above which words are in no order, by number of words: short sentences may leave out what the model expects. Of
 * 4,867 real answers, none is above, and of 859 shuffled ones 72%: 44% of up to nine words, 60% of up to 14, 91% of more.
 */
const DISORDER_LIMITS: readonly (readonly [words: number, nats: number])[] = [
  [9, 5],
  [14, 4],
  [Number.POSITIVE_INFINITY, 2.5],
]

const limitOf = (words: number): number =>
  (DISORDER_LIMITS.find(([most]) => words <= most) as (typeof DISORDER_LIMITS)[number])[1]

export const isDisordered = (nats: number, words: number): boolean => nats > limitOf(words)

/**
 * Nats that a text needs in addition if no word belongs to a clause: people write notes ("improve performance on shared
 * file systems") in an order that the model hardly knows.
 */
const NOTE_MARGIN = 4

/** Without words that lists contain too: "us history", "do dishes", "will". */
const CLAUSE_WORDS = new Set(
  `is are was were be been being am isn't aren't wasn't weren't it's that's there's i'm i've i'd i'll don't doesn't didn't
can't cannot won't has had does did could would should i you he she we they`.split(/\s+/),
)

/**
 * People answer in fragments ("Mostly the pub. And the park."), where full stops stand in places that a whole text would
 * not have them. So the sentences are also measured one by one, and the lower value counts. In a text that begins or ends
 * sentences in wrong places, the stops are as misplaced as the words, and the sentences say nothing.
 */
export function disorderIn(prose: string): number {
  const joined = withoutHesitation(prose.replace(ASIDE, '').replace(HYPHEN, ''))
  const whole = measure(joined)
  const score = hasMisplacedStarts(joined)
    ? whole + MISPLACED_BONUS
    : Math.min(whole, sentenceBySentence(joined)) - (hasClause(joined) ? 0 : NOTE_MARGIN)
  const isDoubtful = isDisordered(score, wordsOf(joined).length) && score < CERTAIN_SCORE
  return isDoubtful && isOrderedBetter(joined, whole) ? 0 : score
}

/** Dictation writes down what people say: "the the brown ones um the houses they they just look nice". */
const SOUNDS = new Set(['um', 'umm', 'uh', 'uhh', 'er', 'erm', 'hmm', 'mhm'])
/** So many words are said again at once. */
const MOST_SAID_AGAIN = 3

function withoutHesitation(text: string): string {
  const said: { readonly shown: string; readonly word: string }[] = []
  for (const shown of text.split(' ')) {
    const word = shown.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
    if (SOUNDS.has(word)) continue
    said.push({ shown, word })
    for (let words = 1; words <= MOST_SAID_AGAIN; words++) {
      const last = said.slice(-words).map((one) => one.word)
      const before = said.slice(-2 * words, -words).map((one) => one.word)
      if (word !== '' && last.join(' ') === before.join(' ')) said.splice(-words)
    }
  }
  return said.map(({ shown }) => shown).join(' ')
}

/** A remark in parentheses interrupts the order. */
const ASIDE = / ?\([^()]*\)/g

/** "on-the-job": one word, whose parts have the order of a phrase inside another. */
const HYPHEN = /(?<=\p{L})-(?=\p{L})/gu

/** Nats for a sentence that begins or ends in a wrong place: one real answer in thirty has one, most shuffled ones do. */
const MISPLACED_BONUS = 2

/** Below, the order is compared with others, and one such answer among several of a participant is only a note. */
export const CERTAIN_SCORE = 9

/** In a text with capitals: a lower-case word after a stop, or a capitalized one after a word without a stop. */
const CAPITALIZED = /\p{Lu}\p{Ll}/u
const LOWER_START = /\p{Ll}{2}[.!?]+["')]*\s+\p{Ll}/u
const UPPER_START = /(?<=\p{Ll},? )\p{Lu}\p{Ll}+(?![\p{L}'])/gu

/** Words of this rank are no names. */
const FUNCTION_RANK = 120

const hasMisplacedStarts = (prose: string): boolean =>
  /^\p{Ll}/u.test(prose) &&
  CAPITALIZED.test(prose) &&
  (LOWER_START.test(prose) ||
    (prose.match(UPPER_START) ?? []).some(
      (word) => (rankOf(word.toLowerCase()) ?? FUNCTION_RANK) < FUNCTION_RANK,
    ))

const hasClause = (prose: string): boolean =>
  wordsOf(prose.toLowerCase()).some((word) => CLAUSE_WORDS.has(word))

function sentenceBySentence(prose: string): number {
  const sentences = sentencesOf(prose)
  if (sentences.length < 2) return Number.POSITIVE_INFINITY
  return sentences
    .filter((sentence) => wordsOf(sentence).length >= MIN_ORDERED_WORDS)
    .reduce((sum, sentence) => sum + measure(sentence), 0)
}

/** Enough for a mean and a deviation. */
const ORDERS = 16

/** Of 900 shuffled texts, 5% are this many deviations below the mean of their other orders, and most real ones. */
const BETTER_DEVIATIONS = 2
const LEAST_DEVIATION = 0.5

/** Whether the order of the words is better than random orders of the same words. */
function isOrderedBetter(prose: string, own: number): boolean {
  const words = prose.split(/\s+/)
  const others = Array.from({ length: ORDERS }, (_, seed) => measure(reordered(words, seed + 1)))
  const mean = others.reduce((sum, other) => sum + other, 0) / ORDERS
  const deviation = Math.sqrt(others.reduce((sum, other) => sum + (other - mean) ** 2, 0) / ORDERS)
  return own < mean - BETTER_DEVIATIONS * Math.max(LEAST_DEVIATION, deviation)
}

/** The same order for the same words and seed: a check has no random source. */
const reordered = (words: readonly string[], seed: number): string =>
  words
    .map((word, at) => [mix(mix(at + 1) ^ mix(seed)), word] as const)
    .sort(([a], [b]) => a - b)
    .map(([, word]) => word)
    .join(' ')

const measure = (text: string): number => disorderOf(orderOf(orderTokensOf(text)))

/** Lists have more lines and no grammar. */
const MOST_LINES = 2

/** Whether an answer has sentences, whose words have an order. */
export function isProse({ words, plain }: Pick<AnswerText, 'words' | 'plain'>, type: QuestionType): boolean {
  if (type === 'list') return false
  if (words.length < MIN_ORDERED_WORDS || plain.split('\n').length > MOST_LINES) return false
  return !isList(plain) && !isOfNames(words) && !isMixed(words)
}

/** Lists have at least this many items, most of them this short. */
const LIST_ITEMS = 3
const ITEM_WORDS = 3

function isList(plain: string): boolean {
  const items = plain.split(/[,;/]/).map((item) => wordsOf(item).length)
  const short = items.filter((words) => words <= ITEM_WORDS).length
  return items.length >= LIST_ITEMS && short > items.length / 2
}

/** From this share of capitalized words on, the answer is a row of names or titles. */
const NAMES_SHARE = 0.6

function isOfNames(words: readonly string[]): boolean {
  return words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length >= NAMES_SHARE * words.length
}

/** From this share of rare words on, an English answer contains another language, or jargon without an order. */
const RARE_SHARE = 1 / 3

const isMixed = (words: readonly string[]): boolean =>
  words.filter((word) => /^\p{Ll}{3,}$/u.test(word) && rankOf(word) === undefined).length >=
  RARE_SHARE * words.length
