import { describe, expect, it } from 'vitest'
import { drawFrom, tasksFrom } from '../../../contract/batch/challenge.ts'
import { enginesLayingOut } from './layout_grid.ts'

const requestedOf = (seed: string) => tasksFrom(drawFrom(seed)).widths
/** As browsers return them: 32-bit floats. */
const blink = (width: number, scale: number) => Math.fround(Math.floor(width * scale * 64) / 64 / scale)
const gecko = (width: number) => Math.fround(Math.round(width * 60) / 60)

const SEEDS = Array.from({ length: 1024 }, (_, i) => `f${i}`)

/** The different results over all seeds. */
const resultsOf = (scale: number, layOut: (width: number) => number) => [
  ...new Set(
    SEEDS.map((seed) => {
      const requested = requestedOf(seed)
      return enginesLayingOut({ scale, widths: requested.map(layOut), requested }).join()
    }),
  ),
]

describe('enginesLayingOut', () => {
  it.each([0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.625, 3])(
    'recognizes Chromium at %s device pixels per CSS pixel',
    (scale) => {
      expect(resultsOf(scale, (width) => blink(width, scale))).toEqual(['chromium,webkit'])
    },
  )

  it.each([0.67, 1, 1.25, 1.5, 2])('recognizes Firefox at %s device pixels per CSS pixel', (scale) => {
    expect(resultsOf(scale, gecko)).toEqual(['gecko'])
  })

  it('accepts Chromium where a zoom makes its units equal to those of Firefox', () => {
    const results = resultsOf(0.9375, (width) => blink(width, 0.9375))
    expect(results.every((engines) => engines.startsWith('chromium'))).toBe(true)
  })

  it.each([0.75, 1.1, 1.25, 1.5, 2])(
    'never takes Chromium for Firefox if the page is zoomed by a style of %s',
    (zoom) => {
      expect(resultsOf(1, (width) => blink(width, zoom)).join()).not.toContain('gecko')
    },
  )

  it('knows no engine for widths that were not laid out', () => {
    const requested = [40.55, 10.75]
    expect(enginesLayingOut({ scale: 1, widths: [100.5, 3.25], requested })).toEqual([])
    expect(enginesLayingOut({ scale: 0, widths: [40.546875, 10.75], requested })).toEqual([])
    expect(enginesLayingOut({ scale: 1e9, widths: requested, requested })).toEqual([])
  })
})
