import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, plainText, weightOf, withoutInvisible } from './normalize.ts'

describe('plainText', () => {
  it('normalizes typography and keeps words, case and lines', () => {
    expect(plainText(' “It’s”\u00a0fine… \r\n— really ')).toBe('"It\'s" fine... \n- really')
  })

  it('removes invisible characters', () => {
    expect(plainText('\u200b\u2060\ufeff \u3000')).toBe('')
  })
})

describe('foldText', () => {
  it('folds ASCII beside another letter as it does alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(foldText(`${text} é`)).toBe(`${foldText(text)} e`.trim())
      }),
    )
  })

  it('is equal for texts that differ only in case, accents and punctuation', () => {
    const folded = foldText('The Café, on the corner!')
    expect(folded).toBe('the cafe on the corner')
    expect(foldText('THE  CAFE\u0301 -- on the\u200b corner')).toBe(folded)
    expect(foldText('The Cаfé, оn the corner')).toBe(folded)
    expect(foldText('Ｔｈｅ Café on the corner')).toBe(folded)
  })

  it('keeps other scripts', () => {
    expect(foldText('Москва')).toBe('москва')
    expect(foldText('東京')).toBe('東京')
  })

  it('takes linear time on a flood of combining marks', () => {
    expect(foldText(`a${'\u0301'.repeat(20_000)}`)).toBe('a')
  })
})

describe('weightOf', () => {
  it('counts Han by three, kana and Hangul by two', () => {
    expect([weightOf('park'), weightOf('東京'), weightOf('かな'), weightOf('한글')]).toEqual([4, 6, 4, 4])
    expect(weightOf('\u200b  ')).toBe(0)
  })
})

describe('withoutInvisible', () => {
  it('drops zero-width characters, direction marks and tags', () => {
    expect(withoutInvisible('a\u200bb\u202ec\u{e0041}d')).toBe('abcd')
  })
})
