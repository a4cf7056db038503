import { describe, expect, it } from 'vitest'
import { orderOf, orderTokens } from '../../features/text/style/order.ts'
import { disorderOf } from './order.ts'

const disorder = (text: string) => disorderOf(orderOf(orderTokens(text)))

describe('disorderOf', () => {
  it.each([
    'I would like to see more parks and fewer cars in the centre of the town.',
    'When I was a child we lived near the sea and went swimming every day.',
  ])('finds order in "%s"', (sentence) => {
    expect(disorder(sentence)).toBeLessThan(0)
    const shuffled = sentence.replace('.', '').split(' ').sort().join(' ')
    expect(disorder(shuffled)).toBeGreaterThan(4.8)
  })
})
