import { describe, expect, it } from 'vitest'
import { informationIn } from './information.ts'

const of = (text: string, question = '') => informationIn(text, question)

describe('informationIn', () => {
  it('grows with what is said', () => {
    expect(of('quiet parks and friendly neighbours')).toBeGreaterThan(of('quiet parks'))
  })

  it('adds next to nothing for the same again', () => {
    expect(of('quiet parks '.repeat(30))).toBeLessThan(2 * of('quiet parks'))
  })

  it('counts words of the question for less', () => {
    const question = 'What do you like about the park?'
    expect(of('the park', question)).toBeLessThan(of('the lake', question))
  })

  it('counts small words only as far as they carry content', () => {
    expect(of('and so then but it was the that of in on at by for with')).toBeLessThan(2)
  })

  it('counts nothing in nothing', () => {
    expect(of('')).toBe(0)
  })
})
