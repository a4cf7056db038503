import { describe, expect, it } from 'vitest'
import { ORDER_WIDTH, orderOf, orderTokens } from './order.ts'

describe('orderTokens', () => {
  it('keeps words and the punctuation between clauses', () => {
    expect(orderTokens('Well, I said no.')).toEqual(['well', ',', 'i', 'said', 'no', '.'])
  })

  it('drops addresses, code and trailing punctuation', () => {
    expect(orderTokens('see https://x.example `a b` here:')).toEqual(['see', 'here'])
  })
})

describe('orderOf', () => {
  it('counts words without punctuation and stays within its width', () => {
    const features = orderOf(orderTokens('Well, I said no.'))
    expect(features.words).toBe(4)
    expect(Math.max(...features.indices)).toBeLessThan(ORDER_WIDTH)
  })

  it('differs for the same words in another order', () => {
    expect(orderOf(['no', 'said', 'i'])).not.toEqual(orderOf(['i', 'said', 'no']))
  })
})
