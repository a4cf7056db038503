import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../session/fold.ts'
import { foldWheelSteps } from './wheel_steps.ts'

const wheel = (deltaY: number, count = 1): StreamEvent => ({
  type: 'wheel',
  t: 0,
  deltaX: 0,
  deltaY,
  mode: 0,
  count,
  flags: 0,
})
const scroll = (y: number): StreamEvent => ({ type: 'scroll', t: 0, y, range: 5_000, count: 1, flags: 0 })
const longest = (events: readonly StreamEvent[]) => {
  const fold = foldWheelSteps()
  for (const event of events) fold.step(event)
  return fold.done().longestEvenSteps
}
const turns = (sizes: readonly number[], glide = 0) => [
  scroll(0),
  ...sizes.flatMap((size, index) => {
    const y = sizes.slice(0, index + 1).reduce((sum, one) => sum + one, 0)
    return [wheel(size), scroll(y - glide * (1 + (index % 2)))]
  }),
]

describe('wheel steps', () => {
  it('counts equal small steps that scroll the page by exactly their size', () => {
    expect(longest(turns(new Array(20).fill(20)))).toBe(20)
    expect(longest([scroll(0), wheel(40, 2), scroll(20), scroll(40), wheel(40, 2)])).toBe(4)
  })

  it.each([
    ['the notches of a wheel', turns(new Array(20).fill(120))],
    ['a touchpad', turns([3, 7, 12, 18, 22, 19, 13, 8, 4, 2])],
    ['a fine wheel that the browser smooths', turns(new Array(20).fill(15), 4)],
    ['a page that does not move', new Array(20).fill(wheel(20))],
    ['nothing at all', []],
  ])('stays low for %s', (_, events) => {
    expect(longest(events)).toBeLessThan(3)
  })
})
