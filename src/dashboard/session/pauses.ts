/** The parts of a replay in which nothing happens. */
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'

export type Pause = readonly [from: number, to: number]

/** A shorter pause is part of normal use. */
const LONG_MS = 4_000
/** Of a pause, this much before and after is played, so that the eye can follow. */
const EDGE_MS = 500

export function pausesOf({ pages, duration_ms }: SessionReplay): Pause[] {
  const times = pages.flatMap(({ at, pointer, clicks, scroll, keys, bulk, sizes }) => [
    at,
    ...clicks.map((click) => click.at),
    ...[pointer, scroll, keys, bulk, sizes].flatMap((rows) => rows.map(([t]) => t)),
  ])
  const moments = [0, ...times.sort((a, b) => a - b), duration_ms]
  return moments.flatMap((to, i) => {
    const from = moments[i - 1] ?? to
    return to - from < LONG_MS ? [] : [[from + EDGE_MS, to - EDGE_MS] as const]
  })
}

/** The position after the pause around `atMs`, or `atMs` itself. */
export const afterPause = (pauses: readonly Pause[], atMs: number): number =>
  pauses.find(([from, to]) => from <= atMs && atMs < to)?.[1] ?? atMs
