import { describe, expect, it } from 'vitest'
import { placeLabels } from './label_places.ts'

const box = (label: string, x: number, y: number, width = 100, height = 30) =>
  ({ label, box: [x, y, width, height] }) as const
const WINDOW = [0, 0, 400, 300] as const
const place = (...boxes: ReturnType<typeof box>[]) => placeLabels(boxes, 10, WINDOW)

describe('labels of a replay', () => {
  it('stand above their boxes', () => {
    expect(place(box('Name', 10, 100))).toEqual([{ text: 'Name', x: 10, y: 97 }])
  })

  it('stand inside where the place above is outside the window or covers another box', () => {
    expect(place(box('Name', 10, 5))[0]?.y).toBeGreaterThan(10)
    expect(place(box('Street', 10, 70), box('City', 10, 101))[1]?.y).toBeGreaterThan(101)
  })

  it('stand beside small boxes', () => {
    expect(place(box('On foot', 10, 100, 12, 12))).toEqual([{ text: 'On foot', x: 26, y: 109.5 }])
  })

  it('end inside the window', () => {
    const [placed] = place(box('A label that is quite long', 330, 100, 60))
    expect((placed?.x ?? 0) + 26 * 5.5).toBeLessThanOrEqual(400)
  })

  it('never cover another', () => {
    const placed = place(box('On foot', 10, 100, 20, 12), box('By bicycle', 12, 101, 20, 12))
    expect(placed).toHaveLength(2)
    expect(Math.abs((placed[0]?.y ?? 0) - (placed[1]?.y ?? 0))).toBeGreaterThanOrEqual(10)
  })

  it('are left out where there is no place', () => {
    const many = Array.from({ length: 9 }, (_, i) => box(`Label ${i}`, 10, 100, 20, 12))
    expect(place(...many).length).toBeLessThan(9)
    expect(place(box('Far below', 10, 500))).toEqual([])
  })
})
