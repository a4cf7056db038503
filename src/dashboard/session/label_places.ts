/** Where the labels of a replay stand, so that none covers another. */
import type { LabeledBox } from './poster.ts'

export interface PlacedLabel {
  readonly text: string
  readonly x: number
  /** Of the baseline. */
  readonly y: number
}

/** Width of a letter as a share of the font size. */
const LETTER = 0.55
const LINE = 1.2

/** Above its box, inside it or below it, where it is free. A label without a free place is left out. */
export function placeLabels(boxes: readonly LabeledBox[], fontSize: number, top: number): PlacedLabel[] {
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = []
  const placed: PlacedLabel[] = []
  for (const { label, box } of boxes) {
    const [x, y, , height] = box
    const width = label.length * fontSize * LETTER
    const baselines = [y - fontSize * 0.3, y + height / 2 + fontSize * 0.35, y + height + fontSize * 1.1]
    for (const baseline of baselines) {
      const [upper, lower] = [baseline - fontSize, baseline + fontSize * (LINE - 1)]
      const isFree = taken.every(([l, t, r, b]) => x + width <= l || x >= r || lower <= t || upper >= b)
      if (upper < top || !isFree) continue
      taken.push([x, upper, x + width, lower])
      placed.push({ text: label, x, y: baseline })
      break
    }
  }
  return placed
}
