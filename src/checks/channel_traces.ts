/**
 * Traces for the check of automation tools in the input itself: how it reached the page. Each is a property of the
 * channel, whatever path or rhythm a program draws.
 */
import type { ChannelFeatures } from '../features/mouse/channel.ts'
import { areOffGrid, type PositionFeatures } from '../features/mouse/positions.ts'
import type { Browser } from '../features/session/browser.ts'
import { type ClockFeatures, clockSourceOf, isMouseScattered } from '../features/session/clock.ts'
import type { DeviceFeatures } from '../features/session/device.ts'
import type { SessionFeatures } from '../features/session/session.ts'
import type { Trace } from './bot_traces.ts'

/** Two presses in a row without pressure, on the platform where it was verified. */
export const PRESSURELESS_RUN = 2
export const SHIFTLESS_RUN = 3
export const UNPLACED_SHIFTS = 3
/** Native input on Linux keeps one phase (share 1); drivers scatter over ten (share near 0.3 with neighbors). */
export const SCATTERED_PHASE = 0.6
/** Scroll events per wheel notch: 1.4 on an overloaded machine, 4 and more otherwise, below 1 from drivers. */
export const MIN_SCROLLS_PER_NOTCH = 1.2
/** Consecutive equal small wheel deltas. A touchpad's deltas vary, a wheel's are whole notches. */
export const EVEN_STEPS = 12
export const UNFOCUSED_RUN = 3
export const INSTANT_TAPS = 3
/** A real mouse is on whole pixels; drivers aim at centers between them. */
export const FRACTIONAL_RUN = 3

const WEIGHT = {
  pressure: 0.6,
  shift: 0.5,
  unplacedShift: 0.7,
  // A setting, a remote desktop or a touchpad on Wayland: it counts only with another trace.
  wheel: 0.39,
  steps: 0.35,
  fractional: 0.4,
  offGrid: 1.37,
  instantTaps: 0.5,
  unfocused: 0.3,
} as const
/**
 * `scattered` where the window may be on Wayland, `scatteredOnX11` where it is not: a browser on an X server of another
 * machine uses the time of arrival too, and must stay below monitoring.
 */
const CLOCK_WEIGHT = { scattered: 0.4, scatteredOnX11: 0.6, altered: 0.9, two: 0.9 } as const
/** Chromium on Wayland timestamps input when it reads it, and also places it between pixels. */
const MAX_TIMES_AND_PIXELS = 0.4

const MOVE_WEIGHT = { injected: 0.9, crowded: 0.5, awaited: 0.9, unmerged: 0.5, direct: 0.6 } as const
/** If the browser shows that no developer tools are open, which deliver moves like this on a busy page. */
const CLEARLY_INJECTED = 1.3
const MOVE_WORDS = {
  injected: 'several mousemove events in one frame, which browsers normally merge into one',
  crowded: 'several mousemove events in one frame, which otherwise happens only on very busy pages',
  awaited: 'mousemove events that each arrived only after the previous one was handled',
  unmerged: 'mousemove events that the browser never had to merge',
  direct: 'several mousemove events in one frame, none of which Firefox merged',
} as const

type ChannelTraceFeatures = Pick<
  SessionFeatures,
  'channel' | 'clicks' | 'clock' | 'keys' | 'positions' | 'scroll' | 'taps'
> & {
  readonly device: Pick<
    DeviceFeatures,
    | 'browser'
    | 'hasPanel'
    | 'hasTouch'
    | 'hasX11Frame'
    | 'probedAtLoad'
    | 'probedAtSubmit'
    | 'reducedMotion'
    | 'scrollbarWidth'
    | 'spoofingCause'
  >
}

/** Where the traces in the input events were verified. */
export const isVerified = ({ desktop, engine, os }: Browser): boolean =>
  desktop && engine === 'chromium' && os === 'linux'

export function findChannelTraces(features: ChannelTraceFeatures): Trace[] {
  const { taps, device, clicks, keys, scroll } = features
  const { browser, reducedMotion } = device
  const traces: Trace[] = []
  const chromium = browser.engine === 'chromium'
  if (browser.engine !== 'firefox' && taps.longestInstantRun >= INSTANT_TAPS) {
    traces.push({
      kind: 'press',
      weight: WEIGHT.instantTaps,
      evidence: `${taps.longestInstantRun} taps too short for a human finger`,
    })
  }
  // Phones and tablets have no mouse presses of their own, but a mouse can be connected to them.
  if (!browser.desktop && clicks.presses === 0) return traces
  const moved = findMoveTrace(features.channel, device)
  if (moved !== undefined) traces.push(moved)
  const isLinux = isVerified(browser)
  if (!isLinux && (chromium || !browser.desktop) && clicks.longestPressurelessRun >= PRESSURELESS_RUN) {
    traces.push({
      kind: 'press',
      weight: WEIGHT.pressure,
      evidence: `${clicks.longestPressurelessRun} mouse presses in a row without pressure`,
    })
  }
  if (browser.desktop && keys.longestShiftlessRun >= SHIFTLESS_RUN) {
    traces.push({
      kind: 'keys',
      weight: WEIGHT.shift,
      evidence: `${keys.longestShiftlessRun} characters typed without the Shift key they need`,
    })
  }
  if (isLinux && keys.longestUnplacedRun >= UNPLACED_SHIFTS) {
    traces.push({
      kind: 'keys',
      weight: WEIGHT.unplacedShift,
      evidence: `${keys.longestUnplacedRun} presses of Shift that is neither the left nor the right one`,
    })
  }
  const timed = isLinux ? findClockTrace(features) : undefined
  if (timed !== undefined) traces.push(timed)
  const placed = findPositionTrace(features.positions, device)
  if (placed !== undefined) traces.push(placed)
  else if (isLinux && clicks.longestFractionalRun >= FRACTIONAL_RUN) {
    const left = timed?.cause === 'wayland' ? MAX_TIMES_AND_PIXELS - timed.weight : MAX_TIMES_AND_PIXELS
    traces.push({
      kind: 'position',
      weight: Math.min(WEIGHT.fractional, left),
      cause: 'wayland',
      isUsual: true,
      evidence: `${clicks.longestFractionalRun} mouse presses at fractional pixels`,
    })
  }
  if (chromium && !reducedMotion && scroll.fewestScrollsPerNotch < MIN_SCROLLS_PER_NOTCH) {
    traces.push({
      kind: 'scroll',
      weight: WEIGHT.wheel,
      // Docked developer tools slow the page down, so that it skips the animation.
      cause: device.hasPanel ? 'tools' : 'remote',
      isUsual: true,
      evidence: 'wheel notches without scroll animation',
    })
  }
  if (chromium && scroll.longestEvenSteps >= EVEN_STEPS) {
    traces.push({
      kind: 'scroll',
      weight: WEIGHT.steps,
      evidence: `${scroll.longestEvenSteps} small wheel steps of equal size`,
    })
  }
  if (clicks.longestUnfocusedRun >= UNFOCUSED_RUN) {
    traces.push({
      kind: 'press',
      weight: WEIGHT.unfocused,
      cause: 'window',
      evidence: `${clicks.longestUnfocusedRun} clicks while the page did not have focus`,
    })
  }
  return traces
}

