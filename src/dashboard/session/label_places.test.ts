import { describe, expect, it } from 'vitest'
import { placeLabels } from './label_places.ts'

const box = (label: string, x: number, y: number, width = 100, height = 30) =>
  ({ label, box: [x, y, width, height] }) as const

describe('labels of a replay', () => {
  it('stand above their boxes', () => {
    expect(placeLabels([box('Name', 10, 100)], 10, 0)).toEqual([{ text: 'Name', x: 10, y: 97 }])
  })

  it('stand inside where the place above is outside the window', () => {
    expect(placeLabels([box('Name', 10, 5)], 10, 0)[0]?.y).toBeGreaterThan(10)
  })

  it('never cover another', () => {
    const placed = placeLabels([box('On foot', 10, 100, 20, 12), box('By bicycle', 12, 101, 20, 12)], 10, 0)
    expect(placed).toHaveLength(2)
    expect(Math.abs((placed[0]?.y ?? 0) - (placed[1]?.y ?? 0))).toBeGreaterThanOrEqual(10)
  })

  it('are left out where there is no place', () => {
    const many = Array.from({ length: 9 }, (_, i) => box(`Label ${i}`, 10, 100, 20, 12))
    expect(placeLabels(many, 10, 0).length).toBeLessThan(9)
  })
})
