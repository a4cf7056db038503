/** Taps: duration and whether they hit the exact center. A finger touches for tens of milliseconds. */
import { type EventOf, POINTER, POINTER_FLAGS, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'
import { type CenteredWindow, MIN_CENTERED, surpriseOf } from './clicks.ts'
import { pointerKind } from './pointer_kind.ts'

export interface TapFeatures {
  /** Taps with pressure. Assistive technology taps without pressure. */
  readonly taps: number
  /** Most in a row that lasted no longer than `INSTANT_TAP_MS`. */
  readonly longestInstantRun: number
  /** The least likely run of these on the center of their targets. */
  readonly centered: CenteredWindow
  /** Touches that lasted longer, with or without pressure. */
  readonly held: number
  /** Touches away from the center of a target with a size, with or without pressure. Assistive technology has none. */
  readonly offCenter: number
  /** Different sizes and pressures among these touches. Developer tools make all of theirs alike. */
  readonly contacts: number
}

/** Touch screens sample every 4 to 16 ms; a driver releases a touch at once. */
export const INSTANT_TAP_MS = 5
/** Times this coarse (resistFingerprinting) do not distinguish a short tap from a long one. */
const COARSE_TICKS = 200
/** A smaller box is a rounding error, not a target. */
const SMALLEST_TARGET_PX = 8

export function foldTaps(): Fold<TapFeatures> {
  const pressed = new Map<number, EventOf<'down'>>()
  let taps = 0
  let run: EventOf<'down'>[] = []
  let longestInstantRun = 0
  let centered: CenteredWindow = { centered: 0, of: 0, surprise: 0 }
  let held = 0
  let offCenter = 0
  const contacts = new Set<string>()

  function touch(down: EventOf<'down'>, up: EventOf<'up'>): void {
    const isInstant = up.t - down.t <= INSTANT_TAP_MS * TICKS_PER_MS && down.t % COARSE_TICKS !== 0
    if (!isInstant) held++
    contacts.add(`${down.width} ${down.height} ${down.pressure}`)
    if (Math.min(down.rw, down.rh) >= SMALLEST_TARGET_PX && surpriseOf(down) === 0) offCenter++
    if (down.pressure > 0) tap(down, isInstant)
  }

  function tap(down: EventOf<'down'>, isInstant: boolean): void {
    taps++
    if (!isInstant) {
      run = []
      return
    }
    run.push(down)
    longestInstantRun = Math.max(longestInstantRun, run.length)
    const aimed = run.filter(({ rw, rh }) => Math.min(rw, rh) >= SMALLEST_TARGET_PX)
    const hits = aimed.map(surpriseOf).filter((surprise) => surprise > 0)
    const surprise = hits.reduce((sum, hit) => sum + hit, 0)
    if (hits.length === aimed.length && hits.length >= MIN_CENTERED && surprise > centered.surprise) {
      centered = { centered: hits.length, of: aimed.length, surprise }
    }
  }

  return {
    step(event) {
      if (event.type === 'break') {
        pressed.clear()
        run = []
      } else if (event.type === 'down' && isTouch(event)) {
        pressed.set(event.pointer, event)
      } else if (event.type === 'up' && isTouch(event)) {
        const down = pressed.get(event.pointer)
        pressed.delete(event.pointer)
        if (down !== undefined && (event.flags & POINTER_FLAGS.canceled) === 0) touch(down, event)
      }
    },
    done: () => ({ taps, longestInstantRun, centered, held, offCenter, contacts: contacts.size }),
  }
}

const isTouch = ({ flags }: { readonly flags: number }): boolean =>
  (flags & UNTRUSTED) === 0 && pointerKind(flags) === POINTER.touch
