/** Moves a recorded pointer over another layout of the same form. */
import type { SessionReplay } from '../contract/dashboard/session_view.ts'
import { lastBefore } from '../dashboard/session/moment.ts'

export type Point = readonly [x: number, y: number]
type Page = Pick<SessionReplay['pages'][number], 'pointer' | 'clicks'>

/**
 * The pointer at a time. Each click is at its element in this layout; between two clicks the recorded path is shifted, so
 * that it leads from one to the other and keeps its shape. After the last click it stays there. Null before the first
 * movement.
 */
export function ghostAt(
  { pointer, clicks }: Page,
  atMs: number,
  placeOf: (label: string) => Point | null,
): Point | null {
  const anchors = clicks.flatMap(({ at, x, y, label }) => {
    const place = placeOf(label)
    return place === null ? [] : [{ at, shift: [place[0] - x, place[1] - y] as Point }]
  })
  const [first] = anchors
  const after = anchors.find(({ at }) => at > atMs)
  const now = lastBefore(pointer, after === undefined ? Math.min(atMs, anchors.at(-1)?.at ?? atMs) : atMs)
  if (now === undefined || first === undefined) return null
  const before = anchors.findLast(({ at }) => at <= atMs) ?? first
  const share = after === undefined || after === before ? 0 : (atMs - before.at) / (after.at - before.at)
  const shift = (axis: 0 | 1) => {
    const from = before.shift[axis]
    return from + Math.min(1, Math.max(0, share)) * ((after ?? before).shift[axis] - from)
  }
  return [now[1] + shift(0), now[2] + shift(1)]
}
