/** Columns of a rhythm strip: how many keys, and how much pointer movement, at each moment. */
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'

/** One number from 0 to 1 for each column. */
export interface Strip {
  readonly keys: readonly number[]
  readonly pointer: readonly number[]
}

/** Times in ms since the start. */
export interface StripEvents {
  readonly keys: readonly number[]
  readonly pointer: readonly (readonly [t: number, x: number, y: number])[]
}

/** The same span for two strips gives them one time axis. */
export interface StripScale {
  readonly columns: number
  readonly spanMs: number
}

export function stripOf({ keys, pointer }: StripEvents, { columns, spanMs }: StripScale): Strip {
  const place = (t: number) =>
    Math.min(columns - 1, Math.max(0, Math.floor((t / Math.max(1, spanMs)) * columns)))
  const pressed = new Array<number>(columns).fill(0)
  for (const t of keys) pressed[place(t)] = (pressed[place(t)] ?? 0) + 1
  const moved = new Array<number>(columns).fill(0)
  for (const [i, [t, x, y]] of pointer.entries()) {
    const before = pointer[i - 1]
    if (before !== undefined)
      moved[place(t)] = (moved[place(t)] ?? 0) + Math.hypot(x - before[1], y - before[2])
  }
  return { keys: shares(pressed), pointer: shares(moved).map(Math.sqrt) }
}

export const stripOfReplay = ({ pages }: SessionReplay, scale: StripScale): Strip =>
  stripOf(
    {
      keys: pages.flatMap((page) => page.keys.map(([t]) => t)),
      pointer: pages.flatMap((page) => page.pointer),
    },
    scale,
  )

function shares(values: readonly number[]): number[] {
  const most = Math.max(...values)
  return values.map((value) => (most === 0 ? 0 : value / most))
}

/** From the stored form: base64, a byte for each column with the keys in its upper and the pointer in its lower half. */
export function readStrip(stored: string): Strip {
  const bytes = [...atob(stored)].map((char) => char.charCodeAt(0))
  return { keys: bytes.map((byte) => (byte >> 4) / 15), pointer: bytes.map((byte) => (byte & 15) / 15) }
}
