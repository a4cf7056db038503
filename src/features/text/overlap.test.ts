import { describe, expect, it } from 'vitest'
import { overlapOfStems, stemsOf } from './overlap.ts'

const overlapOf = (answer: string, question: string, words?: ReadonlyMap<string, number>) =>
  overlapOfStems(stemsOf(answer), stemsOf(question), words)

describe('overlapOfStems', () => {
  it('counts content words shared with the question and with others, by stem', () => {
    expect(overlapOf('neighbours', 'Do you like your neighbourhood?')).toBe(2)
    expect(overlapOf('the library', 'Do you like it?', new Map([['libraries', 2]]))).toBe(2)
    expect(overlapOf('gasket', 'Do you like it?', new Map([['library', 2]]))).toBe(0)
  })

  it('gives long answers no advantage', () => {
    const question = 'park'
    expect(overlapOf('park gasket cylinder brake', question)).toBeLessThan(overlapOf('park', question))
  })

  it('ignores stop words', () => {
    expect(stemsOf('what is the')).toEqual(new Set())
  })
})
