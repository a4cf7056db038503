/** Floods of sessions, of passwords and of dashboard requests, and the responses that a browser gets. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import type { SessionList } from '../../src/contract/dashboard/sessions.ts'
import { apiClient } from './api_client.ts'
import { amount, tell } from './attack_full.ts'
import { setUpWorkspace } from './attack_workspace.ts'
import { collectClient, makeBatch, randomId, times, UNLIMITED } from './collect_client.ts'
import { dashboardClient, loginTo } from './dashboard_client.ts'
import { event, record } from './recorded_session.ts'
import { type RunningService, runService } from './running_service.ts'

const bot = readRecordings().find(({ kind }) => kind === 'bot') as KeptRecording
const person = readRecordings().find(({ kind }) => kind === 'control') as KeptRecording

describe('a flood of new sessions from one address', () => {
  const SENT = amount(300, 10_000)
  const PER_MINUTE = 30

  async function flood(env: Readonly<Record<string, string>>) {
    const service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent', ...env })
    const client = collectClient(service.address)
    const site = await service.workspace()
    const began = performance.now()
    let accepted = 0
    await times(SENT, async () => {
      const { status, headers } = await client.post(makeBatch(site.siteKey))
      if (status === 200) accepted++
      else expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    })
    const minutes = (performance.now() - began) / 60_000
    client.close()
    await service.stop()
    return { accepted, above: accepted - PER_MINUTE - Math.ceil(PER_MINUTE * minutes) }
  }

  it('is accepted up to its rate limit', async () => {
    const { accepted, above } = await flood({ BYHAND_RATE_SESSIONS_PER_IP: String(PER_MINUTE) })
    tell('sessions from one address', { sent: SENT, accepted, above_quota: Math.max(0, above) })
    expect(above / SENT).toBeLessThan(0.01)
    expect(accepted).toBeGreaterThanOrEqual(PER_MINUTE)
  })

  it('is accepted completely without a limit (control)', async () => {
    expect((await flood({})).accepted).toBe(SENT)
  })

  it('hides no session: sessions outside the first page are found by score, cursor and filter', async () => {
    const service = await runService({ BYHAND_LOG_LEVEL: 'silent' })
    const workspace = await service.workspace()
    const now = Date.now()
    const target = randomId(16)
    await workspace.append(target, bot.batches, { userId: 'u', tags: ['t'], receivedAt: now - 60_000 })
    for (let fake = 0; fake < 120; fake++) {
      const visit = record([event('click', 100)], [], { origin: now - 500 })
      await workspace.append(randomId(16), visit, { userId: 'u', tags: ['t'], receivedAt: now + fake })
    }
    const get = apiClient(service.address, workspace.secretKey)
    const ids = (answer: { json: { sessions: { session_id: string }[] } }) =>
      answer.json.sessions.map(({ session_id }) => session_id)
    const first = await get('/v1/users/u/sessions')
    expect(ids(first)).toHaveLength(100)
    expect(ids(first)).not.toContain(target)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string
    expect(ids(await get(next.replace(service.address, '')))).toContain(target)
    expect(ids(await get('/v1/tags/t/sessions?min_score=70'))).toEqual([target])
    const owner = await loginTo(service, workspace.id)
    for (const query of ['min_score=70', 'check=bot', 'order=score&limit=1']) {
      const { json } = await owner.get<SessionList>(`/sessions?user=u&${query}`)
      expect(
        json.items.map(({ session_id }) => session_id),
        query,
      ).toEqual([target])
    }
    await service.stop()
  })
})

describe('a flood of passwords', () => {
  const TRIES = amount(60, 1_000)
  let service: RunningService
  let workspace: string
  const real = crypto.scrypt
  let evaluated = 0
  let working = 0
  let most = 0

  beforeAll(async () => {
    service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent' })
    workspace = (await service.workspace()).id
    await loginTo(service, workspace, 'owner', 'ada@example.org')
    crypto.scrypt = ((...args: Parameters<typeof real>) => {
      evaluated++
      most = Math.max(most, ++working)
      const done = args.pop() as unknown as (error: Error | null, hash: Buffer) => void
      return (real as (...all: unknown[]) => void)(...args, (error: Error | null, hash: Buffer) => {
        working--
        done(error, hash)
      })
    }) as typeof real
    syncBuiltinESMExports()
  })
  afterAll(async () => {
    crypto.scrypt = real
    syncBuiltinESMExports()
    await service?.stop()
  })

  const attack = async (address: string, count: number, emailOf: (index: number) => string) => {
    evaluated = 0
    most = 0
    const anonymous = dashboardClient(address)
    const statuses = new Map<number, number>()
    await times(count, async (index) => {
      const { status } = await anonymous.send('POST', '/login', {
        email: emailOf(index),
        password: `guess ${index} of many`,
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    return statuses
  }

  it(`checks ten of ${TRIES} attempts for one account, two at a time, and keeps serving other requests`, async () => {
    const filled = await setUpWorkspace(service.services.store)
    const get = apiClient(service.address, filled.secretKey)
    const timed = async () => {
      const began = performance.now()
      expect((await get(`/v1/sessions/${filled.session}/report`)).status).toBe(200)
      return performance.now() - began
    }
    const unloaded: number[] = []
    for (let at = 0; at < 100; at++) unloaded.push(await timed())
    const under: number[] = []
    let isOver = false
    const attacking = attack(service.address, TRIES, () => 'ada@example.org').finally(() => {
      isOver = true
    })
    while (!isOver) under.push(await timed())
    const statuses = await attacking
    expect(evaluated).toBeLessThanOrEqual(10)
    expect([...statuses.keys()].sort()).toEqual([401, 429])
    expect(most).toBeLessThanOrEqual(2)
    const p99 = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(0.99 * all.length)]?.toFixed(1) ?? ''
    tell('passwords for one account', {
      tries: TRIES,
      evaluated,
      at_once: most,
      p99_ms: p99(unloaded),
      p99_under_ms: p99(under),
    })
  })

  it('checks a hundred attempts from one address under any name, then no more', async () => {
    // A new service, which has not counted the attempts of the previous test.
    const fresh = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent' })
    const tries = amount(25, 1_000)
    await attack(fresh.address, tries, (index) => `nobody${index}@example.org`)
    await fresh.stop()
    // Several names get more than ten attempts together, so the count is per name.
    expect(evaluated).toBe(Math.min(tries, 100))
    expect(most).toBeLessThanOrEqual(2)
    tell('passwords under any name', { tries, evaluated, at_once: most })
  }, 240_000)
})

describe('the dashboard', () => {
  it('limits reads and changes per member, and requests without a login per address', async () => {
    const service = await runService({
      ...UNLIMITED,
      BYHAND_RATE_DASHBOARD_READS: '5',
      BYHAND_RATE_DASHBOARD_CHANGES: '3',
      BYHAND_RATE_LOGINS_PER_IP: '4',
    })
    const filled = await setUpWorkspace(service.services.store)
    const client = async () => dashboardClient(service.address, await filled.cookie())
    const one = await client()
    const other = await client()
    const many = async (count: number, ask: () => Promise<{ status: number }>) => {
      const statuses: number[] = []
      for (let at = 0; at < count; at++) statuses.push((await ask()).status)
      return statuses
    }
    expect(await many(7, () => one.get('/me'))).toEqual([200, 200, 200, 200, 200, 429, 429])
    const refused = await one.get<{ code: string }>('/keys')
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('ratelimit-policy')).toBe('"dashboard-reads";q=5;w=60')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Changes have a separate limit, and so do other members.
    expect(await many(4, () => one.send('PATCH', '/me', { name: 'x' }))).toEqual([200, 200, 200, 429])
    const fine = await other.get('/me')
    expect([fine.status, fine.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringContaining('"dashboard-reads";r=4'),
    ])
    const anonymous = dashboardClient(service.address)
    const statuses = [
      ...(await many(3, () => anonymous.get('/me'))),
      ...(await many(3, () => anonymous.send('POST', '/link', { token: 'x' }))),
    ]
    expect(statuses).toEqual([401, 401, 401, 410, 429, 429])
    expect((await other.get('/me')).status).toBe(200)
    await service.stop()
  })
})

describe('a browser', () => {
  it('gets the same response from a person and a bot: no score, no check, no action', async () => {
    const service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent' })
    const site = await service.workspace()
    const client = collectClient(service.address)
    const responses: string[][] = []
    for (const { batches } of [bot, person]) {
      const session_id = randomId(16)
      let token: string | undefined
      for (const { batch } of batches) {
        const proof = token === undefined ? { tab_secret: randomId(16) } : { token }
        const reply = await client.post({ v: 1, site_key: site.siteKey, ...batch, session_id, ...proof })
        // The seeds of a challenge depend on the session id alone.
        const seeds = token === undefined ? ['challenge'] : []
        token = reply.json.token as string
        expect(Object.keys(reply.json)).toEqual(['session_id', 'token', 'status', ...seeds])
        expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{11}\.[\w-]{43}$/)
        const shape = Object.keys(reply.headers).sort().join()
        const text = reply.text.replace(/,"challenge":"[^"]*"/, '')
        responses.push([String(reply.status), shape, String(text.length)])
      }
      const key = { workspace: site.id, sessionId: session_id }
      const score = (await service.services.scoring.report(key))?.report.score as number
      expect(score >= 70).toBe(batches === bot.batches)
    }
    // The results differ, but the responses to the browsers do not.
    expect(new Set(responses.map((one) => one.join(' '))).size).toBe(1)
    client.close()
    await service.stop()
  })
})
