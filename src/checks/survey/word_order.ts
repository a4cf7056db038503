/** How much the words of a text look shuffled rather than ordered, in nats. English only. */
import { orderOf, orderTokensOf } from '../../features/text/order.ts'
import { sentencesOf, wordsOf } from '../../features/text/words.ts'
import { disorderOf } from '../../models/text/order.ts'

/** Fewer words need no order: "graphics, packages" is an answer. */
export const MIN_ORDERED_WORDS = 6

/**
 * The lower of two readings: the whole text, and its sentences one by one. Many people answer in fragments ("Mostly the
 * pub. And the park."), where full stops stand in places that a whole text would not have them.
 */
export function disorderIn(prose: string): number {
  const whole = measure(prose)
  const sentences = sentencesOf(prose)
  if (sentences.length < 2) return whole
  const apart = sentences
    .filter((sentence) => wordsOf(sentence).length >= MIN_ORDERED_WORDS)
    .reduce((sum, sentence) => sum + measure(sentence), 0)
  return Math.min(whole, apart)
}

const measure = (text: string): number => disorderOf(orderOf(orderTokensOf(text)))
