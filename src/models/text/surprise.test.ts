import { describe, expect, it } from 'vitest'
import { OWN_LANGUAGES } from '../../features/text/language.ts'
import { hasLetterModel, surpriseOf } from './surprise.ts'

const mean = (word: string, language: 'en' | 'es' | 'de') => {
  const bits = surpriseOf(word, language)
  return bits.reduce((sum, each) => sum + each, 0) / bits.length
}

describe('surpriseOf', () => {
  it('returns one number per letter and one for the end', () => {
    expect(surpriseOf('park', 'en')).toHaveLength(5)
  })

  it('is lower for words of its language', () => {
    expect(mean('weather', 'en')).toBeLessThan(mean('wqxzthr', 'en'))
    expect(mean('gleichzeitig', 'de')).toBeLessThan(mean('gleichzeitig', 'es'))
  })

  it('has a model for every own language', () => {
    expect(OWN_LANGUAGES.filter((language) => !hasLetterModel(language))).toEqual([])
    expect(hasLetterModel('da')).toBe(false)
    expect(hasLetterModel('constructor')).toBe(false)
  })
})
