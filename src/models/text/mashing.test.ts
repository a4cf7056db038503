import { describe, expect, it } from 'vitest'
import { MASHED_SCORE, mashingIn, readsLikeOtherLanguage } from './mashing.ts'

const nothingKnown = () => false
const score = (text: string) => mashingIn(text, ['en'], nothingKnown).score

describe('mashingIn', () => {
  it('counts words that nobody meant', () => {
    expect(mashingIn('lkjsdf qwepoi zmxncb', ['en'], nothingKnown)).toMatchObject({
      mashedWords: 3,
      soundWords: 0,
    })
  })

  it('lets the kindest language decide', () => {
    const word = 'Schmetterlingsflugzeugwerkstatt'
    expect(mashingIn(word, ['en', 'de'], nothingKnown).score).toBeLessThanOrEqual(
      mashingIn(word, ['en'], nothingKnown).score,
    )
    expect(mashingIn('zwischendurch pflanzt', ['de'], nothingKnown).score).toBeLessThan(MASHED_SCORE)
  })

  it('weighs one odd word against the sentence it stands in', () => {
    expect(score('xkcdq')).toBeGreaterThan(MASHED_SCORE)
    expect(score('My cousin from the coast owns a very small boat that she calls xkcdq')).toBeLessThan(
      score('xkcdq'),
    )
  })

  it('leaves addresses, code, names with digits and abbreviations out', () => {
    expect(score('see https://xkqz.example/qwrt or B2Bzq or GHC')).toBeLessThan(MASHED_SCORE)
  })

  it('sees a stray semicolon for what it is', () => {
    expect(score(';ajdlek ;fp')).toBeGreaterThan(MASHED_SCORE)
  })

  it('believes words that are known', () => {
    expect(mashingIn('dplyr', ['en'], (word) => word === 'dplyr').score).toBeLessThan(MASHED_SCORE)
  })

  it('finds nothing in nothing', () => {
    expect(score('')).toBe(0)
    expect(score('?!')).toBe(0)
  })
})

describe('readsLikeOtherLanguage', () => {
  it('knows sentences of languages without a model from mashing', () => {
    expect(readsLikeOtherLanguage('jeg kan godt lide at bo her fordi der er stille')).toBe(true)
    expect(readsLikeOtherLanguage('minä asun täällä koska täällä on hiljaista')).toBe(true)
    expect(readsLikeOtherLanguage('lkjsdf qwepoi zmxncb qpwoei')).toBe(false)
  })

  it('says nothing of a word or two', () => {
    expect(readsLikeOtherLanguage('hygge stille')).toBe(false)
  })
})
