import { expect, it } from 'vitest'
import { ghostAt } from './ghost.ts'

const click = (at: number, x: number, y: number, label: string) => ({
  at,
  x,
  y,
  label,
  by: 'mouse' as const,
  target: null,
})
const page = {
  pointer: [
    [0, 10, 10],
    [100, 50, 50],
    [150, 75, 60],
    [200, 100, 100],
  ] as [number, number, number][],
  clicks: [click(100, 50, 50, 'q1'), click(200, 100, 100, 'Send')],
}
const placeOf = (label: string) =>
  label === 'q1' ? ([500, 20] as const) : label === 'Send' ? ([300, 400] as const) : null

it('is at the clicked element of this layout, and moves from one to the next', () => {
  expect(ghostAt(page, 100, placeOf)).toEqual([500, 20])
  expect(ghostAt(page, 200, placeOf)).toEqual([300, 400])
  // Half of both shifts, around the recorded point.
  expect(ghostAt(page, 150, placeOf)).toEqual([75 + (450 + 200) / 2, 60 + (-30 + 300) / 2])
  expect(ghostAt(page, 0, placeOf)).toEqual([460, -20])
})

it('stays at the last click', () => {
  const left = { ...page, pointer: [...page.pointer, [250, 0, 0] as [number, number, number]] }
  expect(ghostAt(left, 300, placeOf)).toEqual([300, 400])
})

it('is nowhere without a recorded place', () => {
  expect(ghostAt({ ...page, pointer: [] }, 100, placeOf)).toBeNull()
  expect(ghostAt(page, 100, () => null)).toBeNull()
})
