/** The elements that were used, and the part of the window that was used. */
import { type ReplayPage, scrollAt } from './moment.ts'

export type Box = readonly [x: number, y: number, width: number, height: number]

export interface LabeledBox {
  readonly box: Box
  readonly label: string
}

/** A larger element is the page itself or a part of its layout. */
const LARGEST_SHARE = 0.5

/** The clicked element, unless it is as large as the page. */
function controlOf({ target }: ReplayPage['clicks'][number], { width, height }: ReplayPage): Box | null {
  return target !== null && target[2] * target[3] <= LARGEST_SHARE * width * height ? target : null
}

/** Each clicked element once, where it was clicked last, as scrolled at a time. */
export function labeledBoxes(page: ReplayPage, atMs: number): LabeledBox[] {
  const byLabel = new Map<string, LabeledBox>()
  for (const click of page.clicks) {
    const target = controlOf(click, page)
    if (target === null || click.label === '') continue
    const [x, y, width, height] = target
    const box: Box = [x, y + scrolledSince(page, click.at, atMs), width, height]
    byLabel.set(click.label, { box, label: click.label })
  }
  return [...byLabel.values()]
}

/** How far an element has moved down in the window. */
export const scrolledSince = (page: ReplayPage, sinceMs: number, atMs: number): number =>
  scrollAt(page, sinceMs) - scrollAt(page, atMs)

/** Fields that were used without a click, so that their place is not known. */
export function unplacedFields(page: ReplayPage): string[] {
  const placed = new Set(labeledBoxes(page, 0).map(({ label }) => label))
  return [...new Set(page.fields.map(([, name]) => name))].filter((name) => !placed.has(name))
}

/** Free space around the used part, as a share of the window. */
const MARGIN = 0.04
/** The used part is never enlarged more than this. */
const LEAST_SHARE = 0.4

/** The smallest part that holds every point and every clicked element. */
export function usedPart(page: ReplayPage, width: number, height: number): Box {
  const { pointer, clicks } = page
  const points = [
    ...pointer.map(([, x, y]) => [x, y] as const),
    ...clicks.map(({ x, y }) => [x, y] as const),
    ...clicks.flatMap((click) => {
      const box = controlOf(click, page)
      return box === null ? [] : [[box[0], box[1]] as const, [box[0] + box[2], box[1] + box[3]] as const]
    }),
  ].filter(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height)
  if (points.length === 0) return [0, 0, width, height]
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, w] = enlarged(xs, width)
  const [top, h] = enlarged(ys, height)
  return [left, top, w, h]
}

/** Start and length of the part of a side that holds all values, with a margin. */
function enlarged(values: readonly number[], whole: number): [start: number, length: number] {
  const from = values.reduce((a, b) => Math.min(a, b))
  const to = values.reduce((a, b) => Math.max(a, b))
  const length = whole * Math.min(1, Math.max((to - from) / whole + 2 * MARGIN, LEAST_SHARE))
  return [Math.max(0, Math.min(whole - length, (from + to - length) / 2)), length]
}
