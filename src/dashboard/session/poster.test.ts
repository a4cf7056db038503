import { describe, expect, it } from 'vitest'
import type { ReplayPage } from './moment.ts'
import { labeledBoxes, usedPart } from './poster.ts'

const page = (given: Partial<ReplayPage>): ReplayPage => ({
  at: 0,
  path: '/',
  width: 1000,
  height: 500,
  pointer: [],
  clicks: [],
  scroll: [],
  keys: [],
  bulk: [],
  sizes: [],
  ...given,
})
const click = (label: string, target: [number, number, number, number] | null) => ({
  at: 0,
  x: 10,
  y: 10,
  by: 'mouse' as const,
  target,
  label,
})

describe('the poster', () => {
  it('has each labeled element once, where it was clicked last', () => {
    const clicks = [
      click('q1', [0, 0, 100, 20]),
      click('', [5, 5, 9, 9]),
      click('q2', null),
      click('q1', [0, 50, 100, 20]),
    ]
    expect(labeledBoxes(page({ clicks }))).toEqual([{ label: 'q1', box: [0, 50, 100, 20] }])
  })

  it('leaves out elements as large as the page', () => {
    const clicks = [click('body', [0, 0, 1000, 500]), click('q1', [0, 50, 100, 20])]
    expect(labeledBoxes(page({ clicks })).map(({ label }) => label)).toEqual(['q1'])
    expect(usedPart(page({ clicks }), 1000, 500)[2]).toBeLessThan(1000)
  })

  it('shows the whole window if nothing was used', () => {
    expect(usedPart(page({}), 1000, 500)).toEqual([0, 0, 1000, 500])
  })

  it('shows the used part, enlarged at most two and a half times, inside the window', () => {
    const [x, y, width, height] = usedPart(
      page({
        pointer: [[0, 900, 450]],
        clicks: [click('q', [800, 400, 200, 100])].map((one) => ({ ...one, x: 850, y: 420 })),
      }),
      1000,
      500,
    )
    expect(width).toBeCloseTo(400)
    expect(height).toBeCloseTo(200)
    expect(x + width).toBeLessThanOrEqual(1000)
    expect(y + height).toBeLessThanOrEqual(500)
  })
})
