/** A clock that leaps 400 days ahead, is believed, and is set right: the service returns, and goes on as before. */
import { describe, expect, it } from 'vitest'
import { openManagedRetention } from '../../src/server/privacy/managed_retention.ts'
import { DAY_MS, HOUR_MS, METRICS_KEY, MINUTE_MS, openClocked } from './clocked_service.ts'
import { collectClient, makeBatch } from './collect_client.ts'
import { loginTo } from './dashboard_client.ts'
import { issuedResult } from './issued_result.ts'

const LEAP_MS = 400 * DAY_MS
const BROWSER = { 'user-agent': 'Mozilla/5.0' }

export function clockReturnSuite(engine: string, envOf: () => Promise<Record<string, string>>): void {
  const open = async () => openClocked(Date.now(), await envOf())
  type Clocked = Awaited<ReturnType<typeof open>>

  async function leap(one: Clocked): Promise<void> {
    await one.live(HOUR_MS)
    one.jump(LEAP_MS)
    await one.live(26 * HOUR_MS)
    expect(one.service.services.clock.state()).toBe('plausible')
    expect(one.service.services.now()).toBe(one.service.services.clock.wall())
  }

  async function correct(one: Clocked): Promise<void> {
    one.jump(-LEAP_MS)
    await one.live(20 * MINUTE_MS, MINUTE_MS)
  }

  /** Of a visitor whose clock is right, or off by `offsetMs`. */
  async function visit(one: Clocked, at: number, offsetMs = 0) {
    const client = collectClient(one.service.address)
    const sentAt = at + offsetMs
    const batch = makeBatch(one.workspace.siteKey, { sent_at: sentAt, time_origin: sentAt - 5_000 })
    const { status, json } = await client.post(batch, BROWSER)
    expect(status).toBe(200)
    const next = async (later: number) => {
      const { tab_secret: _, ...rest } = batch
      const fields = { sent_at: later, start: 1_000, seq: 1, token: json.token }
      return (await client.post({ ...rest, ...fields }, BROWSER)).status
    }
    const key = { workspace: one.workspace.id, sessionId: batch.session_id as string }
    return { key, next, close: () => client.close() }
  }

  /** The faults of browser clocks in the receipts of a session. */
  async function clockMarks(one: Clocked, { key }: Awaited<ReturnType<typeof visit>>) {
    const { address, services } = one.service
    await services.scoring.report(key)
    const answer = await fetch(`${address}/v1/sessions/${key.sessionId}/evidence`, {
      headers: { authorization: `Bearer ${one.workspace.secretKey}` },
    })
    const { recording } = (await answer.json()) as {
      recording: { batches: { receipt: { clock?: string } }[] }
    }
    return recording.batches.map(({ receipt }) => receipt.clock)
  }

  const metric = async ({ service }: Clocked) =>
    (
      await fetch(`${service.address}/metrics`, { headers: { authorization: `Bearer ${METRICS_KEY}` } })
    ).text()

  describe(`on ${engine}, a clock that is set right after a leap of 400 days`, () => {
    it('gives the right time again, and retention continues', async () => {
      const one = await open()
      const { clock, store } = one.service.services
      const { keys } = store
      await leap(one)
      const changed = { retention: { session_days: 30, survey_days: null } }
      await keys.changeSettings(one.workspace.id, () => changed)
      const owner = await loginTo(one.service, one.workspace.id)
      const then = await visit(one, clock.wall())
      const result = await issuedResult(one.service, one.workspace)
      await correct(one)

      expect(clock.state()).toBe('plausible')
      expect(clock.now()).toBe(clock.wall())
      expect(one.service.logLines.join('')).toContain('returned to its time')
      expect(await metric(one)).toContain('byhand_clock_implausible 0')
      expect((await store.clock.read())?.retainedAt).toBeLessThanOrEqual(clock.wall())
      // Logins and results of that time end.
      expect((await owner.get('/me')).status).toBe(401)
      const verified = await fetch(`${one.service.address}/v1/results/verify`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${one.workspace.secretKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ result }),
      })
      expect(await verified.json()).toMatchObject({ valid: false, reason: 'expired' })
      // A session that goes on stays whole.
      expect(await then.next(clock.wall())).toBe(200)
      then.close()

      const after = await loginTo(one.service, one.workspace.id)
      expect((await after.get<{ waits_for: null }>('/retention')).json).toMatchObject({
        waits_for: null,
        clock_state: 'plausible',
      })
      const now = await visit(one, clock.wall())
      now.close()
      await one.service.services.scoring.report(now.key)
      await one.service.services.scoring.report(then.key)
      const listed = async () => {
        const ids: string[] = []
        let cursor = ''
        for (;;) {
          const page: { items: { session_id: string }[]; next: string | null } = (
            await (await loginTo(one.service, one.workspace.id)).get<never>(`/sessions?limit=1${cursor}`)
          ).json
          ids.push(...page.items.map(({ session_id }) => session_id))
          if (page.next === null) return ids
          cursor = `&cursor=${encodeURIComponent(page.next)}`
        }
      }
      expect(await listed()).toEqual(expect.arrayContaining([now.key.sessionId, then.key.sessionId]))

      // Two sessions of the leap (one with the result) and one of now: only the latter is due after 30 days.
      expect(await one.stored()).toBe(3)
      await one.live(29 * DAY_MS, DAY_MS / 2)
      expect(await one.stored()).toBe(3)
      await one.live(2 * DAY_MS, DAY_MS / 2)
      expect(await one.stored()).toBe(2)
      await one.live(LEAP_MS, DAY_MS)
      expect(await one.stored()).toBe(0)
    })

    it('never blamed the clock of a visitor', async () => {
      const one = await open()
      const { clock } = one.service.services
      await leap(one)
      const visits = [await visit(one, clock.wall() - LEAP_MS)]
      // Control: a clock that is truly wrong.
      const wrong = await visit(one, clock.wall(), -200 * DAY_MS)
      one.jump(-LEAP_MS)
      await one.live(2 * MINUTE_MS, MINUTE_MS)
      expect(clock.state()).toBe('behind')
      visits.push(await visit(one, clock.wall()))
      await one.live(20 * MINUTE_MS, MINUTE_MS)
      visits.push(await visit(one, clock.wall()))
      for (const found of visits) {
        expect(await clockMarks(one, found)).toEqual([undefined])
        found.close()
      }
      expect(await clockMarks(one, wrong)).toEqual(['behind'])
      wrong.close()
    })

    it('stays behind without the stored leap until the operator confirms the time (control)', async () => {
      const one = await open()
      const { clock, store } = one.service.services
      await leap(one)
      await store.clock.change((row) => ({ ...row, leaps: [] }))
      await correct(one)
      expect(clock.state()).toBe('behind')
      expect(clock.now() - clock.wall()).toBe(LEAP_MS)
      const retention = openManagedRetention({
        store,
        audit: async () => {},
        now: clock.now,
        wall: clock.wall,
      })
      await retention.confirmClock({ workspace: one.workspace.id, memberId: null, name: 'test', address: '' })
      await one.live(MINUTE_MS)
      expect(clock.state()).toBe('plausible')
      expect(clock.now()).toBe(clock.wall())
      expect((await store.clock.read())?.retainedAt).toBe(clock.wall())
    })
  })
}
