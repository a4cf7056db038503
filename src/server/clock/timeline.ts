/**
 * Decides what time it is. The wall clock counts as long as it is plausible: it is not before the release of this version,
 * and not more than a day away from the time that the service has lived through by its monotonic clock.
 *
 * Many jumps of less than a day must not add up. So the clock is compared with a reference that follows it slowly: beyond
 * the running time by at most four times as much. Nothing tells a restart after a pause from a jump, so both count alike. A
 * service that runs eight hours a day, and is off for sixteen, stays plausible.
 *
 * A clock that is behind gives no times at all: the service goes on from the highest plausible time by its monotonic
 * clock. Otherwise what arrives now would look old, and retention would erase it. A clock that jumps ahead gives times only
 * after ten minutes, so that a short jump ends no login; nothing is erased by it before it has run steadily for a day. A
 * service that was off for two months sees such a jump too, at its start. It uses the time at once, and erases a day later.
 *
 * After that day, the leap is believed, but not forgotten. If the clock later shows about the time that it would be without
 * the leap, the leap was the error: after ten minutes in which no node shows another time, the service returns. Until then,
 * and as long as a leap may have been an error, a browser that shows the time without it is not wrong.
 */
import type { ClockGap } from '../../store/clock.ts'
import { JUMP_MS } from '../../store/stray.ts'
import { RELEASED_AT } from '../config/program_version.ts'

export const DAY_MS = 24 * 3_600_000
/** More than clock adjustments move in a day. */
const UNSTEADY_MS = 5 * 60_000
/** Each hour of running time makes up for this many hours that passed unseen: while the service was off, or in a jump. */
const UNSEEN_PER_LIVED = 4
/** A jump ahead of a running service gives times after this long: by then, a short error has passed. */
const BELIEVED_AFTER_MS = 10 * 60_000
/** A clock that has run without a jump for so long is right. */
export const STEADY_MS = DAY_MS
/** Nodes store the time once a minute. */
const CONTRADICTED_MS = 5 * 60_000
/** Older ones are beyond every retention that is likely. */
const MAX_GAPS = 20
/** A clock that is set right may be this far beyond the time without the leap, because the service was off meanwhile. */
const OFF_MS = 7 * DAY_MS
/** A clock that leaps more often has a fault that needs an operator. */
const MAX_LEAPS = 3

/** `behind` and `ahead` are not plausible. */
export type ClockState = 'plausible' | 'behind' | 'ahead'

/** What nodes tell each other, and a process its successor. */
export interface Known {
  readonly newest: number
  /** The time by which the clock is judged. */
  readonly reference: number
  readonly shown: number
  readonly steadyMs: number
  readonly doubtfulSince: number | null
  readonly gaps: readonly ClockGap[]
  /** How much earlier it would be without the last leap, without the last two, and so on. */
  readonly leaps: readonly number[]
}

export interface Reading {
  /** The wall clock. */
  readonly wall: number
  readonly monotonic: number
}

export interface Timeline {
  readonly state: ClockState
  /** How long the clock has run without a jump. */
  readonly steadyMs: number
  /** Whether records may be erased by `dueTime`. An owner's confirmation counts for a workspace, unless `isContradicted`. */
  readonly isTrusted: boolean
  /** Another node, whose clock differs by more than a day, is running. */
  readonly isContradicted: boolean
  /** The time, for records and deadlines. */
  read(reading: Reading): number
  /** The time by which retention counts. */
  dueTime(reading: Reading): number
  /** Whether a time that differs from the service's may be right: the clock is doubtful, or a leap was an error. */
  mayBe(time: number): boolean
  /** Takes over what other nodes know, and returns what to store. */
  exchange(reading: Reading, stored: Known): Known
}

