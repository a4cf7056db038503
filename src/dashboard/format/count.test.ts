import { describe, expect, it } from 'vitest'
import { formatCount, formatPart } from './count.ts'

describe('counts and shares', () => {
  it('have separators', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567')
  })

  it.each([
    [0, 0, '–'],
    [0, 10, '0%'],
    [10, 10, '100%'],
    [31, 1_000, '3.1%'],
    [1, 1_000_000, '<0.1%'],
    [999, 1_000, '>99%'],
  ])('%i of %i is %s', (count, of, text) => {
    expect(formatPart(count, of)).toBe(text)
  })
})
