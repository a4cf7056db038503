import { describe, expect, it } from 'vitest'
import { closeness, hasMeaning, MEANING_WIDTH, type Meaning, meaningOf } from './meaning.ts'

const of = (text: string) => meaningOf(text.split(' ')) as Meaning

describe('meaningOf', () => {
  it('returns a unit vector and the number of known words', () => {
    const meaning = of('quiet street qqqqzz')
    expect(meaning.known).toBe(2)
    expect(meaning.vector).toHaveLength(MEANING_WIDTH)
    expect(Math.hypot(...meaning.vector)).toBeCloseTo(1, 5)
  })

  it('is null for unknown words', () => {
    expect(meaningOf(['qqqqzz'])).toBeNull()
    expect(meaningOf([])).toBeNull()
    expect(meaningOf(['constructor', '__proto__'])?.known ?? 0).toBeLessThanOrEqual(1)
  })

  it('places similar texts closer than different texts', () => {
    const asked = of('what do you like about your town')
    const near = closeness(of('the city has a nice park and friendly neighbours'), asked.vector)
    const far = closeness(of('compile the function with a type parameter'), asked.vector)
    expect(near).toBeGreaterThan(far)
  })
})

describe('closeness', () => {
  it('is 1 for equal vectors and 0 for empty ones', () => {
    const meaning = of('quiet street')
    expect(closeness(meaning, meaning.vector)).toBeCloseTo(1, 5)
    expect(closeness(meaning, new Float32Array(MEANING_WIDTH))).toBe(0)
  })
})

describe('hasMeaning', () => {
  it('is true for common words and false for inherited properties', () => {
    expect(hasMeaning('neighbours')).toBe(true)
    expect(hasMeaning('qqqqzz')).toBe(false)
    expect(hasMeaning('__proto__')).toBe(false)
  })
})
