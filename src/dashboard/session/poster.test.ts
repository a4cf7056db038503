import { describe, expect, it } from 'vitest'
import type { ReplayPage } from './moment.ts'
import { labeledBoxes, unplacedFields, usedPart } from './poster.ts'

const page = (given: Partial<ReplayPage>): ReplayPage => ({
  at: 0,
  path: '/',
  width: 1000,
  height: 500,
  pointer: [],
  clicks: [],
  scroll: [],
  fields: [],
  keys: [],
  bulk: [],
  sizes: [],
  ...given,
})
const click = (label: string, target: [number, number, number, number] | null, at = 0) => ({
  at,
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
    expect(labeledBoxes(page({ clicks }), 0)).toEqual([{ label: 'q1', box: [0, 50, 100, 20] }])
  })

  it('moves elements with the page', () => {
    const scrolled = page({
      clicks: [click('q1', [0, 50, 100, 20]), click('q9', [0, 60, 100, 20], 20)],
      scroll: [[10, 0.5, 400]],
    })
    const tops = (atMs: number) => labeledBoxes(scrolled, atMs).map(({ box }) => box[1])
    expect(tops(0)).toEqual([50, 460])
    expect(tops(20)).toEqual([-350, 60])
  })

  it('names fields that were used without a click, once', () => {
    const used = page({
      clicks: [click('Name', [0, 0, 100, 20])],
      fields: [
        [1, 'Name'],
        [2, 'City'],
        [3, 'Name'],
        [4, 'City'],
      ],
    })
    expect(unplacedFields(used)).toEqual(['City'])
  })

  it('leaves out elements as large as the page', () => {
    const clicks = [click('body', [0, 0, 1000, 500]), click('q1', [0, 50, 100, 20])]
    expect(labeledBoxes(page({ clicks }), 0).map(({ label }) => label)).toEqual(['q1'])
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
