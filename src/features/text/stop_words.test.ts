import { describe, expect, it } from 'vitest'
import { OWN_LANGUAGES } from './language.ts'
import { isStopWord } from './stop_words.ts'

describe('isStopWord', () => {
  it('knows each language, and all of them when none is named', () => {
    expect(isStopWord('the', 'en')).toBe(true)
    expect(isStopWord('der', 'en')).toBe(false)
    expect(isStopWord('der', 'de')).toBe(true)
    expect(isStopWord('der')).toBe(true)
    expect(isStopWord('park')).toBe(false)
  })

  it('has a list for every language of its own', () => {
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
