import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../contract/rows.ts'
import { foldStrokes, measureStroke, type Point, STROKE_NUMBERS, STROKE_WINDOW } from './strokes.ts'

const line = (points: number, everyTicks: number, from = 0): Point[] =>
  Array.from({ length: points }, (_, i) => ({ t: from + i * everyTicks, x: i * 15, y: i * 5 }))

describe('strokes', () => {
  it('measure a steady line as straight and even', () => {
    const [bend, , unevenness] = measureStroke(line(20, 170)) as number[]
    expect(bend).toBeCloseTo(Math.log(0.0005), 1)
    expect(unevenness).toBeCloseTo(0, 5)
  })

  it('do not depend on the size or speed of a movement', () => {
    const small = measureStroke(line(20, 170)) as number[]
    const large = measureStroke(line(20, 250).map(({ t, x, y }) => ({ t, x: 3 * x, y: 3 * y }))) as number[]
    for (const [i, value] of small.entries()) expect(large[i]).toBeCloseTo(value, 6)
  })

  it.each<[string, Point[]]>([
    ['too short', line(5, 170)],
    ['too sparse', line(20, 500)],
    [
      'too round',
      line(20, 170).map(({ t }, i) => ({
        t,
        x: Math.round(100 * Math.cos(i / 3)),
        y: Math.round(100 * Math.sin(i / 3)),
      })),
    ],
  ])('leave out what is %s', (_, points) => {
    expect(measureStroke(points)).toBeUndefined()
  })

  it('form windows without drags', () => {
    const run = (flags: number) => {
      const fold = foldStrokes()
      for (let stroke = 0; stroke <= STROKE_WINDOW; stroke++) {
        for (const point of line(20, 170, stroke * 20_000))
          fold.step({ type: 'move', coalesced: 1, flags, ...point } as SessionEvent)
      }
      return fold.done()
    }
    expect(run(2)).toHaveLength(1)
    expect(run(2)[0]).toHaveLength(STROKE_NUMBERS.length)
    expect(run(2 | 8)).toHaveLength(0)
  })
})
