/**
 * Periodic maintenance: rescoring after settings change, and retention. Every node runs it; all steps are
 * idempotent.
 */
import type { ClockRow } from '../../store/clock.ts'
import type { Store } from '../../store/store.ts'
import { isTestWorkspace } from '../../store/test_workspace.ts'
import type { ServiceClock } from '../clock/service_clock.ts'
import { rescoreOf, retentionOf } from '../settings/workspace_settings.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { restoreCannedSessions } from '../test_mode/test_mode.ts'
import { KEY_STALE_MS } from '../workspace/key_cache.ts'
import { applyRetention, mayAct } from './apply_retention.ts'
import type { EraseAnalysis } from './erase_analysis.ts'
import { dueBefore } from './may_erase.ts'

const RUN_EVERY_MS = 5_000
/** By then the cached settings of every node have expired. */
const SETTINGS_KNOWN_MS = KEY_STALE_MS + 1_000
const RESCORED_PER_STEP = 2_000
const RETENTION_EVERY_MS = 60_000
const HOUR_MS = 3_600_000
/** Truncating addresses truncates the write-ahead log of SQLite too, so it runs less often. */
const ADDRESSES_EVERY_MS = HOUR_MS
const ADDRESSES_PER_STEP = 500
/** Local time. Writes wait while SQLite rewrites its file. */
const QUIET_HOUR = 3

export interface MaintenanceOptions {
  readonly store: Store
  readonly log: Log
  readonly clock: ServiceClock
  readonly eraseAnalysis: EraseAnalysis
  /** Called when sessions are queued for rescoring. */
  wake(): void
}

export interface Maintenance {
  /** Runs once, now. */
  run(): Promise<void>
  close(): Promise<void>
}

export function startMaintenance({
  store,
  log,
  clock,
  eraseAnalysis,
  wake,
}: MaintenanceOptions): Maintenance {
  const { now, monotonic } = clock
  let closed = false
  // By the monotonic clock: a wall clock that jumps neither delays nor repeats a job.
  const isRetentionDue = openInterval(RETENTION_EVERY_MS, monotonic)
  const areAddressesDue = openInterval(ADDRESSES_EVERY_MS, monotonic)
  const isClearingDue = openInterval(2 * HOUR_MS, monotonic)
  const rescores = new Map<string, { readonly since: number; readonly seenAt: number }>()
  let round: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    for (const { id, settings } of await store.keys.workspaces()) {
      const since = rescoreOf(settings)
      if (since !== null && isKnown(id, since)) await rescore(id, since)
    }
    if (!isRetentionDue()) return
    const row = await clock.exchange()
    await applyRetention({ store, log, clock, eraseAnalysis, isStopped: () => closed }, row)
    if (!areAddressesDue()) return
    await truncateAddresses(row)
    await restoreCanned()
    if (new Date(now()).getHours() === QUIET_HOUR && isClearingDue()) await store.clearErased()
  }

  /** Whether every node knows the settings: they were saved, or seen here, long enough ago. */
  function isKnown(workspace: string, since: number): boolean {
    const seen = rescores.get(workspace)
    if (seen?.since !== since) rescores.set(workspace, { since, seenAt: monotonic() })
    return (
      now() - since >= SETTINGS_KNOWN_MS ||
      (seen?.since === since && monotonic() - seen.seenAt >= SETTINGS_KNOWN_MS)
    )
  }

  async function rescore(workspace: string, since: number): Promise<void> {
    for (let before = Number.MAX_SAFE_INTEGER; !closed; ) {
      const { count, last } = await store.facts.scoreAgain(workspace, before, RESCORED_PER_STEP)
      if (count > 0) wake()
      if (count < RESCORED_PER_STEP) break
      // Sessions of the last millisecond may be left over, so include it again, unless the whole step was in it.
      before = last + 1 < before ? last + 1 : last
    }
    if (closed) return
    await store.keys.changeSettings(workspace, (settings) => {
      // Risk settings that changed in between need another round.
      if (rescoreOf(settings) !== since) return settings
      const { rescore: _, ...rest } = settings
      return rest
    })
  }

  async function restoreCanned(): Promise<void> {
    for (const { id } of await store.keys.workspaces()) {
      if (isTestWorkspace(id)) await restoreCannedSessions(store, id, now())
    }
  }

  async function truncateAddresses({ gaps, confirmed }: ClockRow): Promise<void> {
    for (const { id: workspace, settings } of await store.keys.workspaces()) {
      const { address_hours: hours } = retentionOf(settings)
      if (hours === null || !mayAct(clock, confirmed, workspace)) continue
      const before = dueBefore(clock.dueTime(), hours * HOUR_MS, gaps)
      while (!closed) {
        const count = await store.sessions.truncateAddresses(workspace, before, ADDRESSES_PER_STEP)
        if (count < ADDRESSES_PER_STEP) break
      }
    }
  }

  let working = false
  const timer = setInterval(() => {
    if (working) return
    working = true
    round = run()
      .catch((error) => log.warn('maintenance failed', describeError(error)))
      .finally(() => {
        working = false
      })
  }, RUN_EVERY_MS).unref()

  return {
    run,
    async close() {
      closed = true
      clearInterval(timer)
      await round
    },
  }
}

/** Whether the interval has passed since it last had; the first time at once. */
function openInterval(everyMs: number, monotonic: () => number): () => boolean {
  let dueAt = Number.NEGATIVE_INFINITY
  return () => {
    if (monotonic() < dueAt) return false
    dueAt = monotonic() + everyMs
    return true
  }
}
