/** Mouse presses and clicks: duration, aim, pointer, and whether they are trusted. */
import {
  CLICK_FLAGS,
  type EventOf,
  POINTER,
  POINTER_FLAGS,
  TICKS_PER_MS,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { Fold, Names } from '../session/fold.ts'
import { slidingWindow } from '../statistics.ts'
import { type Approach, trackApproach } from './approach.ts'
import { pointerKind } from './pointer_kind.ts'
import { isUnscaled } from './positions.ts'

export interface ClickFeatures {
  /** Trusted presses and releases of the main mouse button. */
  readonly presses: number
  /**
   * Most presses, among `CLICK_WINDOW` in a row, held no longer than `INSTANT_MS` after a jump or a straight line.
   * A short press alone is no evidence: one person in fifteen uses a touchpad that reports presses of 1 ms.
   */
  readonly mostInstant: number
  /** Most presses, among `CLICK_WINDOW` in a row, at the end of a straight line. */
  readonly mostRuled: number
  /** Trusted mouse presses on a target with a size. */
  readonly aimed: number
  /** The least likely of all windows of `CLICK_WINDOW` aimed presses. */
  readonly centered: CenteredWindow
  /** Most mouse presses in a row that reported no pressure. */
  readonly longestPressurelessRun: number
  /** Most mouse presses in a row at places between whole pixels, on a page that is neither scaled nor zoomed. */
  readonly longestFractionalRun: number
  /** Most trusted mouse clicks in a row while the page had no focus. */
  readonly longestUnfocusedRun: number
  /** Clicks by a script without real input, and the number of different targets and choices they hit. */
  readonly untrusted: number
  readonly untrustedTargets: number
  readonly untrustedChoices: number
  /** Clicks without a pointer: keyboard, assistive technology. */
  readonly virtual: number
  /** Presses by finger or pen. */
  readonly touches: number
}

export interface CenteredWindow {
  readonly centered: number
  readonly of: number
  /** How unlikely this is for a steady person, in decimal digits. */
  readonly surprise: number
}

export const CLICK_WINDOW = 5
/** Touchpads report taps of 1 ms; people hold a button for 50 ms and more. */
export const INSTANT_MS = 2
/** Positions and boxes are whole pixels on the wire, so each is off by up to half a pixel. */
export const CENTERED_WITHIN_PX = 1.5
/** The steadiest of 82 people spread their clicks by 0.16 half widths around their own center. */
const STEADIEST_SPREAD = 0.16
/** No person is steadier than this, however small the target. */
const STEADIEST_SPREAD_PX = 2.5
/** Two presses on the center of a wide box occur by chance. */
export const MIN_CENTERED = 3
/** One press in five may be off: pages also shift under a driver. */
const MIN_CENTERED_SHARE = 0.8
/** A smaller box is a rounding error, not a target. */
const SMALLEST_TARGET_PX = 8

/** A click this soon after real input was forwarded by the page (a label, a styled control). */
const PASSED_ON_MS = 500
/** Times this coarse (resistFingerprinting) do not distinguish a short press from a long one. */
const COARSE_TICKS = 200

export function foldClicks(names: Names): Fold<ClickFeatures> {
  const holds = slidingWindow<{ instant: boolean; ruled: boolean; fine: boolean }>(CLICK_WINDOW)
  const aims = slidingWindow<number>(CLICK_WINDOW)
  const approaches = trackApproach()
  const untrustedTargets = new Set<number>()
  const untrustedChoices = new Set<number>()
  let centered: CenteredWindow = { centered: 0, of: 0, surprise: 0 }
  let presses = 0
  let mostInstant = 0
  let mostRuled = 0
  let approach: Approach = 'unseen'
  let aimed = 0
  let pressurelessRun = 0
  let longestPressurelessRun = 0
  let isUnscaledPage = false
  let fractionalRun = 0
  let longestFractionalRun = 0
  let unfocusedRun = 0
  let longestUnfocusedRun = 0
  let untrusted = 0
  let virtual = 0
  let touches = 0
  let down: EventOf<'down'> | undefined
  let lastReal = Number.NEGATIVE_INFINITY

  function press(event: EventOf<'down'>): void {
    const kind = pointerKind(event.flags)
    if (kind === POINTER.touch || kind === POINTER.pen) touches++
    if (kind !== POINTER.mouse || event.button !== 0) return
    down = event
    approach = approaches.to(event)
    // Assistive technology presses with a pointer of no size and no pressure, which is no evidence either way.
    if (event.width > 0 && event.height > 0) {
      pressurelessRun = event.pressure === 0 ? pressurelessRun + 1 : 0
      longestPressurelessRun = Math.max(longestPressurelessRun, pressurelessRun)
    }
    fractionalRun = isUnscaledPage && (event.flags & POINTER_FLAGS.fractional) !== 0 ? fractionalRun + 1 : 0
    longestFractionalRun = Math.max(longestFractionalRun, fractionalRun)
    if (Math.min(event.rw, event.rh) >= SMALLEST_TARGET_PX) aim(event)
  }

  function aim(event: EventOf<'down'>): void {
    aimed++
    aims.push(surpriseOf(event))
    const hits = aims.values.filter((surprise) => surprise > 0)
    const surprise = hits.reduce((sum, hit) => sum + hit, 0)
    const isWindow = hits.length >= MIN_CENTERED && hits.length >= MIN_CENTERED_SHARE * aims.values.length
    if (isWindow && surprise > centered.surprise) {
      centered = { centered: hits.length, of: aims.values.length, surprise }
    }
  }

  function release(event: EventOf<'up'>): void {
    if (down === undefined || pointerKind(event.flags) !== POINTER.mouse || event.button !== 0) return
    const { t } = down
    down = undefined
    presses++
    const short = event.t - t <= INSTANT_MS * TICKS_PER_MS
    const instant = short && (approach === 'leap' || approach === 'ruled')
    holds.push({ instant, ruled: approach === 'ruled', fine: t % COARSE_TICKS !== 0 })
    mostRuled = Math.max(mostRuled, holds.values.filter(({ ruled }) => ruled).length)
    if (holds.values.some(({ fine }) => fine)) {
      mostInstant = Math.max(mostInstant, holds.values.filter((hold) => hold.instant).length)
    }
  }

  function click(event: EventOf<'click'>): void {
    if ((event.flags & UNTRUSTED) !== 0) {
      if (event.t - lastReal < PASSED_ON_MS * TICKS_PER_MS) return
      untrusted++
      untrustedTargets.add(event.name)
      const role = names[event.name]?.[0]
      if (role === 'choice' || role === 'select') untrustedChoices.add(event.name)
    } else if ((event.flags & CLICK_FLAGS.virtual) !== 0) {
      virtual++
    } else if (pointerKind(event.flags) === POINTER.mouse) {
      unfocusedRun = (event.flags & CLICK_FLAGS.pageFocused) === 0 ? unfocusedRun + 1 : 0
      longestUnfocusedRun = Math.max(longestUnfocusedRun, unfocusedRun)
    }
  }

  return {
    step(event) {
      approaches.step(event)
      if (event.type === 'break') {
        down = undefined
        isUnscaledPage = false
        lastReal = Number.NEGATIVE_INFINITY
      }
      if (event.type === 'resize') isUnscaledPage = isUnscaled(event)
      if (event.type === 'click') click(event)
      if (event.type !== 'down' && event.type !== 'up' && event.type !== 'keydown' && event.type !== 'click')
        return
      if ((event.flags & UNTRUSTED) !== 0) return
      lastReal = event.t
      if (event.type === 'down') press(event)
      else if (event.type === 'up') release(event)
    },
    done: () => ({
      presses,
      mostInstant,
      mostRuled,
      aimed,
      centered,
      longestPressurelessRun,
      longestFractionalRun,
      longestUnfocusedRun,
      untrusted,
      untrustedTargets: untrustedTargets.size,
      untrustedChoices: untrustedChoices.size,
      virtual,
      touches,
    }),
  }
}

/** 0 for a press off the center; otherwise how unlikely it is for a steady person, in decimal digits. */
export function surpriseOf({ x, y, rx, ry, rw, rh }: EventOf<'down'>): number {
  const offX = Math.abs(x - (rx + rw / 2))
  const offY = Math.abs(y - (ry + rh / 2))
  if (offX > CENTERED_WITHIN_PX || offY > CENTERED_WITHIN_PX) return 0
  return -Math.log10(chanceOfMiddle(rw) * chanceOfMiddle(rh))
}

/** The peak of a normal distribution times the width of the target's center. */
function chanceOfMiddle(sizePx: number): number {
  const spreadPx = Math.max(STEADIEST_SPREAD_PX, (STEADIEST_SPREAD * sizePx) / 2)
  return Math.min(1, (2 * CENTERED_WITHIN_PX) / (spreadPx * Math.sqrt(2 * Math.PI)))
}
