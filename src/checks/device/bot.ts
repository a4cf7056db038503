/**
 * bot: "Browser execution context indicates an automation tool".
 *
 * Why it works: drivers leave traces that only they leave (proof), or several traces that each have an innocent
 * explanation but seldom occur together. The browser delivers a mouse's moves once a frame and merges those in between;
 * moves that a driver injects come several to a frame, or are never merged however long they wait, whatever path they draw.
 * A headless browser that hides its name still lacks a pointer, a screen, scrollbars and graphics hardware together. A
 * disguise over the protocol reaches the page, but not a worker of its origin.
 *
 * Must not flag: privacy browsers and extensions (replaced functions; Brave and Firefox with resistFingerprinting are
 * exempt), people with developer tools open (a debugger shows; it, what they emulate and how they deliver moves stay below
 * monitoring), Android WebViews, people who press by accessibility action, machines without a graphics card, zoomed and full-screen windows, people on
 * Wayland (times off the system clock, fractional pixels, perhaps one move a frame: together below a review), people whose
 * mouse reports as often as the screen is drawn (never merged, but at any delay), busy pages (some moves share a frame),
 * people who type or click while they move the mouse, remote desktops (too few moves). One missing API, permission or
 * device is no evidence by itself.
 */
import {
  AWAITED_MIDDLE,
  CROWDED_SHARE,
  MIN_CHANNEL_MOVES,
  UNMERGED_SHARE,
  WAITED_SHARE,
} from '../../features/mouse/channel.ts'
import { MIN_OFF_GRID } from '../../features/mouse/positions.ts'
import { isFromXServer, KEYS_OFF_PHASE } from '../../features/session/clock.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import {
  countWitnesses,
  DRIVER_GLOBAL,
  findClaimTraces,
  findIdentityTraces,
  MAX_BY_CAUSE,
  MAX_BY_DEBUGGER,
  type Trace,
  weightOf,
  weightOfHarmless,
} from '../bot_traces.ts'
import {
  EVEN_STEPS,
  FRACTIONAL_RUN,
  findChannelTraces,
  INSTANT_TAPS,
  isVerified,
  MIN_SCROLLS_PER_NOTCH,
  PRESSURELESS_RUN,
  SCATTERED_PHASE,
  SHIFTLESS_RUN,
  UNFOCUSED_RUN,
  UNPLACED_SHIFTS,
} from '../channel_traces.ts'
import { confirmed, detected, notDetected, proven, type SessionCheck, suspected, unknown } from '../check.ts'
import { counted, notEnough } from '../sentence.ts'

/** Weights of traces add up. No single innocent explanation accounts for this much. */
const ENOUGH = 0.8
/** The weight at full strength: several independent causes. */
const CERTAIN = 1.77
/** Independent traces that confirm each other at full strength. */
const MIN_WITNESSES = 2
const WEIGHT = {
  probedTwice: 0.8,
  probedOnce: 0.5,
  patch: 0.45,
  geometry: 0.3,
  foreign: 0.2,
  noReading: 1,
} as const
/** Contradictory sizes have common causes: full screen, several monitors, device emulation. */
const MAX_GEOMETRY = 0.6

type BotFeatures = Pick<
  SessionFeatures,
  | 'challenge'
  | 'channel'
  | 'clicks'
  | 'clock'
  | 'coverage'
  | 'device'
  | 'headers'
  | 'keys'
  | 'positions'
  | 'scroll'
  | 'taps'
  | 'witness'
>

