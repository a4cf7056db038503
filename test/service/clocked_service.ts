/** A service with a wall clock and a monotonic clock of its own. */
import { afterEach, expect } from 'vitest'
import { applyRetention } from '../../src/server/privacy/apply_retention.ts'
import { startMaintenance } from '../../src/server/privacy/retention.ts'
import { collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const SESSIONS = 6
export const METRICS_KEY = 'for-the-eyes-of-this-test'
export const ADDRESS = '203.0.113.217'

const opened: RunningService[] = []
afterEach(async () => {
  for (const service of opened.splice(0)) await service.stop()
})

export async function openClocked(start = Date.now(), env: Readonly<Record<string, string>> = {}) {
  let wall = start
  let monotonic = 0
  const service = await runService(
    {
      ...UNLIMITED,
      ...env,
      BYHAND_LOG_LEVEL: 'warn',
      BYHAND_TRUSTED_PROXIES: 'loopback',
      BYHAND_METRICS_KEY: METRICS_KEY,
    },
    { now: () => wall, monotonic: () => monotonic },
  )
  opened.push(service)
  const { store, log, clock } = service.services
  const workspace = await service.workspace()
  await store.keys.changeSettings(workspace.id, () => ({}))
  const eraseAnalysis = (row: Parameters<typeof store.surveys.erase>[0]) => store.surveys.erase(row)
  const live = async (ms: number, stepMs = HOUR_MS) => {
    for (let left = ms; left > 0; left -= stepMs) {
      wall += Math.min(left, stepMs)
      monotonic += Math.min(left, stepMs)
      const maintenance = startMaintenance({ store, log, clock, eraseAnalysis, wake: () => {} })
      await maintenance.run()
      await maintenance.close()
    }
  }
  return {
    service,
    workspace,
    live,
    jump: (ms: number) => {
      wall += ms
    },
    /** Sends new sessions. */
    receive: (count = SESSIONS) => receive(service, workspace, wall, count),
    stored: () => store.facts.total(workspace.id),
    addresses: async () => {
      const { rows } = await store.facts.list({
        workspace: workspace.id,
        filter: {},
        order: 'newest',
        limit: 500,
      })
      return rows.map(({ ip }) => ip)
    },
    /** What the service did before: retention by whatever the clock shows. */
    runUnguarded: async () =>
      applyRetention(
        {
          store,
          log,
          eraseAnalysis,
          isStopped: () => false,
          clock: { ...clock, isTrusted: () => true, steadyMs: () => DAY_MS, dueTime: () => wall },
        },
        { ...(await clock.exchange()), retainedAt: wall, held: {}, gaps: [] },
      ),
  }
}

export async function receive(
  service: RunningService,
  { siteKey }: TestWorkspace,
  at: number,
  count: number,
) {
  const client = collectClient(service.address)
  for (let made = 0; made < count; made++) {
    const batch = makeBatch(siteKey, { sent_at: at, time_origin: at - 5_000 })
    expect((await client.post(batch, { 'x-forwarded-for': ADDRESS })).status).toBe(200)
  }
  client.close()
}