export function openTimeline(known: Known, start: Reading): Timeline {
  /** The plausible time, and when it was so. */
  let time = Math.max(known.newest, RELEASED_AT)
  let at = start.monotonic
  /** Whether the wall clock has been plausible in this process. Until then, it may be ahead because the process was off. */
  let wasPlausible = false
  let state: ClockState = 'plausible'
  let contradictedAt = Number.NEGATIVE_INFINITY
  let last = start
  let { reference } = known
  let steadyMs = steadyAtStart(known, start.wall)
  let steadyOffset = start.wall - start.monotonic
  let { doubtfulSince, gaps, leaps, newest } = known
  let exchangedAt = start.monotonic

  const expected = ({ monotonic }: Reading): number => time + monotonic - at

  function look(reading: Reading): void {
    const { wall, monotonic } = reading
    const livedMs = Math.max(0, monotonic - last.monotonic)
    last = reading
    countSteady(wall - monotonic, livedMs)
    const unjumped = reference + livedMs
    const aheadMs = wall - Math.min(expected(reading), unjumped)
    const behindMs = Math.max(expected(reading), unjumped) - wall
    if (wall < RELEASED_AT || behindMs > JUMP_MS) state = 'behind'
    else if (aheadMs > JUMP_MS) state = steadyMs >= STEADY_MS ? 'plausible' : 'ahead'
    else state = 'plausible'
    reference = state === 'plausible' ? followed(wall, livedMs, aheadMs) : unjumped

    if (state === 'behind') {
      wasPlausible = false
      doubtfulSince ??= Math.floor(expected(reading))
      return
    }
    if (state === 'ahead') {
      if (isBelieved()) closeGap(wall)
      else doubtfulSince ??= Math.floor(expected(reading))
      return
    }
    if (aheadMs > JUMP_MS) closeGap(wall)
    doubtfulSince = null
    time = wall
    at = monotonic
    wasPlausible = true
  }

  function countSteady(offset: number, livedMs: number): void {
    const isSteady = Math.abs(offset - steadyOffset) <= UNSTEADY_MS
    steadyMs = isSteady ? steadyMs + livedMs : 0
    if (!isSteady) steadyOffset = offset
  }

  function followed(wall: number, livedMs: number, aheadMs: number): number {
    if (aheadMs > JUMP_MS) return wall
    const farthest = reference + livedMs * (1 + UNSEEN_PER_LIVED)
    return Math.max(reference, Math.min(wall, farthest))
  }

  const isBelieved = (): boolean => state !== 'ahead' || !wasPlausible || steadyMs >= BELIEVED_AFTER_MS

  function closeGap(until: number): void {
    if (doubtfulSince !== null && until - doubtfulSince > JUMP_MS)
      gaps = [...gaps, { from: doubtfulSince, until }]
    doubtfulSince = null
  }

  /** The leap to undo, if the clock was set right. */
  function errorToUndo(reading: Reading): number | undefined {
    const isRight = state === 'behind' && reading.wall >= RELEASED_AT && steadyMs >= BELIEVED_AFTER_MS
    return isRight ? errorOf(leaps, expected(reading) - reading.wall) : undefined
  }

  look(start)
  return {
    get state() {
      return state
    },
    get steadyMs() {
      return steadyMs
    },
    get isContradicted() {
      return last.monotonic - contradictedAt < CONTRADICTED_MS
    },
    get isTrusted() {
      return state === 'plausible' || steadyMs >= STEADY_MS
    },
    read(reading) {
      look(reading)
      return state === 'behind' || !isBelieved() ? Math.floor(expected(reading)) : reading.wall
    },
    dueTime(reading) {
      look(reading)
      return state === 'behind' ? Math.floor(expected(reading)) : reading.wall
    },
    mayBe(time) {
      return state !== 'plausible' || errorOf(leaps, expected(last) - time) !== undefined
    },
    exchange(reading, stored) {
      const livedMs = reading.monotonic - exchangedAt
      exchangedAt = reading.monotonic
      look(reading)
      const isElsewhere = stored.newest > newest
      if (state === 'ahead' && isElsewhere) {
        // Nodes with a plausible clock advance the stored time. However steady this clock is, it does not count.
        contradictedAt = reading.monotonic
        steadyMs = 0
      }
      const isSetBack = stored.newest < newest - JUMP_MS
      const isShown = Math.abs(stored.shown - reading.wall) <= JUMP_MS
      // Another node shows another time, or this one did a minute ago.
      if (!isShown && (isSetBack || state === 'behind')) steadyMs = 0
      reference = isSetBack
        ? Math.min(stored.reference, stored.newest)
        : Math.max(reference, stored.reference)
      if (isSetBack || stored.newest > expected(reading)) {
        time = stored.newest
        at = reading.monotonic
      }
      look(reading)
      leaps = stored.leaps
      const error = errorToUndo(reading)
      if (error !== undefined) {
        leaps = leaps.filter((ms) => ms > error).map((ms) => ms - error)
        time = reading.wall
        at = reading.monotonic
        reference = reading.wall
        look(reading)
        newest = Math.floor(reading.wall)
      } else if (state === 'ahead') {
        // The stored time would contradict another node that waits like this one.
        newest = stored.newest
      } else {
        newest = Math.max(stored.newest, Math.floor(expected(reading)))
        const leapMs = newest - Math.max(stored.newest, stored.reference) - Math.floor(livedMs)
        if (leapMs > JUMP_MS) leaps = [leapMs, ...leaps.map((ms) => ms + leapMs)].slice(0, MAX_LEAPS)
      }
      gaps = mergeGaps(stored.gaps, gaps)
      // After a jump back, the gap to the wrong time does not exist.
      if (state === 'plausible') gaps = gaps.filter(({ until }) => until <= reading.wall + JUMP_MS)
      return {
        newest,
        reference: Math.floor(reference),
        shown: reading.wall,
        steadyMs: Math.floor(steadyMs),
        doubtfulSince,
        gaps,
        leaps,
      }
    },
  }
}

/** The hours of the process before count, less those that its running time does not make up for. */
function steadyAtStart({ shown, steadyMs }: Known, wall: number): number {
  const passed = wall - shown
  if (passed < -UNSTEADY_MS || passed > JUMP_MS) return 0
  return Math.max(0, Math.min(steadyMs, STEADY_MS) - Math.max(0, passed) / UNSEEN_PER_LIVED)
}

/** The leap that was an error if it is earlier by so much: the time is nearer to that without the leap than with it. */
const errorOf = (leaps: readonly number[], earlierMs: number): number | undefined =>
  leaps.find((ms) => earlierMs <= ms + JUMP_MS && earlierMs >= ms - Math.min(OFF_MS, ms / 2))

function mergeGaps(stored: readonly ClockGap[], own: readonly ClockGap[]): readonly ClockGap[] {
  const isStored = ({ from, until }: ClockGap) =>
    stored.some((gap) => gap.from === from && gap.until === until)
  return [...stored, ...own.filter((gap) => !isStored(gap))].slice(-MAX_GAPS)
}