export const bot: SessionCheck<BotFeatures> = {
  name: 'bot',
  reason: {
    observed: 'The browser showed traces of automation tools',
    subject: 'traces of automation tools',
  },

  thresholds: {
    marks: ENOUGH,
    pressureless_run: PRESSURELESS_RUN,
    shiftless_run: SHIFTLESS_RUN,
    unplaced_shifts: UNPLACED_SHIFTS,
    phase_share: SCATTERED_PHASE,
    keys_off_phase: KEYS_OFF_PHASE,
    witnesses: MIN_WITNESSES,
    scrolls_per_notch: MIN_SCROLLS_PER_NOTCH,
    even_steps: EVEN_STEPS,
    fractional_run: FRACTIONAL_RUN,
    positions_off_grid: MIN_OFF_GRID,
    unfocused_run: UNFOCUSED_RUN,
    instant_taps: INSTANT_TAPS,
    channel_moves: MIN_CHANNEL_MOVES,
    moves_in_a_shared_frame: CROWDED_SHARE.some,
    merged_moves: UNMERGED_SHARE,
    move_delay_in_frames: AWAITED_MIDDLE,
    moves_that_waited: WAITED_SHARE,
  },

  measure: (features) => ({
    readings: features.device.readings,
    proofs: findProofs(features).length,
    marks: weightOf(findTraces(features)),
    driver_globals: features.device.driverGlobals.length,
    patches: features.device.patches.length,
    contradictions: features.device.contradictions.length,
    foreign_functions: features.device.foreignFunctions,
    pressureless_run: features.clicks.longestPressurelessRun,
    shiftless_run: features.keys.longestShiftlessRun,
    unplaced_shifts: features.keys.longestUnplacedRun,
    phase_windows: features.clock.windows,
    phase_share: features.clock.loosestPhase,
    keys_off_phase: features.clock.keys - features.clock.keysOnPhase,
    witnesses: countWitnesses(findTraces(features)),
    scrolls_per_notch: features.scroll.fewestScrollsPerNotch,
    even_steps: features.scroll.longestEvenSteps,
    fractional_run: features.clicks.longestFractionalRun,
    positions: features.positions.moves,
    positions_off_grid: features.positions.offGrid,
    unfocused_run: features.clicks.longestUnfocusedRun,
    missing_headers: features.headers.missing.length,
    contradictory_headers: features.headers.contradictions.length,
    failed_challenges: features.challenge.result === 'failed' ? 1 : 0,
    instant_taps: features.taps.longestInstantRun,
    headless_lacks: features.device.missingProperties.length,
    phone_contradictions: features.device.phoneContradictions.length,
    witness_contradictions: features.device.witnessContradictions.length,
    channel_moves: features.channel.moves,
    moves_in_a_shared_frame: measured(features.channel, features.channel.crowdedShare),
    merged_moves: measured(features.channel, features.channel.multipleShare),
    move_delay_in_frames: measured(features.channel, features.channel.middleMs / features.channel.gapMs),
    moves_that_waited: measured(features.channel, features.channel.waitedShare),
    key_delay_ms: features.channel.keys > 0 ? features.channel.keyDelayMs : undefined,
  }),

  run(features) {
    const { device } = features
    const proofs = findProofs(features)
    if (proofs.length > 0) return proven(`Found: ${proofs.join(', ')}.`)
    const traces = findTraces(features)
    const total = weightOf(traces)
    const named = traces.map(({ evidence }) => evidence)
    const strength = Math.min(1, total / CERTAIN)
    if (strength === 1 && countWitnesses(traces) >= MIN_WITNESSES)
      return confirmed(`Found: ${named.join(', ')}.`)
    const unexplained = Math.min(1, (total - weightOfHarmless(traces)) / CERTAIN)
    const harmless = strength - unexplained
    if (total >= ENOUGH - 1e-9) return detected(strength, `Found: ${named.join(', ')}.`, harmless)
    if (device.readings === 0) return unknown('The browser reported nothing about itself.')
    return named.length === 0
      ? notDetected('No trace of an automation tool.')
      : suspected(strength, notEnough(named), harmless)
  },
}

