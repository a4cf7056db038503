/** Scores sessions that have gone quiet, before anybody asks, so that lists answer from saved reports. */
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { describeError, type Log } from '../base/log.ts'
import { openPressure } from './pressure.ts'

export interface BackgroundTiming {
  /** The script sends every few seconds; after this much silence a visit has most likely ended. */
  readonly quietMs: number
  /** How often to look while there is work, and how often when nothing has been stored for a while. */
  readonly lookEveryMs: number
  readonly lookWhenIdleMs: number
  /** While others wait for the processor, this waits too; after so long it takes one at a time all the same. */
  readonly giveWayMs: number
}

const TIMING: BackgroundTiming = {
  quietMs: 10_000,
  lookEveryMs: 2_000,
  lookWhenIdleMs: 30_000,
  giveWayMs: 300_000,
}

/** Sessions taken at a time; a claim outlives scoring them by far, and a dead node's are taken over after it. */
const CLAIM = 16
const CLAIM_MS = 60_000

export interface BackgroundOptions {
  readonly store: Store
  readonly log: Log
  now(): number
  score(key: SessionKey): Promise<boolean>
  /** Asked before each session. */
  isBusy?(): boolean
  readonly timing?: BackgroundTiming
}

export interface Background {
  wake(): void
  close(): Promise<void>
}

export function startBackground(options: BackgroundOptions): Background {
  const { store, log, now, score, isBusy = openPressure(), timing = TIMING } = options
  const { quietMs, lookEveryMs, lookWhenIdleMs, giveWayMs } = timing
  let closed = false
  /** Since when it has been giving way. */
  let waitingSince: number | undefined
  let awakeUntil = 0
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  /** Milliseconds until the next look. */
  async function look(): Promise<number> {
    const busy = isBusy()
    waitingSince = busy ? (waitingSince ?? performance.now()) : undefined
    if (waitingSince !== undefined && performance.now() - waitingSince < giveWayMs) return lookEveryMs
    const at = now()
    const claimed = await store.sessions.claimUnscored(busy ? 1 : CLAIM, at - quietMs, at, at + CLAIM_MS)
    for (const [index, key] of claimed.entries()) {
      if (closed) return 0
      // One long session takes a second. What is left is taken up again when its claim runs out.
      if (!busy && index > 0 && isBusy()) return lookEveryMs
      await score(key).catch((error) =>
        log.error('a quiet session could not be scored', describeError(error)),
      )
    }
    if (claimed.length > 0) stayAwake()
    if (claimed.length === CLAIM) return 0
    return performance.now() < awakeUntil ? lookEveryMs : lookWhenIdleMs
  }

  function stayAwake(): void {
    awakeUntil = performance.now() + quietMs + lookEveryMs
  }

  function plan(afterMs: number): void {
    if (closed) return
    timer = setTimeout(() => {
      timer = undefined
      round = look()
        .catch((error) => {
          log.warn('quiet sessions could not be looked for', describeError(error))
          return lookWhenIdleMs
        })
        .then(plan)
    }, afterMs).unref()
  }

  plan(lookEveryMs)

  return {
    wake() {
      const asleep = performance.now() >= awakeUntil
      stayAwake()
      if (!asleep || timer === undefined) return
      clearTimeout(timer)
      plan(lookEveryMs)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await round
    },
  }
}
