/** A clock that lies erases nothing, and retention continues when it tells the truth again. */
import { describe, expect, it } from 'vitest'
import type { ClockRow } from '../../src/store/clock.ts'
import { newUpload } from '../store/uploads.ts'
import {
  ADDRESS,
  DAY_MS,
  HOUR_MS,
  METRICS_KEY,
  MINUTE_MS,
  openClocked,
  receive,
  SESSIONS,
} from './clocked_service.ts'
import { collectClient, makeBatch } from './collect_client.ts'
import { loginTo } from './dashboard_client.ts'

/** As if other nodes had shown so much more time. */
const moved = (row: ClockRow, ms: number): ClockRow => ({
  ...row,
  newest: row.newest + ms,
  reference: row.reference + ms,
})

describe('a clock that jumps 400 days ahead and back', () => {
  it('erases and truncates nothing, and retention continues', async () => {
    const one = await openClocked()
    await one.live(HOUR_MS)
    await one.receive()
    one.jump(400 * DAY_MS)
    await one.live(5 * MINUTE_MS, MINUTE_MS)
    await one.receive()
    expect(one.service.logLines.join('')).toContain('more than a day ahead')
    one.jump(-400 * DAY_MS)
    await one.live(HOUR_MS)
    expect(await one.stored()).toBe(2 * SESSIONS)
    expect(new Set(await one.addresses())).toEqual(new Set([ADDRESS]))
    await one.live(25 * HOUR_MS)
    expect(new Set(await one.addresses())).toEqual(new Set(['203.0.113.0/24']))
    await one.live(178 * DAY_MS, DAY_MS / 2)
    expect(await one.stored()).toBe(2 * SESSIONS)
    await one.live(2 * DAY_MS, DAY_MS / 2)
    expect(await one.stored()).toBe(0)
  })

  it('erases everything without the guard (control)', async () => {
    const one = await openClocked()
    await one.receive()
    one.jump(400 * DAY_MS)
    await one.runUnguarded()
    expect(await one.stored()).toBe(0)
  })
})

describe('a clock that jumps 20 hours ahead every minute', () => {
  /** More than one run may erase unforeseen. */
  const MANY = 60

  async function openWithJumps(
    afterJump: (one: Awaited<ReturnType<typeof openClocked>>) => Promise<unknown>,
  ) {
    const one = await openClocked()
    await one.live(MINUTE_MS)
    await one.service.services.store.keys.changeSettings(one.workspace.id, () => ({
      retention: { session_days: 30, survey_days: null },
    }))
    await one.receive(MANY)
    for (let jump = 0; jump < 40; jump++) {
      one.jump(20 * HOUR_MS)
      await one.live(MINUTE_MS)
      await afterJump(one)
    }
    return one
  }

  it('erases nothing, and the log says so', async () => {
    const one = await openWithJumps(async () => {})
    expect(await one.stored()).toBe(MANY)
    expect(one.service.logLines.join('')).toContain('more than a day ahead')
    one.jump(-40 * 20 * HOUR_MS)
    await one.live(HOUR_MS)
    expect(one.service.services.clock.state()).toBe('plausible')
    await one.live(28 * DAY_MS, DAY_MS / 2)
    expect(await one.stored()).toBe(MANY)
    await one.live(3 * DAY_MS, DAY_MS / 2)
    expect(await one.stored()).toBe(0)
  })

  it('erases everything if the reference follows each jump (control)', async () => {
    const one = await openWithJumps(({ service: { services } }) =>
      services.store.clock.change((row) => ({ ...row, reference: services.clock.wall() })),
    )
    expect(await one.stored()).toBe(0)
    expect(one.service.logLines).toEqual([])
  })
})

describe('a clock that is 400 days behind', () => {
  it('loses no session after it was set right', async () => {
    const one = await openClocked()
    await one.live(HOUR_MS)
    one.jump(-400 * DAY_MS)
    await one.live(MINUTE_MS)
    await one.receive()
    one.jump(400 * DAY_MS)
    await one.live(26 * HOUR_MS)
    expect(await one.stored()).toBe(SESSIONS)
    await one.live(180 * DAY_MS, DAY_MS / 2)
    expect(await one.stored()).toBe(0)
  })

  it('loses no session after a year without a service', async () => {
    const one = await openClocked()
    await one.live(HOUR_MS)
    one.jump(-400 * DAY_MS)
    await one.live(MINUTE_MS)
    await one.receive()
    const { uploads } = one.service.services.store
    const job = newUpload(one.workspace.id, 'upl', { createdAt: one.service.services.now(), state: 'done' })
    await uploads.create(job, new Uint8Array())
    // NTP: a year has passed since the service ran last.
    one.jump(765 * DAY_MS)
    await one.receive(1)
    await one.live(30 * HOUR_MS)
    expect(await one.stored()).toBe(SESSIONS + 1)
    expect(await uploads.find(one.workspace.id, 'upl')).toEqual(job)
    await one.live(7 * DAY_MS)
    expect(await uploads.find(one.workspace.id, 'upl')).toBeNull()
    await one.live(174 * DAY_MS, DAY_MS / 2)
    expect(await one.stored()).toBe(0)
  })
})

