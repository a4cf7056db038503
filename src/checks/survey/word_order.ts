/** How much the words of a text look shuffled rather than ordered, in nats. English only. */
import { mix } from '../../features/text/hash.ts'
import { orderOf, orderTokensOf } from '../../features/text/order.ts'
import { rankOf } from '../../features/text/word_rank.ts'
import { sentencesOf, wordsOf } from '../../features/text/words.ts'
import { disorderOf } from '../../models/text/order.ts'

/** Fewer words need no order: "graphics, packages" is an answer. */
export const MIN_ORDERED_WORDS = 6

/** Nats above which words are in no order: 7 of 12,464 real answers, 78% of 403 shuffled ones, 96% of 529 longer ones. */
export const DISORDER_SCORE = 2

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
  const joined = prose.replace(ASIDE, '').replace(HYPHEN, '')
  const whole = measure(joined)
  const score = hasMisplacedStarts(joined)
    ? whole + MISPLACED_BONUS
    : Math.min(whole, sentenceBySentence(joined)) - (hasClause(joined) ? 0 : NOTE_MARGIN)
  const isDoubtful = score > DISORDER_SCORE && score < CERTAIN_SCORE
  return isDoubtful && isOrderedBetter(joined, whole) ? 0 : score
}

/** A remark in parentheses interrupts the order. */
const ASIDE = / ?\([^()]*\)/g

/** "on-the-job": one word, whose parts have the order of a phrase inside another. */
const HYPHEN = /(?<=\p{L})-(?=\p{L})/gu

/** Nats for a sentence that begins or ends in a wrong place: one real answer in thirty has one, most shuffled ones do. */
const MISPLACED_BONUS = 2

/** From here on, the order of the words is not compared with others. */
const CERTAIN_SCORE = 9

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
