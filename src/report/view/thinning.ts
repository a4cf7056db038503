/** Reduces the points of a line and keeps its shape (largest triangle per bucket). */
import { elementAt } from '../../contract/element_at.ts'

export function thinned<Point>(
  points: readonly Point[],
  share: number,
  placeOf: (point: Point) => readonly [number, number],
): Point[] {
  const keep = Math.max(2, Math.floor(points.length * share))
  if (share >= 1 || points.length <= keep) return [...points]
  // Of each bucket of neighbors, the point with the largest triangle stays: one pass.
  const kept: Point[] = [elementAt(points, 0)]
  const inner = keep - 2
  for (let bucket = 0; bucket < inner; bucket++) {
    const from = 1 + Math.floor((bucket * (points.length - 2)) / inner)
    const to = 1 + Math.floor(((bucket + 1) * (points.length - 2)) / inner)
    const before = placeOf(kept.at(-1) as Point)
    const after = placeOf(elementAt(points, Math.min(points.length - 1, to)))
    let best = from
    let largest = -1
    for (let index = from; index < to; index++) {
      const area = areaOf(before, placeOf(elementAt(points, index)), after)
      if (area > largest) [best, largest] = [index, area]
    }
    kept.push(elementAt(points, best))
  }
  kept.push(points.at(-1) as Point)
  return kept
}

function areaOf(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  [cx, cy]: readonly [number, number],
): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))
}
