import { describe, expect, it } from 'vitest'
import { usableTags, usableUserId } from './options.ts'

describe('options', () => {
  it('take tags as a list or separated by commas', () => {
    expect(usableTags(' a, b ,,c')).toEqual(['a', 'b', 'c'])
    expect(usableTags(['a', ' b '])).toEqual(['a', 'b'])
    expect(usableTags(undefined)).toEqual([])
  })

  it('drop values that the service would reject', () => {
    expect(usableTags(['x'.repeat(129), 'y'.repeat(128)])).toEqual(['y'.repeat(128)])
    expect(usableTags(Array.from({ length: 30 }, (_, i) => `t${i}`))).toHaveLength(20)
    expect(usableUserId('u'.repeat(256))).toHaveLength(256)
    expect(usableUserId('é'.repeat(129))).toBeUndefined()
    expect(usableUserId('')).toBeUndefined()
  })
})
