import { describe, expect, it } from 'vitest'
import { POINTER, POINTER_FLAGS } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { foldTaps } from './taps.ts'

const TOUCH = POINTER.touch << POINTER_FLAGS.kindShift
const BOX = { rx: 20, ry: 100, rw: 300, rh: 60 }

interface Tap {
  readonly holdMs: number
  readonly x?: number
  readonly pressure?: number
  readonly flags?: number
}
const fold = (taps: readonly Tap[]) => {
  const folded = foldTaps()
  for (const [index, { holdMs, x = 170, pressure = 100, flags = TOUCH }] of taps.entries()) {
    const common = { x, y: 130, width: 2, height: 2, flags, button: 0, pointer: index }
    const t = 10_003 + index * 9_000
    folded.step({ type: 'down', t, pressure, ...common, ...BOX, name: 0 } as StreamEvent)
    folded.step({ type: 'up', t: t + holdMs * 10, pressure: 0, ...common } as StreamEvent)
  }
  return folded.done()
}
const times = (count: number, tap: Tap) => Array.from({ length: count }, () => tap)

describe('taps', () => {
  it('count runs of instant taps and how unlikely their centered positions are', () => {
    const { taps, longestInstantRun, centered } = fold(times(4, { holdMs: 0.2 }))
    expect([taps, longestInstantRun, centered.centered]).toEqual([4, 4, 4])
    expect(centered.surprise).toBeGreaterThan(6)
    expect(fold(times(4, { holdMs: 1, x: 60 })).centered.centered).toBe(0)
  })

  it.each<[string, readonly Tap[]]>([
    ['a finger', times(6, { holdMs: 70 })],
    ['the quickest finger', times(6, { holdMs: 8 })],
    ['assistive technology', times(6, { holdMs: 0, pressure: 0 })],
    ['a mouse', times(6, { holdMs: 0, flags: POINTER.mouse << POINTER_FLAGS.kindShift })],
    ['touches taken away to scroll', times(6, { holdMs: 1, flags: TOUCH | POINTER_FLAGS.canceled })],
    ['nothing at all', []],
  ])('count no instant tap for %s', (_, taps) => {
    expect(fold(taps).longestInstantRun).toBe(0)
  })

  it('count the different sizes and pressures of touches', () => {
    expect(fold(times(4, { holdMs: 70 })).contacts).toBe(1)
    expect(fold([30, 40, 40, 55].map((pressure) => ({ holdMs: 70, pressure }))).contacts).toBe(3)
  })

  it('start a new run after a longer tap', () => {
    const short = { holdMs: 1 }
    expect(fold([short, short, { holdMs: 60 }, short]).longestInstantRun).toBe(2)
  })
})
