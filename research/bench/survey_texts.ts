/** Synthetic survey answers with the variety of a natural language. */
import stored from '../../src/features/text/common_words.json' with { type: 'json' }
import { seeded } from './realistic_batch.ts'

const random = seeded(7)
export const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

/** A synthetic vocabulary: common words are short and frequent (Zipf). */
const WORDS = Array.from({ length: 20_000 }, (_, rank) => {
  const syllables = 1 + Math.floor(Math.log10(rank + 1) * 0.9 + random())
  return Array.from({ length: syllables }, () => pick([...'bdfgklmnprstvw']) + pick([...'aeiou'])).join('')
})
const word = () => WORDS[Math.floor(WORDS.length ** random()) - 1] as string

export function sentence(chars: number): string {
  let text = ''
  while (text.length < chars) text += `${text === '' ? '' : ' '}${word()}${random() < 0.08 ? ',' : ''}`
  return `${text.slice(0, chars - 1)}.`
}

/** 60 to 180 characters. */
export const answer = (): string => sentence(60 + Math.floor(random() * 120))

/** English clauses combined at random, so that every model applies. */
const CLAUSES = [
  'I moved here four years ago because the rent was lower than in the centre',
  'my daughter walks to school on her own and that is worth a lot to us',
  'the bus comes every ten minutes except on Sundays when nobody seems to care',
  'we know most people in the building and water their plants in the summer',
  'there used to be a cinema but it closed and now there is a supermarket',
  'what I miss is a place to sit in the evening that is not a restaurant',
  'the park gets muddy in winter yet I still go there with the dog before work',
  'honestly the noise from the road bothers me more than I expected it would',
  'last spring they planted trees along our street and the birds came back',
  'I would not want to leave although my brother keeps asking us to come north',
  'the market on Saturday is where I buy bread and hear all the news',
  'when my mother was ill the neighbours cooked for us for nearly two weeks',
]

const ENGLISH_WORDS = stored.words.split(' ').slice(200, 6_000)

/** The share of words that are replaced, so that answers differ as those of different people do. */
const REPLACED = 0.4

/** Joins clauses to `chars` characters, with some words replaced. */
export function english(chars: number): string {
  let text = ''
  while (text.length < chars) {
    const clause = pick(CLAUSES).replace(/\b[a-z]{4,}\b/g, (word) =>
      random() < REPLACED ? pick(ENGLISH_WORDS) : word,
    )
    text += `${text === '' ? '' : ', '}${clause}`
  }
  return `${text.slice(0, chars - 1)}.`
}

/** Keys with human intervals and an occasional mistake. */
export function history(text: string): { s: string; t: number }[] {
  const entries: { s: string; t: number }[] = []
  let t = 0
  for (let at = 1; at <= text.length; at++) {
    t += Math.round(60 + 160 * random() + (text[at - 1] === ' ' ? 90 : 0))
    if (random() < 0.03) {
      entries.push({ s: `${text.slice(0, at - 1)}x`, t })
      t += 300
      entries.push({ s: text.slice(0, at - 1), t })
      t += 150
    }
    entries.push({ s: text.slice(0, at), t })
  }
  return entries
}
