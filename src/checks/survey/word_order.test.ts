import { describe, expect, it } from 'vitest'
import { disorderIn } from './word_order.ts'

describe('disorderIn', () => {
  it('is high for shuffled words and low for a sentence', () => {
    const sentence = 'The bakery on the corner knows my name and the park is never full'
    expect(disorderIn(sentence)).toBeLessThan(0)
    expect(disorderIn('park the never bakery on full corner the is and knows my name the')).toBeGreaterThan(
      4.2,
    )
  })

  it('ignores the order of fragments', () => {
    expect(
      disorderIn('Honestly the pub. And the football club. Also the light in autumn.'),
    ).toBeLessThanOrEqual(0)
  })

  it('still finds a shuffled sentence among others', () => {
    const shuffled = 'park the never bakery on full corner the is and knows my name the.'
    expect(disorderIn(`${shuffled} ${shuffled}`)).toBeGreaterThan(4.2)
  })
})
