import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../contract/batch/rows.ts'
import { type ClickFeatures, foldClicks } from '../../features/mouse/clicks.ts'
import { foldTaps, type TapFeatures } from '../../features/mouse/taps.ts'
import { centeredClicks } from './centered_clicks.ts'

const MOUSE = 2
const TOUCH = 6

/** A press on a box of this size, at this distance from its center. */
const press = (offX: number, offY: number, width = 120, height = 40, flags = MOUSE): SessionEvent => ({
  type: 'down',
  t: 0,
  x: 500 + width / 2 + offX,
  y: 300 + height / 2 + offY,
  pressure: 50,
  width: 1,
  height: 1,
  flags,
  button: 0,
  pointer: 1,
  rx: 500,
  ry: 300,
  rw: width,
  rh: height,
  name: -1,
})
function clicksOf(presses: readonly SessionEvent[]): ClickFeatures {
  const fold = foldClicks([])
  for (const event of presses) fold.step(event)
  return fold.done()
}
const NO_TAPS: TapFeatures = foldTaps().done()
const run = (presses: readonly SessionEvent[], taps: Partial<TapFeatures> = {}) =>
  centeredClicks.run({ clicks: clicksOf(presses), taps: { ...NO_TAPS, ...taps } })
const wide = (off: number) => press(off, 0, 606, 116)

describe('centered_clicks', () => {
  it('detects clicks on the exact center', () => {
    expect(run([wide(0), press(0, 0), wide(0), press(0, 0), wide(1)]).result).toBe('Detected')
  })

  it('detects instant taps on the exact center', () => {
    const centered = { centered: 4, of: 4, surprise: 9 }
    expect(run([], { taps: 4, longestInstantRun: 4, centered })).toEqual({
      result: 'Detected',
      strength: 1,
      evidence: "4 of 4 consecutive clicks were within 1.5 px of their target's center.",
    })
  })

  it('clears taps away from the center', () => {
    expect(run([], { held: 3, offCenter: 3 }).result).toBe('Not detected')
    expect(run([], { held: 3, offCenter: 2 }).result).toBe('Unknown')
  })

  it('clears clicks spread around the center', () => {
    expect(run([press(20, 3), press(-14, 6), press(9, -5), press(-31, 2), press(4, 9)]).result).toBe(
      'Not detected',
    )
  })

  it('tolerates one other click in five, not two', () => {
    expect(run([wide(0), wide(0), wide(40), wide(0), wide(0)]).result).toBe('Detected')
    expect(run([wide(0), wide(40), wide(0), wide(40), wide(0)]).result).toBe('Not detected')
  })

  it('needs more for small targets, whose center is hit by chance', () => {
    const small = () => press(0, 0, 13, 13)
    expect(run([small(), small(), small(), small(), small()]).result).toBe('Not detected')
  })

  it('keeps a detection when ordinary clicks follow', () => {
    const centered = [wide(0), wide(0), wide(0), wide(0)]
    const ordinary = Array.from({ length: 30 }, (_, i) => press(15 + i, 7))
    expect(run([...centered, ...ordinary]).result).toBe('Detected')
  })

  it.each([
    ['two clicks', [wide(0), wide(0)]],
    ['fingers', Array.from({ length: 9 }, () => press(0, 0, 606, 116, TOUCH))],
    ['targets without a size', Array.from({ length: 9 }, () => press(0, 0, 0, 0))],
    ['nothing at all', []],
  ])('is Unknown for %s', (_, presses) => {
    expect(run(presses).result).toBe('Unknown')
  })

  it('states the counts', () => {
    expect(run([wide(0), wide(0), wide(0)]).evidence).toBe(
      "3 of 3 consecutive clicks were within 1.5 px of their target's center.",
    )
  })
})
