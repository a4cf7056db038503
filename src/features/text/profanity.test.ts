import { describe, expect, it } from 'vitest'
import { profaneParts, profanityIn } from './profanity.ts'

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
    expect(profanityIn('die sletten daar', 'nl').profane).toBe(1)
    expect(profanityIn('die sletten daar', 'de').profane).toBe(0)
    expect(profanityIn('de la merde', 'nl').profane).toBe(1)
    expect(profanityIn('de la merde', null).profane).toBe(1)
  })

  it('does not count what is quoted in an answer, unless it is the answer', () => {
    expect(profanityIn('My boss said "you stupid bitch" to me', 'en')).toEqual({ profane: 0, insults: 0 })
    expect(profanityIn('"fuck you"', 'en').profane).toBe(1)
    expect(profanityIn('He said "hello" and I said fuck off', 'en').profane).toBe(1)
  })

  it('locates the word that counts', () => {
    expect(profaneParts('He said “fuck you” and that was shit', 'en')).toEqual([{ start: 32, end: 36 }])
  })
})
