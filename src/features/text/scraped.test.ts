import { describe, expect, it } from 'vitest'
import { isScraped } from './scraped.ts'

const ASKED = 'What are your reactions to the storm described in the article?'

describe('isScraped', () => {
  it.each([
    [
      'an abstract',
      'A systematic review of 120 studies derived from 18 databases led to the inclusion of 26 studies. The median damage was calculated by region.',
    ],
    [
      'an abstract with we',
      'In this paper we investigate coastal storms. Our results suggest that the proportion of damaged houses was estimated too low.',
    ],
    [
      'a definition',
      'A storm is any disturbed state of the natural environment that affects the surface of a planet.',
    ],
    [
      'an entry',
      'Storm Ana was a severe European windstorm of the century that crossed the Bay of Biscay and hit France.',
    ],
    [
      'results of a search',
      'Coastal storms damage houses every winter. ... The storm reached the coast in the night ... Ten houses were destroyed, officials said ...',
    ],
  ])('finds %s', (_, text) => {
    expect(isScraped(text, ASKED)).toBe(true)
  })

  it.each([
    [
      'a personal reaction',
      'I was shocked that a storm is any longer a surprise, since studies have reported the danger for years.',
    ],
    [
      'an event of a life, with its date',
      'Losing grandma in March 2020 and not being able to hold a proper funeral was the hardest.',
    ],
    [
      'a reaction without "I"',
      'Terrible that so many houses were destroyed. The government should build better dams before the next winter.',
    ],
    ['a short sentence', 'The study was reported badly.'],
    [
      'dots of a person',
      'So sad ... Why did nobody warn them before the night came? Nobody deserves this at all.',
    ],
  ])('does not find %s', (_, text) => {
    expect(isScraped(text, ASKED)).toBe(false)
  })

  it('accepts an entry where the question asks for a place', () => {
    const text = 'Leeds is a city in the north of England with lots of parks and friendly people everywhere.'
    expect(isScraped(text, 'Which place do you like most, and why?')).toBe(false)
    expect(isScraped(text, ASKED)).toBe(true)
  })

  it('accepts a passage where the question asks for a definition', () => {
    const text =
      'A storm is any disturbed state of the natural environment that affects the surface of a planet.'
    expect(isScraped(text, 'What is a storm? Explain what you know.')).toBe(false)
    expect(isScraped(text, 'What is a storm?')).toBe(false)
  })
})
