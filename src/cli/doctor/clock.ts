import { setTimeout as pause } from 'node:timers/promises'
import type { Finding } from './finding.ts'

/** Harmless clock difference between nodes and the database. */
const SLACK_MS = 60_000
/** The release date of the first version: a correct clock is later. */
const FIRST_RELEASE_AT = Date.UTC(2026, 10, 15)
const WATCHED_MS = 200
/** More than a clock adjustment moves in that time. */
const JUMP_MS = 100

export interface ClockReading {
  readonly now: number
  /** How much the wall clock deviated from a monotonic clock. */
  readonly driftMs: number
  /** The newest time in the store, if there is one. */
  readonly newest: number | undefined
}

export async function checkClock(newest: number | undefined): Promise<Finding> {
  const monotonic = performance.now()
  const before = Date.now()
  await pause(WATCHED_MS)
  const driftMs = Date.now() - before - (performance.now() - monotonic)
  return clockFinding({ now: Date.now(), driftMs, newest })
}

export function clockFinding({ now, driftMs, newest }: ClockReading): Finding {
  const name = 'clock'
  const shown = new Date(now).toISOString()
  const mend = 'Synchronize the clock (systemd-timesyncd, chrony).'
  if (newest !== undefined && newest > now + SLACK_MS) {
    const minutes = Math.round((newest - now) / 60_000)
    const detail = `The clock shows ${shown}, ${minutes} minutes before the newest stored session.`
    return { name, state: 'broken', detail, mend }
  }
  if (now < FIRST_RELEASE_AT) {
    return {
      name,
      state: 'broken',
      detail: `The clock shows ${shown}, before the first release of Byhand.`,
      mend,
    }
  }
  if (Math.abs(driftMs) > JUMP_MS) {
    return {
      name,
      state: 'warning',
      detail: `The clock jumped by ${Math.round(driftMs)} ms during the check.`,
      mend,
    }
  }
  return { name, state: 'ok', detail: `The clock shows ${shown} and did not jump during the check.` }
}
