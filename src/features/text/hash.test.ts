import { describe, expect, it } from 'vitest'
import { hashOn, hashStart, hashText, mix } from './hash.ts'

describe('hashText', () => {
  it('is stable and depends on the seed', () => {
    expect(hashText('park')).toBe(hashText('park'))
    expect(hashText('park', 1)).not.toBe(hashText('park'))
    expect(hashText('')).toBeGreaterThanOrEqual(0)
  })

  it('can be computed piece by piece', () => {
    expect(mix(hashOn(hashStart('c3:'), 'xparkx', 1, 4))).toBe(hashText('c3:par'))
  })
})
