/** Scores sessions that became quiet, so that lists can use saved reports. */
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { openPressure } from './pressure.ts'

export interface BackgroundTiming {
  /** The script sends every few seconds; after this time without a batch a visit has probably ended. */
  readonly quietMs: number
  /** The polling interval while there is work, and while no batches arrive. */
  readonly pollMs: number
  readonly idlePollMs: number
  /** Background scoring pauses under load for at most this long; then it scores one session at a time. */
  readonly giveWayMs: number
}

export const TIMING: BackgroundTiming = {
  quietMs: 10_000,
  pollMs: 2_000,
  idlePollMs: 30_000,
  giveWayMs: 300_000,
}

/**
 * A claim reserves so many sessions for this node. It lasts far longer than scoring; other nodes take over expired
 * claims.
 */
const SESSIONS_PER_CLAIM = 16
const CLAIM_MS = 60_000

export interface BackgroundOptions {
  readonly store: Store
  readonly log: Log
  now(): number
  score(key: SessionKey): Promise<boolean>
  /** Called before each session. */
  isBusy?(): boolean
  readonly timing?: BackgroundTiming
}

export interface Background {
  wake(): void
  close(): Promise<void>
}

export function startBackground(options: BackgroundOptions): Background {
  const { store, log, now, score, isBusy = openPressure(), timing = TIMING } = options
  const { quietMs, pollMs, idlePollMs, giveWayMs } = timing
  let closed = false
  /** When it started to give way. */
  let waitingSince: number | undefined
  let awakeUntil = 0
  /** Sessions of the last claim that are not scored yet. */
  let claimed: SessionKey[] = []
  let claimedUntil = 0
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  /** Returns the milliseconds until the next poll. */
  async function poll(): Promise<number> {
    const busy = isBusy()
    waitingSince = busy ? (waitingSince ?? performance.now()) : undefined
    if (waitingSince !== undefined && performance.now() - waitingSince < giveWayMs) return pollMs
    const at = now()
    if (claimed.length === 0 || at >= claimedUntil) {
      claimedUntil = at + CLAIM_MS
      claimed = await store.sessions.claimUnscored(
        busy ? 1 : SESSIONS_PER_CLAIM,
        at - quietMs,
        at,
        claimedUntil,
      )
    }
    const count = claimed.length
    if (count > 0) stayAwake()
    while (claimed.length > 0) {
      if (closed) return 0
      // A long session takes a second. The next poll continues with the remaining ones.
      if (claimed.length < count && (busy || isBusy())) return pollMs
      const key = claimed.shift() as SessionKey
      await score(key).catch((error) => log.error('background scoring failed', describeError(error)))
    }
    if (count === SESSIONS_PER_CLAIM) return 0
    return performance.now() < awakeUntil ? pollMs : idlePollMs
  }

  function stayAwake(): void {
    awakeUntil = performance.now() + quietMs + pollMs
  }

  function schedule(afterMs: number): void {
    if (closed) return
    timer = setTimeout(() => {
      timer = undefined
      round = poll()
        .catch((error) => {
          log.warn('claiming sessions for background scoring failed', describeError(error))
          return idlePollMs
        })
        .then(schedule)
    }, afterMs).unref()
  }

  schedule(pollMs)

  return {
    wake() {
      const asleep = performance.now() >= awakeUntil
      stayAwake()
      if (!asleep || timer === undefined) return
      clearTimeout(timer)
      schedule(pollMs)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await round
    },
  }
}
