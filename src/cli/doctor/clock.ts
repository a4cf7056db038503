import { setTimeout as pause } from 'node:timers/promises'
import type { Finding } from './finding.ts'

/** Nodes and databases may differ by this much without harm. */
const SLACK_MS = 60_000
/** The day this program was first written: no clock that is right shows an earlier one. */
const WRITTEN_AT = Date.UTC(2026, 10, 15)
const WATCHED_MS = 200
/** More than a clock under correction moves in that time. */
const JUMP_MS = 100

export interface ClockReading {
  readonly now: number
  /** How much further the clock went than a clock that never jumps. */
  readonly driftMs: number
  /** The newest time in the store, if there is one. */
  readonly newest: number | undefined
}

export async function checkClock(newest: number | undefined): Promise<Finding> {
  const steady = performance.now()
  const before = Date.now()
  await pause(WATCHED_MS)
  const driftMs = Date.now() - before - (performance.now() - steady)
  return clockFinding({ now: Date.now(), driftMs, newest })
}

export function clockFinding({ now, driftMs, newest }: ClockReading): Finding {
  const name = 'clock'
  const shown = new Date(now).toISOString()
  const mend = 'Set the clock and keep it set (systemd-timesyncd, chrony).'
  if (newest !== undefined && newest > now + SLACK_MS) {
    const minutes = Math.round((newest - now) / 60_000)
    const detail = `It shows ${shown}, which is ${minutes} minutes before the newest stored session.`
    return { name, state: 'broken', detail, mend }
  }
  if (now < WRITTEN_AT) {
    return { name, state: 'broken', detail: `It shows ${shown}, before this program was written.`, mend }
  }
  if (Math.abs(driftMs) > JUMP_MS) {
    return { name, state: 'warning', detail: `It jumped by ${Math.round(driftMs)} ms while watched.`, mend }
  }
  return { name, state: 'ok', detail: `It shows ${shown} and runs evenly.` }
}
