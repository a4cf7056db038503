/** Default retention: sessions for 180 days, full IP addresses for 24 hours. The test moves the clock. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLE_SESSIONS } from '../../src/contract/example_session.ts'
import { startMaintenance } from '../../src/server/privacy/retention.ts'
import { newBatch } from '../store/engine.ts'
import { collectClient, makeBatch, randomId, UNLIMITED } from './collect_client.ts'
import { loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ADDRESS = '203.0.113.217'

let time = Date.now()
let service: RunningService
let byDefault: TestWorkspace
let forever: TestWorkspace
beforeAll(async () => {
  service = await runService(
    { ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent', BYHAND_TRUSTED_PROXIES: 'loopback' },
    { now: () => time },
  )
  byDefault = await service.workspace()
  forever = await service.workspace()
  await service.services.store.keys.changeSettings(byDefault.id, () => ({}))
})
afterAll(() => service.stop())

async function open({ siteKey }: TestWorkspace, address: string) {
  const client = collectClient(service.address)
  const batch = makeBatch(siteKey, { sent_at: time, time_origin: time - 5_000 })
  const { status } = await client.post(batch, { 'x-forwarded-for': address })
  client.close()
  return { status, batch, sessionId: batch.session_id as string }
}

async function maintain(): Promise<void> {
  const maintenance = startMaintenance({
    ...service.services,
    eraseAnalysis: (row) => service.services.store.surveys.erase(row),
    wake: () => {},
  })
  await maintenance.run()
  await maintenance.close()
}

const ipOf = async ({ id }: TestWorkspace, sessionId: string) =>
  (await service.services.store.sessions.find({ workspace: id, sessionId }))?.session.ip

/** Whether any file of the store contains the text. */
const isInFiles = (text: string) =>
  readdirSync(service.folder)
    .filter((name) => name.startsWith('byhand.db'))
    .some((name) => readFileSync(join(service.folder, name)).includes(text))

describe('default retention', () => {
  it('truncates addresses after 24 hours and erases sessions after 180 days', async () => {
    const { sessionId } = await open(byDefault, ADDRESS)
    const { sessionId: six } = await open(byDefault, '2001:db8:77:1:2:3:4:5')
    const { sessionId: kept } = await open(forever, '198.51.100.218')
    time += 23 * HOUR_MS
    await maintain()
    expect(await ipOf(byDefault, sessionId)).toBe(ADDRESS)
    expect(isInFiles(ADDRESS)).toBe(true)

    time += 2 * HOUR_MS
    await maintain()
    expect(await ipOf(byDefault, sessionId)).toBe('203.0.113.0/24')
    expect(await ipOf(byDefault, six)).toBe('2001:db8:77::/48')
    await service.services.store.clearErased()
    expect(isInFiles(ADDRESS)).toBe(false)
    // Control: a workspace that keeps data forever still has all of it.
    expect(await ipOf(forever, kept)).toBe('198.51.100.218')

    time += 178 * DAY_MS
    await maintain()
    expect(await ipOf(byDefault, sessionId)).toBe('203.0.113.0/24')
    time += 2 * DAY_MS
    await maintain()
    expect(await ipOf(byDefault, sessionId)).toBeUndefined()
    expect(await ipOf(forever, kept)).toBe('198.51.100.218')
  })

  it('is shown in the settings, and a workspace can keep data forever', async () => {
    const owner = await loginTo(service, byDefault.id)
    const { json } = await owner.get<{ retention: object; weights: object; bands: object }>('/settings')
    expect(json.retention).toEqual({ session_days: 180, survey_days: null, address_hours: 24 })
    const retention = { session_days: null, survey_days: null, address_hours: null }
    expect((await owner.send('PATCH', '/settings', { retention })).json).toMatchObject({ retention })
    const older = { retention: { session_days: 7, survey_days: null } }
    expect((await owner.send('PATCH', '/settings', older)).json).toMatchObject({
      retention: { session_days: 7, survey_days: null, address_hours: null },
    })
  })
})

describe('the example of the first start', () => {
  it("stays, because it is nobody's and its printed commands refer to it", async () => {
    const { sessions } = service.services.store
    const workspace = byDefault.id
    await service.services.store.keys.changeSettings(workspace, () => ({}))
    await sessions.append(newBatch({ workspace, sessionId: EXAMPLE_SESSIONS.person, receivedAt: time }))
    const { sessionId } = await open(byDefault, ADDRESS)
    time += 181 * DAY_MS
    await maintain()
    expect(await sessions.find({ workspace, sessionId: EXAMPLE_SESSIONS.person })).not.toBeNull()
    expect(await sessions.find({ workspace, sessionId })).toBeNull()
  })
})

describe('the unused space of the SQLite file', () => {
  const hasErased = () => {
    const db = new Sqlite(join(service.folder, 'byhand.db'), { readonly: true })
    const erased = db.prepare('SELECT erased FROM progress').pluck().get()
    db.close()
    return erased === 1
  }

  it('is cleared at night after an erasure', async () => {
    const { sessionId } = await open(byDefault, ADDRESS)
    expect(await service.services.store.sessions.erase({ workspace: byDefault.id, sessionId })).toBe(true)
    time = new Date(time + DAY_MS).setHours(12, 0, 0, 0)
    await maintain()
    expect(hasErased()).toBe(true)
    time = new Date(time + DAY_MS).setHours(3, 0, 0, 0)
    await maintain()
    expect(hasErased()).toBe(false)
  })
})

describe('an erased session', () => {
  it('cannot be reopened with its first batch until the retention period has passed', async () => {
    await service.services.store.keys.changeSettings(byDefault.id, () => ({}))
    const { batch, sessionId } = await open(byDefault, ADDRESS)
    const owner = await loginTo(service, byDefault.id)
    expect((await owner.send('POST', '/erasures', { session_id: sessionId })).status).toBe(200)
    const client = collectClient(service.address)
    const again = async (more = {}) => (await client.post({ ...batch, ...more })).json.code ?? 'stored'
    expect(await again()).toBe('session_rejected')
    expect(await again({ tab_secret: randomId(16) })).toBe('session_rejected')
    expect(isInFiles(sessionId)).toBe(false)
    // Control: a new session can be opened, and the mark is removed after 180 days.
    expect((await open(byDefault, ADDRESS)).status).toBe(200)
    time += 181 * DAY_MS
    await maintain()
    expect(await again({ sent_at: time, time_origin: time - 5_000 })).toBe('stored')
    client.close()
  })
})
