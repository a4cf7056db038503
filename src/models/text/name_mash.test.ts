import { describe, expect, it } from 'vitest'
import { nameMashEvidence, nameMashFeatures } from './name_mash.ts'
import fitted from './names.json' with { type: 'json' }

describe('nameMashEvidence', () => {
  it.each(['asdfgh', 'xkqzvw', 'jkljkljkl', 'lkjhgf', 'dfkjsdf'])('is positive for %s', (word) => {
    expect(nameMashEvidence(word)).toBeGreaterThan(0)
  })

  it.each(['kowalski', 'nguyen', 'ouagadougou', 'ibuprofen', 'volkswagen', 'szczecin', 'chukwuemeka'])(
    'is negative for %s',
    (word) => {
      expect(nameMashEvidence(word)).toBeLessThan(0)
    },
  )

  it('has one feature per weight for every word', () => {
    for (const word of ['a', 'ab', 'asdfghjkl']) {
      expect(nameMashFeatures(word)).toHaveLength(fitted.weights.length)
      expect(Number.isFinite(nameMashEvidence(word))).toBe(true)
    }
  })
})
