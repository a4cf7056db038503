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
import { KEYS_OFF_PHASE } from '../../features/session/clock.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { findProofs } from '../bot/proofs.ts'
import { SCATTERED_PHASE } from '../bot/scattered_times.ts'
import { TRACES } from '../bot/traces.ts'
import { countWitnesses, findTraces, weightOf, weightOfHarmless } from '../bot/witnesses.ts'
import { confirmed, detected, notDetected, proven, type SessionCheck, suspected, unknown } from '../check.ts'
import { notEnough } from '../sentence.ts'

/** Weights of traces add up. No single innocent explanation accounts for this much. */
const ENOUGH = 0.8
/** The weight at full strength: several independent causes. */
const CERTAIN = 1.77
/** Independent traces that confirm each other at full strength. */
const MIN_WITNESSES = 2

/** Their thresholds and values are those of one trace each. */
const COUNTED = TRACES.filter((trace) => 'value' in trace)

export const bot: SessionCheck<SessionFeatures> = {
  name: 'bot',
  reason: {
    observed: 'The browser showed traces of automation tools',
    subject: 'traces of automation tools',
  },

  thresholds: {
    marks: ENOUGH,
    witnesses: MIN_WITNESSES,
    phase_share: SCATTERED_PHASE,
    keys_off_phase: KEYS_OFF_PHASE,
    channel_moves: MIN_CHANNEL_MOVES,
    moves_in_a_shared_frame: CROWDED_SHARE.some,
    merged_moves: UNMERGED_SHARE,
    move_delay_in_frames: AWAITED_MIDDLE,
    moves_that_waited: WAITED_SHARE,
    ...Object.fromEntries(COUNTED.map(({ measure, least, below }) => [measure, (least ?? below) as number])),
  },

  measure: (features) => ({
    readings: features.device.readings,
    proofs: findProofs(features).length,
    marks: weightOf(findTraces(features)),
    witnesses: countWitnesses(findTraces(features)),
    driver_globals: features.device.driverGlobals.length,
    patches: features.device.patches.length,
    contradictions: features.device.contradictions.length,
    foreign_functions: features.device.foreignFunctions,
    phase_windows: features.clock.windows,
    phase_share: features.clock.loosestPhase,
    keys_off_phase: features.clock.keys - features.clock.keysOnPhase,
    positions: features.positions.moves,
    missing_headers: features.headers.missing.length,
    contradictory_headers: features.headers.contradictions.length,
    failed_challenges: features.challenge.result === 'failed' ? 1 : 0,
    headless_lacks: features.device.missingProperties.length,
    phone_contradictions: features.device.phoneContradictions.length,
    witness_contradictions: features.device.secondContradictions.length,
    channel_moves: features.channel.moves,
    moves_in_a_shared_frame: measured(features.channel, features.channel.crowdedShare),
    merged_moves: measured(features.channel, features.channel.multipleShare),
    move_delay_in_frames: measured(features.channel, features.channel.middleMs / features.channel.gapMs),
    moves_that_waited: measured(features.channel, features.channel.waitedShare),
    key_delay_ms: features.channel.keys > 0 ? features.channel.keyDelayMs : undefined,
    ...Object.fromEntries(COUNTED.map(({ measure, value }) => [measure, value(features)])),
  }),

  run(features) {
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
    if (features.device.readings === 0) return unknown('The browser reported nothing about itself.')
    return named.length === 0
      ? notDetected('No trace of an automation tool.')
      : suspected(strength, notEnough(named), harmless)
  },
}

const measured = ({ moves }: SessionFeatures['channel'], value: number): number | undefined =>
  moves < MIN_CHANNEL_MOVES ? undefined : value