describe('a service that was off', () => {
  /** More than one run may erase unforeseen. */
  const MANY = 60

  it.each([
    ['a year', 365, SESSIONS],
    ['two months', 60, MANY],
  ])('for %s meets its retention after a day', async (_, days, count) => {
    const one = await openClocked()
    await one.service.services.store.keys.changeSettings(one.workspace.id, () => ({
      retention: { session_days: 30, survey_days: null },
    }))
    await one.receive(count)
    await one.live(HOUR_MS)
    one.jump(days * DAY_MS)
    await one.live(23 * HOUR_MS)
    expect(await one.stored()).toBe(count)
    await one.live(2 * HOUR_MS)
    expect(await one.stored()).toBe(0)
  })

  it('for two months meets its retention at once when an owner confirms the time', async () => {
    const one = await openClocked()
    const { store } = one.service.services
    await store.keys.changeSettings(one.workspace.id, () => ({
      retention: { session_days: 30, survey_days: null },
    }))
    await one.receive(MANY)
    await one.live(HOUR_MS)
    one.jump(60 * DAY_MS)
    await one.live(HOUR_MS, 15 * MINUTE_MS)
    expect(await one.stored()).toBe(MANY)
    const owner = await loginTo(one.service, one.workspace.id)
    expect((await owner.send('POST', '/retention/confirmation')).status).toBe(200)
    await one.live(MINUTE_MS)
    expect(await one.stored()).toBe(0)
  })
})

describe('a run that would erase more than was foreseen', () => {
  const MANY = 60

  it('waits for a day', async () => {
    const one = await openClocked()
    await one.receive(MANY)
    await one.live(HOUR_MS)
    // As after a restored backup: the clock is right, but the last run was long ago.
    one.jump(200 * DAY_MS)
    const { store } = one.service.services
    await store.clock.change((row) => moved(row, 200 * DAY_MS))
    await one.live(23 * HOUR_MS)
    expect(await one.stored()).toBe(MANY)
    expect(one.service.logLines.join('')).toContain('more than foreseen')
    expect((await store.clock.read())?.held[one.workspace.id]).toMatchObject({ unforeseen: 51 })
    await one.live(3 * HOUR_MS)
    expect(await one.stored()).toBe(0)
    expect((await store.clock.read())?.held).toEqual({})
  })

  it('waits for a day, although the wait began while the clock was ahead', async () => {
    const one = await openClocked()
    await one.receive(MANY)
    await one.live(HOUR_MS)
    one.jump(200 * DAY_MS)
    const { store } = one.service.services
    await store.clock.change((row) => moved(row, 200 * DAY_MS))
    await one.live(2 * HOUR_MS)
    const { id } = one.workspace
    await store.clock.change((row) => {
      const run = row.held[id]
      if (run === undefined) throw new Error('Nothing waits')
      return { ...row, held: { [id]: { ...run, heldAt: run.heldAt + 400 * DAY_MS } } }
    })
    await one.live(23 * HOUR_MS)
    expect(await one.stored()).toBe(MANY)
    await one.live(3 * HOUR_MS)
    expect(await one.stored()).toBe(0)
  })

  it('waits, although the retention was changed while the clock was ahead', async () => {
    const one = await openClocked()
    await one.receive(MANY)
    await one.live(HOUR_MS)
    const { store, clock } = one.service.services
    const changedAt = clock.now() + 400 * DAY_MS
    await store.keys.changeSettings(one.workspace.id, () => ({
      retention: { session_days: 30, survey_days: null },
      retention_changed_at: changedAt,
    }))
    one.jump(31 * DAY_MS)
    await store.clock.change((row) => moved(row, 31 * DAY_MS))
    await one.live(HOUR_MS)
    expect(await one.stored()).toBe(MANY)
    await one.live(26 * HOUR_MS)
    expect(await one.stored()).toBe(0)
  })

  it('erases at once what a shorter retention asks for', async () => {
    const one = await openClocked()
    await one.receive(MANY)
    await one.live(30 * DAY_MS, DAY_MS / 2)
    const { store } = one.service.services
    const { openManagedSettings } = await import('../../src/server/settings/managed_settings.ts')
    const settings = openManagedSettings({ store, audit: async () => {}, now: one.service.services.now })
    const actor = { workspace: one.workspace.id, memberId: null, name: 'test', address: '' }
    await settings.change(actor, { retention: { session_days: 7 } })
    await one.live(HOUR_MS)
    expect(await one.stored()).toBe(0)
  })
})

