import { describe, expect, it } from 'vitest'
import { OWN_LANGUAGES } from './language.ts'
import { isStopWord } from './stop_words.ts'

describe('isStopWord', () => {
  it('uses the list of a language, or all lists', () => {
    expect(isStopWord('the', 'en')).toBe(true)
    expect(isStopWord('der', 'en')).toBe(false)
    expect(isStopWord('der', 'de')).toBe(true)
    expect(isStopWord('der')).toBe(true)
    expect(isStopWord('park')).toBe(false)
  })

  it('has a list for every own language', () => {
    const small = {
      en: 'and',
      es: 'porque',
      fr: 'avec',
      de: 'und',
      pt: 'voce',
      it: 'perche',
      nl: 'omdat',
    } as const
    expect(OWN_LANGUAGES.filter((language) => !isStopWord(small[language], language))).toEqual([])
  })
})
