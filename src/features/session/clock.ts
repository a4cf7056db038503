/**
 * The fraction of a millisecond at which input arrives. The X server counts whole milliseconds, so on one page all of its
 * events have the same fraction. Chromium on Wayland and drivers use the time of arrival, which has any fraction.
 */
import { CLICK_FLAGS, KEY_FLAGS, POINTER, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import { pointerKind } from '../mouse/pointer_kind.ts'
import type { Fold } from './fold.ts'

export interface ClockFeatures {
  /** Full windows of `PHASE_WINDOW` presses and releases. */
  readonly windows: number
  /** Of the most scattered window: the share of events on or next to its most common tenth of a millisecond. */
  readonly loosestPhase: number
  /** Presses and releases of keys, and of them those on the most common tenth of their page. */
  readonly keys: number
  readonly keysOnPhase: number
  /** Mouse events on pages with keys, those on their own most common tenth, and those on the keys' tenth. */
  readonly mouse: number
  readonly mouseOnPhase: number
  readonly mouseOnKeyPhase: number
  /** Mouse events on all pages, and of them those on the most common tenth of their page. */
  readonly allMouse: number
  readonly allMouseOnPhase: number
  /** What the input up to some moment showed, which later input of a person must not hide. */
  readonly wasProgram: 'altered' | 'two' | null
}

/**
 * `one`: as from one system. `altered`: most keys have the same fraction, but not all, which no system does: a program
 * sets the times. `two`: keys and mouse have times of different systems.
 */
export type ClockSource = 'unknown' | 'one' | 'altered' | 'two'

/** Keys, and mouse events, without which the source is unknown. */
export const MIN_CLOCK_EVENTS = 60
/** In native sessions on X11, no key is off the phase. */
export const KEYS_OFF_PHASE = 3
/** On Wayland, at most 22% of the keys share a tenth. */
export const SCATTERED_SHARE = 0.5
/** On X11, at least 98% of mouse events share a tenth. */
const SAME_SHARE = 0.9
/** Below this, a program sets the times of mouse events. On X11, the least share is 98.9%. */
const ALTERED_SHARE = 0.95

export const clockSourceOf = (clock: ClockFeatures): ClockSource => clock.wasProgram ?? sourceOf(clock)

type Counts = Omit<ClockFeatures, 'windows' | 'loosestPhase' | 'wasProgram'>

function sourceOf(clock: Counts): ClockSource {
  const { keys, keysOnPhase, mouse, mouseOnPhase, mouseOnKeyPhase } = clock
  if (keys < MIN_CLOCK_EVENTS) return isMouseAltered(clock) ? 'altered' : 'unknown'
  const areScattered = keysOnPhase < SCATTERED_SHARE * keys
  if (mouse >= MIN_CLOCK_EVENTS) {
    const isElsewhere = areScattered
      ? mouseOnPhase >= SAME_SHARE * mouse
      : mouseOnKeyPhase < SCATTERED_SHARE * mouse
    if (isElsewhere) return 'two'
  }
  const areAltered = !areScattered && keys - keysOnPhase >= KEYS_OFF_PHASE
  return areAltered || isMouseAltered(clock) ? 'altered' : 'one'
}

/** Some of a mouse's events come off the phase; fewer events prove nothing. */
const MIN_ALTERED_MOUSE = 100
const isMouseAltered = ({ allMouse, allMouseOnPhase }: Counts): boolean =>
  allMouse >= MIN_ALTERED_MOUSE &&
  allMouseOnPhase >= SCATTERED_SHARE * allMouse &&
  allMouseOnPhase < ALTERED_SHARE * allMouse

/** On X11, at least 98% of mouse events share a tenth; on Wayland and over a protocol, at most a third. */
export const isMouseScattered = ({ allMouse, allMouseOnPhase }: ClockFeatures): boolean =>
  allMouse >= MIN_CLOCK_EVENTS && allMouseOnPhase < SCATTERED_SHARE * allMouse

/** Whether an X server counted the times of the mouse. A headless browser has none. */
export const isFromXServer = ({ allMouse, allMouseOnPhase }: ClockFeatures): boolean =>
  allMouse >= MIN_CLOCK_EVENTS && allMouseOnPhase >= ALTERED_SHARE * allMouse

export const PHASE_WINDOW = 24

/** Fewer events on a page have no most common tenth. */
const MIN_ON_PAGE = 10

export function foldClock(): Fold<ClockFeatures> {
  const phases: number[] = []
  const counts = zeros()
  let windows = 0
  let loosestPhase = 1
  let pageKeys = zeros()
  let pageMouse = zeros()
  let wasProgram: ClockFeatures['wasProgram'] = null
  let sums: Counts = {
    keys: 0,
    keysOnPhase: 0,
    mouse: 0,
    mouseOnPhase: 0,
    mouseOnKeyPhase: 0,
    allMouse: 0,
    allMouseOnPhase: 0,
  }

  function push(phase: number): void {
    phases.push(phase)
    add(counts, phase, 1)
    if (phases.length > PHASE_WINDOW) add(counts, phases.shift() as number, -1)
    if (phases.length < PHASE_WINDOW) return
    windows++
    loosestPhase = Math.min(loosestPhase, shareOfMode() / PHASE_WINDOW)
  }

  /** Rounding may put one phase on two neighboring tenths. */
  function shareOfMode(): number {
    let most = 0
    for (let phase = 0; phase < TICKS_PER_MS; phase++) {
      const both = (counts[phase] as number) + (counts[(phase + 1) % TICKS_PER_MS] as number)
      if (both > most) most = both
    }
    return most
  }

  /** Every page has its own time origin, and with it its own phase. */
  function endPage(): void {
    phases.length = 0
    counts.fill(0)
    sums = withPage()
    pageKeys = zeros()
    pageMouse = zeros()
  }

  /** The sums with the current page. */
  function withPage(): Counts {
    const keys = atLeast(sumOf(pageKeys))
    const mouse = atLeast(sumOf(pageMouse))
    const both = keys > 0 ? mouse : 0
    const most = Math.max(...pageKeys)
    const mouseOnPhase = Math.max(...pageMouse)
    return {
      keys: sums.keys + keys,
      keysOnPhase: sums.keysOnPhase + (keys > 0 ? most : 0),
      mouse: sums.mouse + both,
      mouseOnPhase: sums.mouseOnPhase + (both > 0 ? mouseOnPhase : 0),
      mouseOnKeyPhase: sums.mouseOnKeyPhase + (both > 0 ? (pageMouse[pageKeys.indexOf(most)] as number) : 0),
      allMouse: sums.allMouse + mouse,
      allMouseOnPhase: sums.allMouseOnPhase + (mouse > 0 ? mouseOnPhase : 0),
    }
  }

  function addTo(page: number[], phase: number): void {
    add(page, phase, 1)
    if (wasProgram !== null) return
    const source = sourceOf(withPage())
    if (source === 'altered' || source === 'two') wasProgram = source
  }

  return {
    step(event) {
      if (event.type === 'break') endPage()
      else if (event.type === 'keydown' || event.type === 'keyup') {
        if ((event.flags & UNTRUSTED) !== 0) return
        const phase = event.t % TICKS_PER_MS
        push(phase)
        // The browser itself makes some of an input method's keys.
        if ((event.flags & (KEY_FLAGS.composing | KEY_FLAGS.noCode)) === 0) addTo(pageKeys, phase)
      } else if (event.type === 'down' || event.type === 'up' || event.type === 'move') {
        if ((event.flags & UNTRUSTED) !== 0) return
        const phase = event.t % TICKS_PER_MS
        if (event.type !== 'move') push(phase)
        if (pointerKind(event.flags) === POINTER.mouse) addTo(pageMouse, phase)
      } else if (event.type === 'click' && (event.flags & (UNTRUSTED | CLICK_FLAGS.virtual)) === 0) {
        push(event.t % TICKS_PER_MS)
      }
    },
    done() {
      endPage()
      return { windows, loosestPhase, ...sums, wasProgram }
    },
  }
}

const atLeast = (count: number): number => (count >= MIN_ON_PAGE ? count : 0)
const zeros = (): number[] => new Array<number>(TICKS_PER_MS).fill(0)
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
function add(counts: number[], phase: number, by: number): void {
  counts[phase] = (counts[phase] as number) + by
}
