import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../contract/batch/rows.ts'
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

  it('hardly depend on the rate of the recorder', () => {
    const curve = (hertz: number): Point[] =>
      Array.from({ length: hertz + 1 }, (_, i) => {
        const share = i / hertz
        const along = share ** 3 * (10 - 15 * share + 6 * share ** 2)
        return { t: Math.round(10_000 * share), x: 600 * along, y: 90 * Math.sin(Math.PI * along) }
      })
    const [often, seldom] = [curve(500), curve(60)].map((points) => measureStroke(points) as number[])
    for (const [i, value] of (often as number[]).entries())
      expect(Math.abs((seldom?.[i] as number) - value)).toBeLessThan(0.1)
  })

  it('see corrections at the end, and noise that turns back', () => {
    const at = (noise: number, correction: number): number[] => {
      const points = Array.from({ length: 60 }, (_, i) => ({
        t: i * 100,
        x: i < 40 ? 12 * i : i < 50 ? 480 : 480 + correction * (i - 50),
        y: Math.round(0.1 * i * i * 0.3) + noise * (i % 4 < 2 ? 1 : -1),
      }))
      return measureStroke(points) as number[]
    }
    const measure = (values: readonly number[], name: string) => values[STROKE_NUMBERS.indexOf(name) / 2]
    expect(measure(at(0, 6), 'corrections')).toBeGreaterThan(0)
    expect(measure(at(6, 0), 'turnCorrelation')).toBeLessThan(measure(at(0, 0), 'turnCorrelation') as number)
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