/** Strongest first. */
function findTraces(features: BotFeatures): Trace[] {
  const left: Record<keyof typeof MAX_BY_CAUSE, number> = {
    ...MAX_BY_CAUSE,
    tools: mostByTools(features.device),
  }
  const found = [
    ...findDeviceTraces(features),
    ...findClaimTraces(features.challenge, features.headers),
    ...findChannelTraces(features),
  ]
  if (found.every(({ isUsual }) => isUsual)) return []
  return found
    .sort((a, b) => b.weight - a.weight)
    .map((trace) => {
      if (trace.cause === undefined) return trace
      const weight = Math.min(trace.weight, left[trace.cause])
      left[trace.cause] -= weight
      return { ...trace, weight }
    })
}

function mostByTools({ probedAtLoad, probedAtSubmit, hasPanel }: BotFeatures['device']): number {
  if (!probedAtLoad && !probedAtSubmit) return MAX_BY_CAUSE.tools
  return hasPanel ? MAX_BY_DEBUGGER.docked : MAX_BY_DEBUGGER.hidden
}

function findProofs({ device, clicks, coverage }: BotFeatures): string[] {
  const found: string[] = []
  if (isUnread({ device, coverage }) && coverage.ended) found.push(NO_READING)
  if (device.webdriver === true) found.push('navigator.webdriver is true')
  const globals = device.driverGlobals.filter((name) => DRIVER_GLOBAL.test(name))
  if (globals.length > 0)
    found.push(`${counted(globals.length, 'global variable')} left by an automation driver`)
  if (device.headless) found.push('a headless browser')
  if (isVerified(device.browser) && clicks.longestPressurelessRun >= PRESSURELESS_RUN) {
    found.push(`${clicks.longestPressurelessRun} mouse presses in a row without pressure`)
  }
  return found
}

function findDeviceTraces({ device, clicks, clock, coverage, keys, taps, witness }: BotFeatures): Trace[] {
  const traces: Trace[] = []
  if (isUnread({ device, coverage }) && witness.eventsMs > READ_WITHIN_MS) {
    traces.push({ kind: 'sender', weight: WEIGHT.noReading, evidence: NO_READING })
  }
  if (device.probedAtLoad && device.probedAtSubmit) {
    traces.push({
      kind: 'debugger',
      weight: WEIGHT.probedTwice,
      cause: 'tools',
      evidence: 'a debugger that was attached both at load and at submit',
    })
  } else if (device.probedAtLoad || device.probedAtSubmit) {
    traces.push({
      kind: 'debugger',
      weight: WEIGHT.probedOnce,
      cause: 'tools',
      evidence: 'an attached debugger',
    })
  }
  if (!device.browser.blurs) {
    for (const evidence of device.patches)
      traces.push({ kind: 'browser', weight: WEIGHT.patch, cause: 'privacy', evidence })
  }
  const { contradictions } = device
  if (contradictions.length > 0) {
    const weight = Math.min(MAX_GEOMETRY, WEIGHT.geometry * contradictions.length)
    traces.push({ kind: 'browser', weight, cause: 'tools', evidence: contradictions.join(' and ') })
  }
  traces.push(
    ...findIdentityTraces(device, {
      presses: clicks.presses,
      isNative: isVerified(device.browser) && isFromXServer(clock),
      contacts: taps.contacts,
      onScreen: keys.onScreen,
    }),
  )
  if (device.foreignFunctions > 0) {
    const evidence = `${counted(device.foreignFunctions, 'function')} added to the browser`
    traces.push({ kind: 'browser', weight: WEIGHT.foreign, evidence })
  }
  return traces
}

/** The script reads the device within a second or two of loading, and again before its last batch. */
const READ_WITHIN_MS = 10_000
const NO_READING = 'no device data, which the script always sends'

const isUnread = ({ device, coverage }: Pick<BotFeatures, 'device' | 'coverage'>): boolean =>
  device.readings === 0 && !device.isDeclined && coverage.gaps === 0 && coverage.events > 0

const measured = ({ moves }: BotFeatures['channel'], value: number): number | undefined =>
  moves < MIN_CHANNEL_MOVES ? undefined : value
