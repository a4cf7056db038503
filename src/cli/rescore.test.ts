import { describe, expect, it } from 'vitest'
import { bar } from './rescore.ts'

describe('the progress bar', () => {
  it.each([
    [0, 10, '[..............................] 0% 0/10'],
    [5, 10, '[###############...............] 50% 5/10'],
    [199, 200, '[##############################] 99% 199/200'],
    [10, 10, '[##############################] 100% 10/10'],
    [0, 0, '[##############################] 100% 0/0'],
  ])('shows %i of %i', (seen, total, drawn) => {
    expect(bar({ seen, total, renewed: 0, failed: 0 })).toBe(drawn)
  })
})
