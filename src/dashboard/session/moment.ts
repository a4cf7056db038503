/** State of a replay at a time. */
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'

export type ReplayPage = SessionReplay['pages'][number]

export function pageAt(replay: SessionReplay, atMs: number): ReplayPage | undefined {
  return replay.pages.findLast((page) => page.at <= atMs) ?? replay.pages[0]
}

export function sizeAt(page: ReplayPage, atMs: number): readonly [width: number, height: number] {
  const changed = page.sizes.findLast(([t]) => t <= atMs)
  const [width, height] = changed === undefined ? [page.width, page.height] : [changed[1], changed[2]]
  return [Math.max(1, width), Math.max(1, height)]
}

/** Pointer position, interpolated linearly. Undefined before the first recorded point. */
export function pointerAt(
  points: readonly (readonly [number, number, number])[],
  atMs: number,
): readonly [x: number, y: number] | undefined {
  const next = points.findIndex(([t]) => t > atMs)
  const last = points[(next === -1 ? points.length : next) - 1]
  if (last === undefined) return undefined
  const following = points[next]
  if (next === -1 || following === undefined) return [last[1], last[2]]
  const share = (atMs - last[0]) / Math.max(1, following[0] - last[0])
  return [last[1] + (following[1] - last[1]) * share, last[2] + (following[2] - last[2]) * share]
}

/** Pixels that the page was scrolled down. */
export const scrollAt = ({ scroll }: ReplayPage, atMs: number): number => lastBefore(scroll, atMs)?.[2] ?? 0

export function lastBefore<Row extends readonly [number, ...unknown[]]>(
  rows: readonly Row[],
  atMs: number,
): Row | undefined {
  return rows.findLast(([t]) => t <= atMs)
}
