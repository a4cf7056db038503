/** Where the labels of a replay stand, so that none covers another. */
import type { Box, LabeledBox } from './poster.ts'

export interface PlacedLabel {
  readonly text: string
  readonly x: number
  /** Of the baseline. */
  readonly y: number
}

/** Width of a letter as a share of the font size. */
const LETTER = 0.55
const LINE = 1.2
/** A narrower box, such as a checkbox, has its label beside it. */
const NARROW = 3

/**
 * Above its box, beside it, inside it or below it: the first place inside `part` of the window that covers no label and
 * no other box, or else no label. A label without a place is left out.
 */
export function placeLabels(boxes: readonly LabeledBox[], fontSize: number, part: Box): PlacedLabel[] {
  const taken: Box[] = []
  const placed: PlacedLabel[] = []
  for (const { label, box } of boxes) {
    const width = label.length * fontSize * LETTER
    const others = boxes.filter((other) => other.box !== box).map((other) => other.box)
    const places = placesOf(box, fontSize)
      .map(([x, baseline]): Box => [x, baseline - fontSize, width, fontSize * LINE])
      .map((place) => movedInto(place, part))
      .filter((place) => isInside(place, part) && taken.every((other) => !overlap(place, other)))
    const place = places.find((one) => others.every((other) => !overlap(one, other))) ?? places[0]
    if (place === undefined) continue
    taken.push(place)
    placed.push({ text: label, x: place[0], y: place[1] + fontSize })
  }
  return placed
}

/** Start and baseline of the text. */
function placesOf([x, y, width, height]: Box, fontSize: number): (readonly [number, number])[] {
  const middle = y + height / 2 + fontSize * 0.35
  const above = [x, y - fontSize * 0.3] as const
  const beside = [x + width + fontSize * 0.4, middle] as const
  const inside = [x + fontSize * 0.3, middle] as const
  const below = [x, y + height + fontSize * 1.1] as const
  return width < NARROW * fontSize ? [beside, above, below] : [above, inside, below]
}

/** To the left, where a long label would end outside. */
const movedInto = ([x, y, width, height]: Box, [left, , all]: Box): Box => [
  Math.max(left, Math.min(x, left + all - width)),
  y,
  width,
  height,
]

const isInside = ([, y, , height]: Box, [, top, , all]: Box): boolean => y >= top && y + height <= top + all

const overlap = ([ax, ay, aw, ah]: Box, [bx, by, bw, bh]: Box): boolean =>
  ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah
