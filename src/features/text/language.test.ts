import { describe, expect, it } from 'vitest'
import { readAnswerText } from './answer_text.ts'
import { identifyLanguage, isLatin, isOwnLanguage } from './language.ts'

describe('identifyLanguage', () => {
  it.each([
    ['en', 'I would like to see more parks in the centre of this town'],
    ['es', 'Me gusta mucho el barrio porque la gente es amable'],
    ['fr', "J'aime beaucoup ce quartier parce que les gens sont aimables"],
    ['de', 'Ich wohne gern hier, weil die Nachbarn freundlich sind'],
    ['pt', 'Gosto muito do bairro porque as pessoas são simpáticas'],
    ['it', 'Mi piace molto il quartiere perché la gente è gentile'],
    ['nl', 'Ik woon hier graag omdat de buren vriendelijk zijn'],
  ])('identifies %s', (code, text) => {
    expect(identifyLanguage(text)).toEqual({ code, reliable: true })
    expect(isOwnLanguage(code)).toBe(true)
  })

  it('is unreliable for one or two words and null without letters', () => {
    expect(identifyLanguage('park')).toMatchObject({ reliable: false })
    expect(identifyLanguage('42 !')).toEqual({ code: null, reliable: false })
  })
})

describe('the language of an answer', () => {
  it('is that of the question if the answer is too short', () => {
    expect(readAnswerText('parques', '¿Qué es lo que más te gusta de tu barrio?').ownLanguage).toBe('es')
  })

  it('is identified from a longer answer', () => {
    const text = readAnswerText(
      'I like the people who live in my street',
      '¿Qué es lo que más te gusta de tu barrio?',
    )
    expect(text.ownLanguage).toBe('en')
  })

  it('is not a supported language for other languages', () => {
    expect(
      readAnswerText('jeg kan godt lide at bo her fordi der er stille', 'Hvad kan du lide?').ownLanguage,
    ).toBeNull()
  })
})

describe('isLatin', () => {
  it('depends on the majority of letters', () => {
    expect([isLatin('park'), isLatin('парк'), isLatin('東京 ok'), isLatin('42')]).toEqual([
      true,
      false,
      true,
      true,
    ])
  })
})
