import { describe, expect, it } from 'vitest'
import { MASHED_SCORE, mashingIn, readsLikeOtherLanguage } from './mashing.ts'

const nothingKnown = () => false
const score = (text: string) => mashingIn(text, ['en'], nothingKnown).score

describe('mashingIn', () => {
  it('counts random words', () => {
    expect(mashingIn('lkjsdf qwepoi zmxncb', ['en'], nothingKnown)).toMatchObject({
      mashedWords: 3,
      soundWords: 0,
    })
  })

  it('uses the language with the lowest score', () => {
    const word = 'Schmetterlingsflugzeugwerkstatt'
    expect(mashingIn(word, ['en', 'de'], nothingKnown).score).toBeLessThanOrEqual(
      mashingIn(word, ['en'], nothingKnown).score,
    )
    expect(mashingIn('zwischendurch pflanzt', ['de'], nothingKnown).score).toBeLessThan(MASHED_SCORE)
  })

  it('weighs one unusual word against its sentence', () => {
    expect(score('xkcdq')).toBeGreaterThan(MASHED_SCORE)
    expect(score('My cousin from the coast owns a very small boat that she calls xkcdq')).toBeLessThan(
      score('xkcdq'),
    )
  })

  it('ignores addresses, code, names with digits and abbreviations', () => {
    expect(score('see https://xkqz.example/qwrt or B2Bzq or GHC')).toBeLessThan(MASHED_SCORE)
  })

  it('ignores a stray semicolon', () => {
    expect(score(';ajdlek ;fp')).toBeGreaterThan(MASHED_SCORE)
  })

  it('accepts known words', () => {
    expect(mashingIn('dplyr', ['en'], (word) => word === 'dplyr').score).toBeLessThan(MASHED_SCORE)
  })

  it('finds nothing in an empty text', () => {
    expect(score('')).toBe(0)
    expect(score('?!')).toBe(0)
  })
})

describe('readsLikeOtherLanguage', () => {
  it('distinguishes languages without a model from random keys', () => {
    expect(readsLikeOtherLanguage('jeg kan godt lide at bo her fordi der er stille')).toBe(true)
    expect(readsLikeOtherLanguage('minä asun täällä koska täällä on hiljaista')).toBe(true)
    expect(readsLikeOtherLanguage('lkjsdf qwepoi zmxncb qpwoei')).toBe(false)
  })

  it('is false for one or two words', () => {
    expect(readsLikeOtherLanguage('hygge stille')).toBe(false)
  })
})
