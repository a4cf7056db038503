import { expect, it } from 'vitest'
import { createGroups } from './groups.ts'

it('joins items directly and through others', () => {
  const groups = createGroups(7)
  groups.join(5, 2)
  groups.join(6, 5)
  groups.join(0, 4)
  expect(groups.list()).toEqual([
    [0, 4],
    [2, 5, 6],
  ])
  expect([6, 4, 3].map(groups.firstOf)).toEqual([2, 0, 3])
})