/**
 * Whether keys or mouse have times that Wayland, ChromeOS, a display on another machine, or a program causes. Where they
 * are common they are no trace, but a program may claim to be there.
 */
export const hasScatteredTimes = ({
  clock,
  device,
}: {
  readonly clock: ClockFeatures
  readonly device: Pick<DeviceFeatures, 'browser'>
}): boolean =>
  (isVerified(device.browser) || device.browser.os === 'chromeos') &&
  ((clock.windows > 0 && clock.loosestPhase < SCATTERED_PHASE) || isMouseScattered(clock))

/** Whether the times of keys and mouse are those of one system. */
function findClockTrace({
  clock,
  device,
}: Pick<ChannelTraceFeatures, 'clock' | 'device'>): Trace | undefined {
  const source = clockSourceOf(clock)
  if (source === 'two')
    return {
      kind: 'clock',
      weight: CLOCK_WEIGHT.two,
      evidence: 'key and mouse timestamps from different clocks',
    }
  if (source === 'altered')
    return {
      kind: 'clock',
      weight: CLOCK_WEIGHT.altered,
      evidence: 'input timestamps that a program changed',
    }
  if (!hasScatteredTimes({ clock, device })) return undefined
  const evidence = 'input timestamps that do not match the system clock'
  return device.hasX11Frame
    ? { kind: 'clock', weight: CLOCK_WEIGHT.scatteredOnX11, cause: 'display', evidence }
    : { kind: 'clock', weight: CLOCK_WEIGHT.scattered, cause: 'wayland', isUsual: true, evidence }
}

/**
 * Places of the mouse that neither X11 nor Wayland reports. Android has them; a tablet that requests desktop pages looks
 * like Linux, but has a touch screen and no classic scrollbars. A script may replace what the page reads.
 */
function findPositionTrace(
  positions: PositionFeatures,
  { browser, hasTouch, hasX11Frame, scrollbarWidth, spoofingCause }: ChannelTraceFeatures['device'],
): Trace | undefined {
  const isDesktop = hasX11Frame || (!hasTouch && (scrollbarWidth ?? 0) > 0)
  if (!isVerified(browser) || browser.blurs || !isDesktop || !areOffGrid(positions)) return undefined
  const trace: Trace = {
    kind: 'position',
    weight: WEIGHT.offGrid,
    evidence: 'mouse positions between those that a display reports',
  }
  return spoofingCause === 'scripted' ? { ...trace, cause: 'privacy' } : trace
}

/**
 * How mouse moves reached the page. Chromium delivers them the same way on every system. Firefox was measured on Linux
 * only.
 */
function findMoveTrace(
  { delivery }: ChannelFeatures,
  { browser, hasX11Frame, probedAtLoad, probedAtSubmit, spoofingCause }: ChannelTraceFeatures['device'],
): Trace | undefined {
  if (browser.blurs || delivery === 'unknown' || delivery === 'device') return undefined
  const isMeasured =
    delivery === 'direct'
      ? browser.engine === 'firefox' && browser.os === 'linux'
      : browser.engine === 'chromium'
  if (!isMeasured) return undefined
  const trace: Trace = { kind: 'delivery', weight: MOVE_WEIGHT[delivery], evidence: MOVE_WORDS[delivery] }
  // Developer tools never delivered moves one after the other in 29 native runs; otherwise as a driver.
  const isDebugged = probedAtLoad || probedAtSubmit
  if (isDebugged && delivery !== 'awaited') return { ...trace, cause: 'tools' }
  if (delivery === 'unmerged') return { ...trace, cause: 'remote' }
  if (delivery === 'awaited') return hasX11Frame ? trace : { ...trace, cause: 'wayland' }
  if (delivery === 'crowded') return { ...trace, cause: 'busy' }
  return delivery === 'injected' && spoofingCause === 'none' ? { ...trace, weight: CLEARLY_INJECTED } : trace
}
