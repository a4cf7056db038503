/** Stored reports: when they are built and stored, and how failures are handled. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeBatch } from '../../src/contract/batch/codec.ts'
import { startBackground } from '../../src/server/scoring/background.ts'
import { type FullScoring, openScoring } from '../../src/server/scoring/scoring.ts'
import { type Log, openLog } from '../../src/server/telemetry/log.ts'
import { type Metrics, openMetrics } from '../../src/server/telemetry/metrics.ts'
import { StoreUnavailable } from '../../src/store/errors.ts'
import { openStore } from '../../src/store/open.ts'
import type { SessionKey } from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'
import { event, record } from './recorded_session.ts'

const WORKSPACE = 'ws_scoring'
const EVENTS = [event('click', 0, {}, ['button', 'a']), event('click', 900, {}, ['button', 'b'])]

let folder: string
let store: Store
let metrics: Metrics
let log: Log
let lines: string[]
const open: { close(): unknown }[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-scoring-'))
  store = await openStore('sqlite', folder)
  metrics = openMetrics()
  lines = []
  log = openLog('debug', (line) => lines.push(line))
  await store.keys.createWorkspace({ id: WORKSPACE, name: 'test', createdAt: 1, settings: {} })
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
  metrics.close()
  await store.close()
  await rm(folder, { recursive: true })
})

function scoring(over: Partial<Parameters<typeof openScoring>[0]> = {}): FullScoring {
  const made = openScoring({ store, log, metrics, now: Date.now, background: false, ...over })
  open.push(made)
  return made
}

async function stored(batches = 1): Promise<SessionKey> {
  const key = { workspace: WORKSPACE, sessionId: randomBytes(16).toString('base64url') }
  for (const recorded of record(EVENTS, [1]).slice(0, batches)) await append(key, recorded)
  return key
}

async function append(key: SessionKey, recorded: ReturnType<typeof record>[number]): Promise<void> {
  const { tab, page, seq, rows } = recorded.batch
  const bytes = encodeBatch(recorded)
  await store.sessions.append({
    ...key,
    siteKeyId: 'key_site',
    tab,
    page,
    seq,
    receivedAt: recorded.receipt.at,
    bytes,
    digest: randomBytes(32),
    rows: rows.length,
    final: false,
    tabSecret: Buffer.alloc(32, 1),
  })
}

const saved = async (key: SessionKey) => (await store.sessions.find(key))?.report ?? null

describe('a report', () => {
  it('is built at the first read, and stored for later reads', async () => {
    const key = await stored()
    expect(await saved(key)).toBeNull()
    const first = await scoring().report(key)
    expect(await saved(key)).toEqual(first?.report)
    const unread: Store = { ...store, sessions: withBroken('batches') }
    const second = await scoring({ store: unread }).report(key)
    expect(second?.report).toEqual(first?.report)
  })

  it('is rebuilt after another batch', async () => {
    const key = await stored(1)
    const service = scoring()
    const before = await service.report(key)
    await append(key, record(EVENTS, [1])[1] as ReturnType<typeof record>[number])
    const after = await service.report(key)
    expect(after?.report.revision).toBeGreaterThan(before?.report.revision as number)
    expect(JSON.parse(after?.report.log as string)).toHaveLength(2)
  })

  it('is rebuilt under other settings', async () => {
    const key = await stored()
    const before = await scoring().report(key)
    await store.keys.changeSettings(WORKSPACE, () => ({ risk: { monitor_only: true, bands: [10, 20, 30] } }))
    const after = await scoring().report(key)
    expect(after?.report.version).not.toBe(before?.report.version)
    expect(await saved(key)).toEqual(after?.report)
  })

  it('has one version for equal settings in any key order', async () => {
    const versions = []
    for (const risk of [
      { monitor_only: true, weights: { vpn: 1, tor: 2 } },
      { weights: { tor: 2, vpn: 1 }, monitor_only: true },
    ]) {
      await store.keys.changeSettings(WORKSPACE, () => ({ risk }))
      versions.push((await scoring().report(await stored()))?.report.version)
    }
    expect(versions[0]).toBe(versions[1])
  })

  it('ignores invalid settings, and logs them', async () => {
    const key = await stored()
    const plain = await scoring().report(key)
    await store.keys.changeSettings(WORKSPACE, () => ({ risk: { bands: 'low' } }))
    expect((await scoring().report(key))?.report.version).toBe(plain?.report.version)
    expect(lines.join('')).toContain('invalid risk settings ignored')
  })

  it('is returned even if it cannot be saved', async () => {
    const key = await stored()
    const full: Store = { ...store, sessions: withBroken('saveReport') }
    expect((await scoring({ store: full }).report(key))?.report.score).toBeGreaterThanOrEqual(0)
    expect(await saved(key)).toBeNull()
    expect(lines.join('')).toContain('saving a report failed')
  })

  it('is built once for concurrent reads', async () => {
    const key = await stored()
    let reads = 0
    const counted: Store = {
      ...store,
      sessions: overriding({
        batches: (key: SessionKey) => {
          reads++
          return store.sessions.batches(key)
        },
      }),
    }
    const service = scoring({ store: counted })
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.report(key)))
    expect(new Set(answers.map((answer) => answer?.report.record)).size).toBe(1)
    expect(reads).toBe(1)
  })

  it('counts and logs a check that failed', async () => {
    const failing = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads'
        const failures = [{ check: 'tor', error: { name: 'TypeError', message: 'x of undefined', stack: '' } }]
        parentPort.on('message', () =>
          parentPort.postMessage({ value: { record: '{}', log: '[]', score: 0, action: 'Unknown', marks: [], failures } }))
      `)}`,
    )
    await scoring({ workerFile: failing }).report(await stored())
    expect(await metrics.text()).toContain('byhand_check_errors_total{check="tor"} 1')
    expect(lines.join('')).toContain('"check":"tor"')
  })

  it('is null for a missing session', async () => {
    expect(await scoring().report({ workspace: WORKSPACE, sessionId: 'A'.repeat(22) })).toBeNull()
  })
})

describe('rescoring', () => {
  it('rebuilds outdated reports only, and counts failures', async () => {
    const keys = [await stored(), await stored(), await stored()]
    const service = scoring()
    await service.report(keys[0] as SessionKey)
    const seen: number[] = []
    expect(await service.rescore(({ seen: count }) => seen.push(count))).toEqual({
      total: 3,
      seen: 3,
      renewed: 2,
      failed: 0,
    })
    expect(seen).toEqual([0, 1, 2, 3])
    expect(await service.rescore(() => {})).toEqual({ total: 3, seen: 3, renewed: 0, failed: 0 })

    await store.keys.changeSettings(WORKSPACE, () => ({ risk: { monitor_only: true } }))
    const broken: Store = { ...store, sessions: withBroken('batches') }
    expect(await scoring({ store: broken }).rescore(() => {})).toEqual({
      total: 3,
      seen: 3,
      renewed: 0,
      failed: 3,
    })
    expect(await scoring().rescore(() => {})).toEqual({ total: 3, seen: 3, renewed: 3, failed: 0 })
  })

  it('pages through more than one page of sessions', async () => {
    for (let i = 0; i < 205; i++) await stored()
    expect(await scoring().rescore(() => {})).toMatchObject({ seen: 205, renewed: 205 })
  })
})

describe('the background scorer', () => {
  const timing = { quietMs: 50, pollMs: 5, idlePollMs: 10, giveWayMs: 3_600_000 }
  const isBusy = () => false

  it('scores quiet sessions, each on one node only', async () => {
    const service = scoring()
    const scored: string[] = []
    const score = async (key: SessionKey) => {
      scored.push(key.sessionId)
      return (await service.report(key)) !== null
    }
    const keys: SessionKey[] = []
    for (let i = 0; i < 40; i++) keys.push(await stored())
    for (let node = 0; node < 3; node++)
      open.push(startBackground({ store, log, now: Date.now, score, isBusy, timing }))
    await until(async () => (await saved(keys.at(-1) as SessionKey)) !== null && scored.length >= 40)
    expect(scored.toSorted()).toEqual(keys.map(({ sessionId }) => sessionId).toSorted())
  })

  it('skips active sessions', async () => {
    const key = await stored()
    const receivedAt = record(EVENTS, [1])[0]?.receipt.at as number
    const looks: number[] = []
    const watched: Store = {
      ...store,
      sessions: overriding({
        claimUnscored: (...words: Parameters<Store['sessions']['claimUnscored']>) => {
          looks.push(words[1])
          return store.sessions.claimUnscored(...words)
        },
      }),
    }
    const score = async () => {
      throw new Error('it was not quiet yet')
    }
    open.push(startBackground({ store: watched, log, now: () => receivedAt + 20, score, isBusy, timing }))
    await until(async () => looks.length >= 3)
    expect(await saved(key)).toBeNull()
    expect(lines.join('')).not.toContain('background scoring failed')
  })

  it('yields while requests wait for the processor', async () => {
    const key = await stored()
    const service = scoring()
    const score = async (key: SessionKey) => (await service.report(key)) !== null
    let looks = 0
    const busyAtFirst = () => ++looks <= 30
    open.push(startBackground({ store, log, now: Date.now, score, isBusy: busyAtFirst, timing }))
    await until(async () => looks >= 25)
    expect(await saved(key)).toBeNull()
    await until(async () => (await saved(key)) !== null)
    expect(looks).toBeGreaterThan(30)
  })

  it('keeps its claims while it yields', async () => {
    for (let i = 0; i < 3; i++) await stored()
    const scored: string[] = []
    const score = async ({ sessionId }: SessionKey) => {
      scored.push(sessionId)
      return true
    }
    // Busy in every second look: once after each session.
    let looks = 0
    const frozen = Date.now() + 60_000
    open.push(
      startBackground({ store, log, now: () => frozen, score, isBusy: () => ++looks % 2 === 0, timing }),
    )
    await until(async () => scored.length >= 3)
    expect(new Set(scored).size).toBe(3)
  })

  it('yields for a limited time', async () => {
    const key = await stored()
    const service = scoring()
    const score = async (key: SessionKey) => (await service.report(key)) !== null
    const impatient = { ...timing, giveWayMs: 100 }
    open.push(startBackground({ store, log, now: Date.now, score, isBusy: () => true, timing: impatient }))
    await until(async () => (await saved(key)) !== null)
  })

  it('continues after a failed session or store', async () => {
    await stored()
    const next = await stored()
    let claims = 0
    const flaky: Store = {
      ...store,
      sessions: overriding({
        claimUnscored: (...words: Parameters<Store['sessions']['claimUnscored']>) => {
          if (claims++ === 0) return Promise.reject(new StoreUnavailable('away'))
          return store.sessions.claimUnscored(...words)
        },
      }),
    }
    const service = scoring()
    const score = async (key: SessionKey) => {
      if (key.sessionId !== next.sessionId) throw new Error('this one cannot be scored')
      return (await service.report(key)) !== null
    }
    open.push(startBackground({ store: flaky, log, now: Date.now, score, isBusy, timing }))
    await until(async () => (await saved(next)) !== null)
    expect(lines.join('')).toContain('background scoring failed')
    expect(lines.join('')).toContain('claiming sessions for background scoring failed')
  })
})

/** The store's sessions with some methods replaced; the methods keep their `this`. */
function overriding(over: Readonly<Record<string, unknown>>): Store['sessions'] {
  return new Proxy(store.sessions, {
    get(target, name) {
      if (typeof name === 'string' && name in over) return over[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function withBroken(method: 'batches' | 'saveReport'): Store['sessions'] {
  return overriding({ [method]: () => Promise.reject(new StoreUnavailable(`${method} is broken`)) })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
