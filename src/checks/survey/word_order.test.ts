import { describe, expect, it } from 'vitest'
import { DISORDER_SCORE, disorderIn } from './word_order.ts'

describe('disorderIn', () => {
  it('is high for shuffled words and low for a sentence', () => {
    const sentence = 'The bakery on the corner knows my name and the park is never full'
    expect(disorderIn(sentence)).toBeLessThan(0)
    expect(disorderIn('park the never bakery on full corner the is and knows my name the')).toBeGreaterThan(
      DISORDER_SCORE,
    )
  })

  it('ignores the order of fragments', () => {
    expect(
      disorderIn('Honestly the pub. And the football club. Also the light in autumn.'),
    ).toBeLessThanOrEqual(0)
  })

  it('still finds a shuffled sentence among others', () => {
    const shuffled = 'park the never bakery on full corner the is and knows my name the.'
    expect(disorderIn(`${shuffled} ${shuffled}`)).toBeGreaterThan(DISORDER_SCORE)
  })

  it.each([
    ['a note', 'improve performance on shared file systems'],
    ['a compound', 'Programming: On-the-job mostly, but also school. Biology: school'],
    ['a remark in parentheses', 'better error reporting (i.e. hints where the error originated)'],
    ['stops without capitals', 'package install errors. poor package help pages with too abstract examples.'],
  ])('is low for %s', (_, text) => {
    expect(disorderIn(text)).toBeLessThan(DISORDER_SCORE)
  })

  it('is higher if sentences begin and end in wrong places', () => {
    expect(
      disorderIn('language, and Freeze performance. that releases surface on the have stability'),
    ).toBeGreaterThan(
      disorderIn('language, and freeze performance that releases surface on the have stability'),
    )
  })
})
