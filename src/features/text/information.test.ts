import { describe, expect, it } from 'vitest'
import { informationIn } from './information.ts'

const of = (text: string, question = '') => informationIn(text, question)

describe('informationIn', () => {
  it('grows with the information in a text', () => {
    expect(of('quiet parks and friendly neighbours')).toBeGreaterThan(of('quiet parks'))
  })

  it('adds almost nothing for repeated words', () => {
    expect(of('quiet parks '.repeat(30))).toBeLessThan(2 * of('quiet parks'))
  })

  it('counts words of the question less', () => {
    const question = 'What do you like about the park?'
    expect(of('the park', question)).toBeLessThan(of('the lake', question))
  })

  it('limits the share of function words', () => {
    expect(of('and so then but it was the that of in on at by for with')).toBeLessThan(2)
  })

  it('is 0 for an empty text', () => {
    expect(of('')).toBe(0)
  })
})
