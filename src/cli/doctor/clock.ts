import { setTimeout as pause } from 'node:timers/promises'
import { clockStateOf } from '../../server/clock/clock_state.ts'
import { RELEASED_AT } from '../../server/config/program_version.ts'
import type { ClockRow } from '../../store/clock.ts'
import { STRAY_MS } from '../../store/stray.ts'
import type { Finding } from './finding.ts'

/** Harmless clock difference between nodes and the database. */
const SLACK_MS = 60_000
const WATCHED_MS = 200
/** More than a clock adjustment moves in that time. */
const JUMP_MS = 100

export interface ClockReading {
  readonly now: number
  /** How much the wall clock deviated from a monotonic clock. */
  readonly driftMs: number
  /** The newest time in the store, if there is one. */
  readonly newest: number | undefined
  readonly clock?: ClockRow | null
}

export async function checkClock(newest: number | undefined, clock: ClockRow | null): Promise<Finding> {
  const monotonic = performance.now()
  const before = Date.now()
  await pause(WATCHED_MS)
  const driftMs = Date.now() - before - (performance.now() - monotonic)
  return clockFinding({ now: Date.now(), driftMs, newest, clock })
}

export function clockFinding({ now, driftMs, newest, clock = null }: ClockReading): Finding {
  const name = 'clock'
  const shown = new Date(now).toISOString()
  const mend = 'Synchronize the clock (systemd-timesyncd, chrony).'
  // Of a clock that was ahead, and set right since: the service knows an earlier time.
  const isStray = newest !== undefined && clock !== null && newest > Math.max(now, clock.newest) + STRAY_MS
  if (newest !== undefined && newest > now + SLACK_MS && !isStray) {
    const minutes = Math.round((newest - now) / 60_000)
    const detail = `The clock shows ${shown}, ${minutes} minutes before the newest stored session.`
    return { name, state: 'broken', detail, mend }
  }
  if (now < RELEASED_AT) {
    return {
      name,
      state: 'broken',
      detail: `The clock shows ${shown}, before the release of this version.`,
      mend,
    }
  }
  const state = clock === null ? 'plausible' : clockStateOf(clock, now)
  if (clock !== null && state !== 'plausible') {
    const stored = new Date(clock.newest).toISOString()
    const detail =
      state === 'ahead'
        ? `The clock shows ${shown}, more than a day after the stored time ${stored}. Nothing is erased until the service has run for 24 hours.`
        : `The clock shows ${shown}, more than a day before the stored time ${stored}. Nothing is erased by it.`
    const confirm = 'If the clock is right, run byhand retention confirm --all.'
    return { name, state: state === 'ahead' ? 'warning' : 'broken', detail, mend: `${mend} ${confirm}` }
  }
  if (Math.abs(driftMs) > JUMP_MS) {
    return {
      name,
      state: 'warning',
      detail: `The clock jumped by ${Math.round(driftMs)} ms during the check.`,
      mend,
    }
  }
  const detail = `The clock shows ${shown} and did not jump during the check.`
  if (!isStray) return { name, state: 'ok', detail }
  const until = new Date(newest).toISOString()
  return {
    name,
    state: 'ok',
    detail: `${detail} It was ahead before: stored sessions have times until ${until}, and are kept longer.`,
  }
}

/** One finding if retention of workspaces waits, none otherwise. */
export function retentionFindings(clock: ClockRow | null): Finding[] {
  const held = Object.keys(clock?.held ?? {})
  if (held.length === 0) return []
  return [
    {
      name: 'retention',
      state: 'warning',
      detail: `Retention would erase more than foreseen, and waits, in: ${held.join(', ')}.`,
      mend: 'It continues after 24 hours. If the clock is right, run byhand retention confirm --workspace <id>.',
    },
  ]
}
