import { describe, expect, it } from 'vitest'
import { foldText } from './normalize.ts'
import { wordBits } from './phrase_surprise.ts'
import { addSample, type QuestionStats, sampleOf } from './question_stats.ts'
import { wordsApart, wordsInCommon } from './similarity/similarity.ts'
import { sketchText } from './similarity/sketch.ts'
import { bitsInCommon, type Overlap, WHOLE } from './word_bits.ts'
import { wordsOf } from './words.ts'

const statsOf = (answers: readonly string[]) =>
  answers.reduce<QuestionStats | null>((state, answer) => addSample(state, sampleOf(answer, null)), null)

const surprise = (answer: string, others: readonly string[] = [], question = '') =>
  bitsInCommon(
    wordBits(wordsOf(foldText(answer)), sampleOf(answer, null).answer, question, statsOf(others)),
    WHOLE,
  )

describe('bitsInCommon', () => {
  it('counts the words in common only, and a number as any other', () => {
    const bits = wordBits(wordsOf('order 4411 came late'), null, '', null)
    const common = wordsInCommon(sketchText('order 4411 came late'), sketchText('order 97 came early'))
    expect(bitsInCommon(bits, { ...WHOLE, common })).toBe(surprise('order 4411 came'))
    expect(bitsInCommon(bits, { ...WHOLE, common: new Set() })).toBe(0)
  })
})

describe('the bits of changed copies', () => {
  const others = ['Quiet streets, old trees', 'Quiet streats, old trees']
  const text = 'Quiet streets, old treos'
  const common = wordsInCommon(sketchText(text), sketchText(others[0] as string))
  const damaged = wordsApart(sketchText(text), sketchText(others[0] as string))
  const bitsWith = (overlap: Partial<Overlap>) =>
    bitsInCommon(wordBits(wordsOf(foldText(text)), sampleOf(text, null).answer, '', statsOf(others)), {
      ...WHOLE,
      common,
      ...overlap,
    })

  it('count a misspelled word, but less than a rare one', () => {
    expect(bitsWith({ damaged })).toBe(bitsWith({}) + 10)
  })

  it('do not fall because the copies use the words', () => {
    expect(bitsWith({ changed: 2 })).toBe(surprise('Quiet streets, old'))
    expect(bitsWith({ copies: 2 })).toBeLessThan(surprise('Quiet streets, old') / 2)
  })

  it('fall because of others if somebody gave the very same answer', () => {
    const all = statsOf([...others, text])
    const bits = wordBits(wordsOf(foldText(text)), sampleOf(text, null).answer, '', all)
    expect(bitsInCommon(bits, { ...WHOLE, changed: 3 })).toBe(bitsInCommon(bits, WHOLE))
  })
})

describe('wordBits', () => {
  it('grows with the number and the rarity of the words', () => {
    expect(surprise('good people')).toBeLessThan(surprise('good people and schools'))
    expect(surprise('good people')).toBeLessThan(surprise('taciturn cobblers'))
    expect(surprise('')).toBe(0)
  })

  it('counts each word once', () => {
    expect(surprise('parks parks parks')).toBe(surprise('parks'))
  })

  it('falls if other participants use the words', () => {
    const others = ['a steep climb', 'the curve is steep', 'learning it takes long', 'a learning curve']
    expect(surprise('Steep learning curve', others)).toBeLessThan(surprise('Steep learning curve'))
    expect(surprise('Steep learning curve', others)).toBeLessThan(32)
  })

  it('does not fall because of copies of the same answer', () => {
    const text = 'The baker on the corner keeps a parrot that whistles old operas'
    expect(surprise(text, [text, text, text, text])).toBe(surprise(text, ['quiet streets']))
  })

  it('stays above the limit for a long text among many near copies', () => {
    const near = Array.from(
      { length: 20 },
      (_, at) => `The baker on the corner keeps a parrot that whistles old operas every morning ${at}`,
    )
    expect(surprise(`${near[0]} again`, near)).toBeGreaterThan(32)
  })

  it('counts words of the question little', () => {
    const question = 'What do you like about your neighbourhood bakery?'
    expect(surprise('neighbourhood bakery', [], question)).toBeLessThan(7)
  })
})
