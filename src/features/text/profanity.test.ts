import { describe, expect, it } from 'vitest'
import { profanityIn } from './profanity.ts'

describe('profanityIn', () => {
  it.each(['fuck', 'F.U.C.K', 'f**king', 'sh!t', '$hit', 'fuuuuck', 'b1tch', 'motherfucker'])(
    'finds %s',
    (word) => {
      expect(profanityIn(`this ${word} here`, 'en').profane).toBe(1)
    },
  )

  it.each([
    'assess',
    'Essex',
    'cocktail',
    'shiitake',
    'therapist',
    'class',
    'Dick',
    'summa cum laude',
    'Milford',
  ])('does not count %s', (word) => {
    expect(profanityIn(`we met ${word} there`, 'en')).toEqual({ profane: 0, insults: 0 })
  })

  it('distinguishes an insult from a description of a thing', () => {
    expect(profanityIn('you are so stupid', 'en').insults).toBe(1)
    expect(profanityIn('it was a stupid rule', 'en').insults).toBe(0)
  })

  it('uses the list of the language', () => {
    expect(profanityIn('de la merde', 'fr').profane).toBe(1)
    expect(profanityIn('de la merde', 'nl').profane).toBe(0)
  })
})
