/**
 * What has to be seen to now and then: sessions to be scored again after settings changed, what has been kept long
 * enough. Every node looks; whatever one does twice changes nothing.
 */
import type { Store } from '../../store/store.ts'
import { KEY_STALE_MS } from '../base/key_cache.ts'
import { describeError, type Log } from '../base/log.ts'
import type { EraseAnalysis } from '../privacy/erase_analysis.ts'
import { ERASED_A_STEP, eraseMatching } from '../privacy/erase_matching.ts'
import { rescoreOf, retentionOf } from './workspace_settings_view.ts'

const LOOK_EVERY_MS = 5_000
/** Every node has heard of new settings by then. */
const HEARD_AFTER_MS = KEY_STALE_MS + 1_000
const RESCORE_A_STEP = 2_000
const DAY_MS = 24 * 3_600_000
const FORGET_EVERY_MS = 60_000
/** Delivery logs and uploads are looked at for a while, not kept. */
const DELIVERIES_MS = 30 * DAY_MS
const UPLOADS_MS = 7 * DAY_MS
const DELIVERIES_A_STEP = 1_000

export interface MaintenanceOptions {
  readonly store: Store
  readonly log: Log
  now(): number
  readonly eraseAnalysis: EraseAnalysis
  /** Sessions were put forward to be scored again. */
  wake(): void
}

export interface Maintenance {
  /** One look, now. */
  run(): Promise<void>
  close(): Promise<void>
}

export function startMaintenance({ store, log, now, eraseAnalysis, wake }: MaintenanceOptions): Maintenance {
  let closed = false
  let forgotAt = 0
  let round: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    for (const { id, settings } of await store.keys.workspaces()) {
      const since = rescoreOf(settings)
      if (since !== null && now() - since >= HEARD_AFTER_MS) await rescore(id, since)
    }
    if (now() - forgotAt < FORGET_EVERY_MS) return
    forgotAt = now()
    await forget()
  }

  async function rescore(workspace: string, since: number): Promise<void> {
    for (let before = Number.MAX_SAFE_INTEGER; !closed; ) {
      const { count, last } = await store.facts.scoreAgain(workspace, before, RESCORE_A_STEP)
      if (count > 0) wake()
      if (count < RESCORE_A_STEP) break
      // Of sessions that began in the same millisecond some may be left: it is looked at again, unless it is all there is.
      before = last + 1 < before ? last + 1 : last
    }
    if (closed) return
    const found = await store.keys.workspace(workspace)
    if (found === null || rescoreOf(found.settings) !== since) return
    const { rescore: _, ...rest } = found.settings
    await store.keys.saveSettings(workspace, rest)
  }

  async function forget(): Promise<void> {
    for (const { id: workspace, settings } of await store.keys.workspaces()) {
      const { session_days: sessions, survey_days: surveys } = retentionOf(settings)
      if (sessions !== null) {
        const old = { workspace, filter: { to: now() - sessions * DAY_MS }, order: 'oldest' } as const
        await eraseMatching(store, old, undefined, () => closed)
      }
      if (surveys !== null) await forgetAnalyses(workspace, now() - surveys * DAY_MS)
    }
    await store.webhooks.forget(now() - DELIVERIES_MS, DELIVERIES_A_STEP)
    await store.uploads.forget(now() - UPLOADS_MS)
  }

  async function forgetAnalyses(workspace: string, before: number): Promise<void> {
    for (;;) {
      const keys = await store.surveys.analysedBefore(workspace, before, ERASED_A_STEP)
      for (const key of keys) {
        const row = await store.surveys.find(key)
        if (row !== null) await eraseAnalysis(row)
      }
      if (closed || keys.length < ERASED_A_STEP) return
    }
  }

  let working = false
  const timer = setInterval(() => {
    if (working) return
    working = true
    round = run()
      .catch((error) => log.warn('upkeep could not be finished', describeError(error)))
      .finally(() => {
        working = false
      })
  }, LOOK_EVERY_MS).unref()

  return {
    run,
    async close() {
      closed = true
      clearInterval(timer)
      await round
    },
  }
}
