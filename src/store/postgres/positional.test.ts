import { expect, it } from 'vitest'
import { positional } from './positional.ts'

it('numbers named parameters in order of first use, and uses one number for each name', () => {
  expect(positional('SELECT :b, :a_1 WHERE x < :b', { a_1: 1, b: 'two', unused: null })).toEqual([
    'SELECT $1, $2 WHERE x < $1',
    ['two', 1],
  ])
})
