import { expect, it } from 'vitest'
import { openSlots, type SlotLimit } from './slots.ts'

const limits = (workspace: string): SlotLimit[] => [
  ['node', 5],
  [workspace, 2],
]

it('takes slots under several limits at once, and gives them back', () => {
  const slots = openSlots()
  expect(slots.free(limits('a'))).toBe(2)
  slots.take(limits('a'), 2)
  expect(slots.free(limits('a'))).toBe(0)
  expect(slots.free(limits('b'))).toBe(2)
  slots.take(limits('b'), 2)
  expect(slots.free(limits('c'))).toBe(1)
  slots.release(limits('a'))
  expect(slots.free(limits('a'))).toBe(1)
  expect(slots.free(limits('c'))).toBe(2)
})
