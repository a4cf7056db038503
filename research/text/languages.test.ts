import { eld } from 'eld/small'
import { describe, expect, it } from 'vitest'
import { languageOf } from '../../src/features/text/languages.ts'

const TEXTS = [
  'I would like to see more parks in the centre of this town',
  'Me gusta mucho el barrio porque la gente es amable',
  "J'aime beaucoup ce quartier parce que les gens sont aimables",
  'jeg kan godt lide at bo her fordi der er stille',
  'Мне нравится жить здесь, потому что тихо',
  '私はここに住むのが好きです。静かだから。',
  'Είναι ήσυχα εδώ και μου αρέσει',
  'asdf qwer zxcv hjkl',
  'ok',
  'park 2345 1234 🙂',
  'a'.repeat(100),
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenverkäuferinnenverband ist ein langes Wort',
  'word and another one '.repeat(40),
  'ä'.repeat(400),
  '東京'.repeat(150),
]

describe('languageOf', () => {
  it.each(TEXTS)('agrees with the eld package: %s', (text) => {
    const { language, isReliable } = eld.detect(text)
    expect(languageOf(text)).toEqual(language === '' ? null : { code: language, reliable: isReliable() })
  })

  it('returns null without letters', () => {
    expect(languageOf('')).toBeNull()
    expect(languageOf('42 !')).toBeNull()
  })
})
