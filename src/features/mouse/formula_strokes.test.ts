import { describe, expect, it } from 'vitest'
import { curve } from '../../../research/lab/drivers/imitation.ts'
import { createRandom } from '../../../research/lab/drivers/random.ts'
import { POINTER, POINTER_FLAGS } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { distanceFromCurve, foldFormulaStrokes, isByFormula } from './formula_strokes.ts'
import type { Point } from './strokes.ts'

const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const random = createRandom('formula strokes')
const timed = (points: readonly { x: number; y: number }[]): Point[] =>
  points.map(({ x, y }, index) => ({ x: Math.round(x), y: Math.round(y), t: index * 160 }))
const bezier = (): Point[] => timed(curve({ x: 80, y: 60 }, { x: 360, y: 250 }, random))
const arc = (): Point[] =>
  timed(Array.from({ length: 25 }, (_, i) => ({ x: 12 * i, y: 30 * Math.sin((Math.PI * i) / 24) })))
/** The same path with a person's jitter of a few pixels. */
const byHand = (): Point[] => {
  let off = 0
  return bezier().map((point, index, all) => {
    off = 0.8 * off + random.normal(0, 1.4)
    const isEnd = index === 0 || index === all.length - 1
    return isEnd ? point : { ...point, x: point.x + Math.round(off), y: point.y - Math.round(off) }
  })
}
const fold = (strokes: readonly (readonly Point[])[]) => {
  const folded = foldFormulaStrokes()
  let from = 0
  for (const stroke of strokes) {
    for (const { x, y, t } of stroke) {
      folded.step({ type: 'move', t: from + t, x, y, coalesced: 1, flags: MOUSE } as StreamEvent)
    }
    from += (stroke.at(-1)?.t ?? 0) + 20_000
    folded.step({ type: 'break', t: from } as StreamEvent)
  }
  return folded.done()
}

describe('strokes by formula', () => {
  it('fit a curve to within the rounding of pixels', () => {
    const close = Array.from({ length: 40 }, () => distanceFromCurve(bezier())).filter((px) => px < 0.5)
    expect(close.length).toBeGreaterThan(30)
    expect(
      distanceFromCurve(timed(Array.from({ length: 30 }, (_, i) => ({ x: 10 * i, y: 0 })))),
    ).toBeLessThan(0.01)
  })

  it('do not match the movement of people', () => {
    for (let i = 0; i < 20; i++) expect(distanceFromCurve(byHand())).toBeGreaterThan(0.5)
  })

  it('are not found in strokes by mouse keys, which have eight directions', () => {
    const byKeypad = timed(Array.from({ length: 40 }, (_, i) => ({ x: 8 * i, y: i < 20 ? 0 : 8 * (i - 19) })))
    const sideways = timed(Array.from({ length: 40 }, (_, i) => ({ x: 8 * i, y: 0 })))
    expect(fold([byKeypad, byKeypad, byKeypad, byKeypad]).strokes).toBe(0)
    expect(fold([sideways, sideways, sideways, sideways]).longestStraightRun).toBe(0)
  })

  it('are found if four in a row are straight, however short, but not beside one by hand', () => {
    const straight = timed(Array.from({ length: 8 }, (_, i) => ({ x: 13.4 * i, y: 4.7 * i })))
    const four = fold([straight, straight, straight, straight])
    expect(four.longestStraightRun).toBe(4)
    expect(isByFormula(four)).toBe(true)
    expect(isByFormula(fold([straight, straight, byHand(), straight]))).toBe(false)
    const bent = straight.map((point, i) => (i === 4 ? { ...point, y: point.y + 4 } : point))
    expect(fold([bent, bent, bent, bent]).longestStraightRun).toBe(0)
  })

  it('are found by three and by four in a row', () => {
    const drawn = fold([arc(), arc(), arc(), arc()])
    expect(drawn.strokes).toBe(4)
    expect(drawn.closest3Px).toBeLessThan(0.34)
    expect(drawn.closest4Px).toBeLessThan(0.4)
    const mixed = fold([arc(), arc(), byHand(), byHand(), arc(), arc()])
    expect(mixed.closest3Px).toBeGreaterThan(0.4)
    expect(mixed.closest4Px).toBeGreaterThan(0.5)
    expect(fold([arc(), arc()])).toMatchObject({ strokes: 2, closest3Px: Number.POSITIVE_INFINITY })
  })

  it('stay found when a person takes over', () => {
    const before = fold([arc(), arc(), arc()]).closest3Px
    expect(fold([arc(), arc(), arc(), byHand(), byHand(), byHand()]).closest3Px).toBe(before)
  })

  it('are ignored when they are short', () => {
    const short = timed(Array.from({ length: 30 }, (_, i) => ({ x: 6 * i, y: 0 })))
    expect(fold([short, short, short]).strokes).toBe(0)
  })
})