describe('logins and visits', () => {
  it('survive a clock that is two days ahead for an hour', async () => {
    const one = await openClocked()
    const owner = await loginTo(one.service, one.workspace.id)
    one.jump(2 * DAY_MS)
    await one.live(5 * MINUTE_MS, MINUTE_MS)
    expect((await owner.get('/me')).status).toBe(200)
    await one.live(HOUR_MS, MINUTE_MS)
    // By the clock, the login has ended; but it is not deleted.
    expect((await owner.get('/me')).status).toBe(401)
    one.jump(-2 * DAY_MS)
    await one.live(MINUTE_MS)
    expect((await owner.get('/me')).status).toBe(200)
    // Control: a login truly ends after 12 hours without a request.
    await one.live(13 * HOUR_MS)
    expect((await owner.get('/me')).status).toBe(401)
  })

  it('end if they began while the clock was 400 days ahead', async () => {
    const one = await openClocked()
    await one.live(HOUR_MS)
    const before = await loginTo(one.service, one.workspace.id)
    one.jump(400 * DAY_MS)
    await one.live(HOUR_MS, MINUTE_MS)
    const then = await loginTo(one.service, one.workspace.id)
    expect((await then.get('/me')).status).toBe(200)
    one.jump(-400 * DAY_MS)
    await one.live(MINUTE_MS)
    expect((await then.get('/me')).status).toBe(401)
    expect((await before.get('/me')).status).toBe(200)
  })

  it.each([5 * MINUTE_MS, -5 * MINUTE_MS, 2 * DAY_MS, -2 * DAY_MS])(
    'go on after a jump of %d ms',
    async (jump) => {
      const one = await openClocked()
      const client = collectClient(one.service.address)
      const batch = makeBatch(one.workspace.siteKey)
      const { tab_secret: _, ...rest } = batch
      const opened = await client.post(batch)
      one.jump(jump)
      const next = await client.post({ ...rest, seq: 1, token: opened.json.token })
      one.jump(-jump)
      const last = await client.post({ ...rest, seq: 2, token: next.json.token })
      expect([opened.status, next.status, last.status]).toEqual([200, 200, 200])
      client.close()
    },
  )
})

describe('an owner', () => {
  it('confirms the time for one workspace, with an entry in the audit log', async () => {
    const one = await openClocked()
    const other = await one.service.workspace()
    const { store } = one.service.services
    await store.keys.changeSettings(other.id, () => ({}))
    await one.receive()
    await receive(one.service, other, Date.now(), 2)
    await one.live(HOUR_MS)
    one.jump(400 * DAY_MS)
    await one.live(HOUR_MS, 15 * MINUTE_MS)
    const owner = await loginTo(one.service, one.workspace.id)
    expect((await owner.get('/retention')).json).toMatchObject({ waits_for: 'clock', confirmed: false })
    const viewer = await loginTo(one.service, one.workspace.id, 'viewer')
    expect((await viewer.send('POST', '/retention/confirmation')).status).toBe(403)
    const confirmed = await owner.send('POST', '/retention/confirmation')
    expect(confirmed.json).toMatchObject({ waits_for: 'clock', confirmed: true })
    await one.live(HOUR_MS)
    expect(await one.stored()).toBe(0)
    expect(await store.facts.total(other.id)).toBe(2)
    const audit = await owner.get<{ items: { action: string }[] }>('/audit')
    expect(audit.status, audit.text).toBe(200)
    expect(audit.json.items.map(({ action }) => action)).toContain('retention_confirmed')
    const metrics = await fetch(`${one.service.address}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_KEY}` },
    })
    expect(await metrics.text()).toContain('byhand_clock_implausible 1')
  })
})
