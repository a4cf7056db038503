/** Scrolling: whether a page scrolled smoothly or jumped, and whether wheel notches were animated. */
import {
  ATTENTION_KIND,
  type EventOf,
  POINTER,
  POINTER_FLAGS,
  SCROLL_FLAGS,
  TICKS_PER_MS,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { Fold, StreamEvent } from '../session/fold.ts'
import { slidingWindow } from '../statistics.ts'
import { pointerKind } from './pointer_kind.ts'
import { foldWheelSteps, type WheelStepFeatures } from './wheel_steps.ts'

export interface ScrollFeatures extends WheelStepFeatures {
  /** Scroll movements that began and ended with a pause of `APART_MS`. */
  readonly gestures: number
  /** Gestures with a wheel, key, finger or press to explain them. */
  readonly explained: number
  /** Most jumps among `GESTURE_WINDOW` gestures in a row, and of how many. */
  readonly mostLeaps: number
  readonly leapsOf: number
  readonly farthestLeapPx: number
  /** Whether other events were recorded, without which the cause of scrolling is not known. */
  readonly causesVisible: boolean
  /** Single wheel notches, and the fewest scroll events per notch while the page rendered smoothly. */
  readonly notches: number
  readonly fewestScrollsPerNotch: number
}

export const GESTURE_WINDOW = 5
/** Animated scrolling reports every frame; 150 ms are nine frames. */
const APART_MS = 150
/** Half a laptop's screen in a single event. */
export const LEAP_PX = 400
/** Page changes and animated wheels may scroll a page this long afterwards. */
const EXPLAINS_MS = 1_000
/** Keys, presses and clicks scroll a page at once, or after a short animation. */
const HAND_EXPLAINS_MS = 500
/** The browser scrolls to a field that gets the focus at once. Screen readers move the focus without a key. */
const FOCUS_EXPLAINS_MS = 20
/** Pages return to the top by themselves when they show new content. */
const TOP_PX = 5
/** A wheel notch gives 100 to 240 px; one event of this size is synthetic. */
const IMPOSSIBLE_NOTCH_PX = 500
/** The page grew or shrank by more than a line: the browser moved it, not a person. */
const LAYOUT_SHIFT_PX = 50

const NOTCH_PX = 100
/** A page at its end, or too short to scroll, ignores the wheel, which is no evidence. */
const MIN_MOVED = 0.5
export const NOTCH_WINDOW = 6
/** With slower frames the page was overloaded and could not animate. */
const HEALTHY_FRAME_MS = 25

export function foldScroll(): Fold<ScrollFeatures> {
  const seen = slidingWindow<boolean>(GESTURE_WINDOW)
  let gestures = 0
  let explained = 0
  let mostLeaps = 0
  let leapsOf = 0
  let farthestLeapPx = 0
  let causesVisible = false
  let focused = true
  let pressed = false
  let lastCause = Number.NEGATIVE_INFINITY
  let lastHand = Number.NEGATIVE_INFINITY
  let lastFocus = Number.NEGATIVE_INFINITY
  let wheel: EventOf<'wheel'> | undefined
  let last: EventOf<'scroll'> | undefined
  let gesture: { rows: number; events: number; from: number; to: number; isExplained: boolean } | undefined
  const notchCounter = countNotches()
  const wheelSteps = foldWheelSteps()

  function close(): void {
    if (gesture === undefined) return
    const distance = Math.abs(gesture.to - gesture.from)
    const leap = !gesture.isExplained && gesture.events === 1 && distance >= LEAP_PX && gesture.to > TOP_PX
    gestures++
    if (gesture.isExplained) explained++
    seen.push(leap)
    const leaps = seen.values.filter(Boolean).length
    const of = seen.values.length
    if (leap) farthestLeapPx = Math.max(farthestLeapPx, distance)
    if (leaps > mostLeaps || (leaps === mostLeaps && of < leapsOf)) {
      mostLeaps = leaps
      leapsOf = of
    }
    gesture = undefined
  }

  function scroll(event: EventOf<'scroll'>): void {
    if ((event.flags & SCROLL_FLAGS.inner) !== 0) return
    if (last !== undefined && event.t - last.t > APART_MS * TICKS_PER_MS) close()
    const shifted = last !== undefined && Math.abs(event.range - last.range) > LAYOUT_SHIFT_PX
    const isExplained = shifted || pressed || !focused || isCaused(event.t) || byWheel(event.t)
    if (gesture === undefined) {
      const from = last?.y ?? 0
      gesture = { rows: 1, events: Math.max(1, event.count), from, to: event.y, isExplained }
    } else {
      gesture.rows++
      gesture.events += Math.max(1, event.count)
      gesture.to = event.y
      gesture.isExplained ||= isExplained
    }
    last = event
  }

  const isCaused = (t: number): boolean =>
    t - lastCause < EXPLAINS_MS * TICKS_PER_MS ||
    t - lastHand < HAND_EXPLAINS_MS * TICKS_PER_MS ||
    t - lastFocus < FOCUS_EXPLAINS_MS * TICKS_PER_MS

  function byWheel(t: number): boolean {
    if (wheel === undefined || t - wheel.t > EXPLAINS_MS * TICKS_PER_MS) return false
    return !(wheel.count <= 1 && wheel.mode === 0 && Math.abs(wheel.deltaY) >= IMPOSSIBLE_NOTCH_PX)
  }

  function reset(): void {
    gesture = undefined
    last = undefined
    wheel = undefined
    lastCause = Number.NEGATIVE_INFINITY
    lastHand = Number.NEGATIVE_INFINITY
    lastFocus = Number.NEGATIVE_INFINITY
    pressed = false
    focused = true
  }

  function cause(event: StreamEvent): void {
    switch (event.type) {
      case 'break':
        reset()
        break
      case 'move':
        pressed = (event.flags & POINTER_FLAGS.pressed) !== 0
        if (pressed || pointerKind(event.flags) === POINTER.touch) lastCause = event.t
        break
      case 'attention':
        if (event.kind === ATTENTION_KIND.blur || event.kind === ATTENTION_KIND.hidden) focused = false
        if (event.kind === ATTENTION_KIND.focus || event.kind === ATTENTION_KIND.visible) focused = true
        lastCause = event.t
        break
      case 'wheel':
        wheel = event
        break
      case 'down':
      case 'up':
      case 'keydown':
      case 'keyup':
      case 'click':
        // Untrusted events explain nothing.
        if ((event.flags & UNTRUSTED) === 0) lastHand = event.t
        break
      case 'field':
        if ((event.flags & UNTRUSTED) === 0) lastFocus = event.t
        break
      case 'navigation':
      case 'resize':
      case 'submit':
        lastCause = event.t
        break
    }
  }

  return {
    step(event) {
      if (event.type !== 'scroll' && event.type !== 'break' && event.type !== 'navigation')
        causesVisible = true
      cause(event)
      if (event.type === 'scroll') scroll(event)
      notchCounter.step(event)
      wheelSteps.step(event)
    },
    done: () => ({
      gestures,
      explained,
      mostLeaps,
      leapsOf,
      farthestLeapPx,
      causesVisible,
      ...notchCounter.done(),
      ...wheelSteps.done(),
    }),
  }
}

/** Browsers animate each notch, so one notch causes many scroll events. */
function countNotches(): Fold<Pick<ScrollFeatures, 'notches' | 'fewestScrollsPerNotch'>> {
  let notches = 0
  let fewestScrollsPerNotch = Number.POSITIVE_INFINITY
  let inWindow = 0
  let scrolls = 0
  /** Known only after the frames of that time were reported. */
  let undecided = Number.POSITIVE_INFINITY
  return {
    step(event) {
      if (event.type === 'break') {
        inWindow = 0
        scrolls = 0
        undecided = Number.POSITIVE_INFINITY
      } else if (event.type === 'wheel') {
        const each = Math.abs(event.deltaY) / Math.max(1, event.count)
        if (event.mode !== 0 || each < NOTCH_PX) return
        if (inWindow >= NOTCH_WINDOW) {
          if (scrolls >= MIN_MOVED * inWindow) undecided = Math.min(undecided, scrolls / inWindow)
          inWindow = 0
          scrolls = 0
        }
        inWindow += Math.max(1, event.count)
        notches += Math.max(1, event.count)
      } else if (event.type === 'scroll' && inWindow > 0) {
        scrolls += Math.max(1, event.count)
      } else if (event.type === 'frames') {
        if (event.count > 0 && event.median <= HEALTHY_FRAME_MS * TICKS_PER_MS) {
          fewestScrollsPerNotch = Math.min(fewestScrollsPerNotch, undecided)
        }
        undecided = Number.POSITIVE_INFINITY
      }
    },
    done: () => ({ notches, fewestScrollsPerNotch }),
  }
}
