import { describe, expect, it } from 'vitest'
import { hashOn, hashStart, hashText, mix } from './hash.ts'

describe('hashText', () => {
  it('is the same for the same text, and differs by seed', () => {
    expect(hashText('park')).toBe(hashText('park'))
    expect(hashText('park', 1)).not.toBe(hashText('park'))
    expect(hashText('')).toBeGreaterThanOrEqual(0)
  })

  it('can be carried on over pieces', () => {
    expect(mix(hashOn(hashStart('c3:'), 'xparkx', 1, 4))).toBe(hashText('c3:par'))
  })
})
