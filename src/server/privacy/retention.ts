/**
 * Periodic maintenance: rescoring after settings change, and retention. Every node runs it; all steps are
 * idempotent.
 */
import { KEPT } from '../../contract/retention.ts'
import type { Store } from '../../store/store.ts'
import { isTestWorkspace } from '../../store/test_workspace.ts'
import { rescoreOf, retentionOf } from '../settings/workspace_settings.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { restoreCannedSessions } from '../test_mode/test_mode.ts'
import { KEY_STALE_MS } from '../workspace/key_cache.ts'
import type { EraseAnalysis } from './erase_analysis.ts'
import { ERASED_PER_STEP, eraseMatching } from './erase_matching.ts'

const RUN_EVERY_MS = 5_000
/** By then the cached settings of every node have expired. */
const SETTINGS_KNOWN_MS = KEY_STALE_MS + 1_000
const RESCORED_PER_STEP = 2_000
const DAY_MS = 24 * 3_600_000
const RETENTION_EVERY_MS = 60_000
/** Retention of delivery logs and uploads. */
const DELIVERIES_MS = KEPT.deliveryDays * DAY_MS
const UPLOADS_MS = KEPT.uploadDays * DAY_MS
const DELIVERIES_PER_STEP = 1_000
const HOUR_MS = 3_600_000
/** Truncating addresses truncates the write-ahead log of SQLite too, so it runs less often. */
const ADDRESSES_EVERY_MS = HOUR_MS
const ADDRESSES_PER_STEP = 500
/** Local time. Writes wait while SQLite rewrites its file. */
const QUIET_HOUR = 3

export interface MaintenanceOptions {
  readonly store: Store
  readonly log: Log
  now(): number
  readonly eraseAnalysis: EraseAnalysis
  /** Called when sessions are queued for rescoring. */
  wake(): void
}

export interface Maintenance {
  /** Runs once, now. */
  run(): Promise<void>
  close(): Promise<void>
}

export function startMaintenance({ store, log, now, eraseAnalysis, wake }: MaintenanceOptions): Maintenance {
  let closed = false
  let retentionAt = 0
  let addressesAt = 0
  let clearedAt = 0
  let round: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    for (const { id, settings } of await store.keys.workspaces()) {
      const since = rescoreOf(settings)
      if (since !== null && now() - since >= SETTINGS_KNOWN_MS) await rescore(id, since)
    }
    if (now() - retentionAt < RETENTION_EVERY_MS) return
    retentionAt = now()
    await applyRetention()
    if (now() - addressesAt < ADDRESSES_EVERY_MS) return
    addressesAt = now()
    await truncateAddresses()
    await restoreCanned()
    if (new Date(now()).getHours() !== QUIET_HOUR || now() - clearedAt < 2 * HOUR_MS) return
    clearedAt = now()
    await store.clearErased()
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

  async function applyRetention(): Promise<void> {
    for (const { id: workspace, settings } of await store.keys.workspaces()) {
      const { session_days: sessions, survey_days: surveys } = retentionOf(settings)
      if (sessions !== null) {
        const old = { workspace, filter: { to: now() - sessions * DAY_MS }, order: 'oldest' } as const
        await eraseMatching(store, old, undefined, () => closed)
        await store.sessions.forgetErased(workspace, old.filter.to)
      }
      if (surveys !== null) await eraseAnalyses(workspace, now() - surveys * DAY_MS)
    }
    await store.webhooks.forget(now() - DELIVERIES_MS, DELIVERIES_PER_STEP)
    await store.uploads.forget(now() - UPLOADS_MS)
    await store.usedResults.forgetExpired(now())
  }

  async function restoreCanned(): Promise<void> {
    for (const { id } of await store.keys.workspaces()) {
      if (isTestWorkspace(id)) await restoreCannedSessions(store, id, now())
    }
  }

  async function truncateAddresses(): Promise<void> {
    for (const { id: workspace, settings } of await store.keys.workspaces()) {
      const { address_hours: hours } = retentionOf(settings)
      if (hours === null) continue
      const before = now() - hours * HOUR_MS
      while (!closed) {
        const count = await store.sessions.truncateAddresses(workspace, before, ADDRESSES_PER_STEP)
        if (count < ADDRESSES_PER_STEP) break
      }
    }
  }

  async function eraseAnalyses(workspace: string, before: number): Promise<void> {
    for (;;) {
      const keys = await store.surveys.analyzedBefore(workspace, before, ERASED_PER_STEP)
      for (const key of keys) {
        const row = await store.surveys.find(key)
        if (row !== null) await eraseAnalysis(row)
      }
      if (closed || keys.length < ERASED_PER_STEP) return
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
