/** The session API over HTTP, exactly as in the specification, on any store. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTENTION_KIND, CLIPBOARD_KIND, INPUT_KIND, NAVIGATION_KIND } from '../../src/contract/batch/rows.ts'
import {
  BIOMETRIC_CHECKS,
  CHECK_RESULTS,
  DEVICE_CHECKS,
  RECOMMENDED_ACTIONS,
} from '../../src/contract/checks.ts'
import { apiClient } from './api_client.ts'
import { byhand } from './command.ts'
import { event, type NamedEvent, record } from './recorded_session.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const newId = () => randomBytes(16).toString('base64url')

const visit: NamedEvent[] = [
  event('navigation', 0, { kind: NAVIGATION_KIND.load }, ['path', '/checkout']),
  event('click', 900, {}, ['button', 'Update credit card']),
  ...Array.from({ length: 42 }, (_, i) =>
    event('input', 1000 + i * 130, { kind: INPUT_KIND.insertText, length: 1, value: i + 1 }, [
      'question',
      'q1',
    ]),
  ),
  event('attention', 8000, { kind: ATTENTION_KIND.hidden }),
  event('attention', 9000, { kind: ATTENTION_KIND.visible }),
  event('clipboard', 9900, { kind: CLIPBOARD_KIND.paste, length: 118, sinceReturn: 900 }, ['question', 'q1']),
]
const VISIT_ACTIONS = [
  'Navigated to /checkout',
  'Clicked "Update credit card"',
  'Typed 42 characters in "q1"',
  'Left the tab',
  'Returned to the tab',
  'Pasted 118 characters into "q1" after returning to the tab',
]

const recentVisit = (zone = 'Europe/Berlin') => record(visit, [5, 20], { origin: Date.now() - 10_000, zone })

export function specSuite(
  engine: string,
  environment: () => Promise<Readonly<Record<string, string>>>,
): void {
  describe(engine, () => {
    let service: RunningService
    let workspace: TestWorkspace
    let get: ReturnType<typeof apiClient>

    beforeAll(async () => {
      const env = await environment()
      service = await runService(env)
      workspace = await service.workspace()
      const made = await byhand(
        { folder: service.folder, env },
        'keys',
        'create',
        '--scope',
        'sessions',
        '--json',
      )
      get = apiClient(service.address, JSON.parse(made.stdout).secret)
    })
    afterAll(() => service.stop())

    describe('the session report', () => {
      const sessionId = newId()
      beforeAll(() =>
        workspace.send(sessionId, recentVisit(), { userId: 'customer-1042', tags: ['checkout', 'spring'] }),
      )

      it('has every field of the specification, in its order', async () => {
        const { status, json } = await get(`/v1/sessions/${sessionId}/report`)
        expect(status).toBe(200)
        expect(Object.keys(json)).toEqual([
          'session_id',
          'user_id',
          'tags',
          'risk_score',
          'risk_explanation',
          'recommended_action',
          'user_logs',
          'biometric_checks',
          'device_checks',
          'effective_action',
          'overridden_by',
          'decision',
          'risk_parts',
          'risk_contributions',
          'evidence_coverage',
          'proven',
          'model_version',
        ])
        expect(json.evidence_coverage).toEqual({
          mouse: 0,
          keyboard: 0,
          touch: 0,
          device: false,
          network: expect.any(Boolean),
          observed_seconds: expect.any(Number),
        })
        expect(json.model_version).toMatch(/^\d+-.+-.+$/)
        expect(json).toMatchObject({
          session_id: sessionId,
          user_id: 'customer-1042',
          tags: ['checkout', 'spring'],
          risk_score: expect.any(Number),
        })
        expect(RECOMMENDED_ACTIONS).toContain(json.recommended_action)
        expect(json.risk_explanation).toMatch(/^[\x20-\x7e]{1,300}$/)
      })

      it('has all nine biometric and all six device checks, each with one of three values', async () => {
        const { json } = await get(`/v1/sessions/${sessionId}/report`)
        expect(Object.keys(json.biometric_checks)).toEqual([...BIOMETRIC_CHECKS])
        expect(Object.keys(json.device_checks)).toEqual([...DEVICE_CHECKS])
        for (const result of Object.values({ ...json.biometric_checks, ...json.device_checks })) {
          expect(CHECK_RESULTS).toContain(result)
        }
      })

      it('is byte for byte the same under both URLs', async () => {
        const byPath = await get(`/v1/sessions/${sessionId}/report`)
        const byQuery = await get(`/v1/sessions/report?sessionId=${sessionId}`)
        expect(byQuery.text).toBe(byPath.text)
      })

      it('marks user_logs as deprecated, and still fills it', async () => {
        const { headers, json } = await get(`/v1/sessions/${sessionId}/report`)
        expect(headers.get('deprecation')).toMatch(/^@\d+$/)
        expect(Date.parse(headers.get('sunset') ?? '')).toBeGreaterThan(Date.parse('2027-01-01'))
        expect(json.user_logs.map(({ action }: { action: string }) => action)).toEqual(VISIT_ACTIONS)
      })

      it('omits user_id if the session has none', async () => {
        const anonymous = newId()
        await workspace.send(anonymous, recentVisit())
        const { json } = await get(`/v1/sessions/${anonymous}/report`)
        expect(json).not.toHaveProperty('user_id')
        expect(json.tags).toEqual([])
      })

      it('is never older than the last acknowledged batch', async () => {
        const growing = newId()
        const batches = record(visit, [1, 2], { origin: Date.now() - 10_000 })
        for (let sent = 1; sent <= batches.length; sent++) {
          await workspace.append(growing, batches.slice(sent - 1, sent))
          const { json } = await get(`/v1/sessions/${growing}/report`)
          expect(json.user_logs).toHaveLength([0, 1, 2, VISIT_ACTIONS.length][sent] as number)
        }
      })
    })

    describe('the session report with `wait`', () => {
      const tookMs = async (path: string) => {
        const from = performance.now()
        const { status } = await get(path)
        return { status, ms: performance.now() - from }
      }

      it('waits for a session that does not exist yet', async () => {
        const late = newId()
        const pending = get(`/v1/sessions/${late}/report?wait=5`)
        await new Promise((resolve) => setTimeout(resolve, 300))
        await workspace.send(late, recentVisit())
        const { status, json } = await pending
        expect(status).toBe(200)
        expect(json.session_id).toBe(late)
      })

      it('waits for a missing batch, and then contains it', async () => {
        const late = newId()
        const [first, second, third] = recentVisit()
        if (!first || !second || !third) throw new Error('three batches expected')
        await workspace.append(late, [first, third], { receivedAt: Date.now() })
        const pending = get(`/v1/sessions/report?sessionId=${late}&wait=5`)
        await new Promise((resolve) => setTimeout(resolve, 300))
        await workspace.append(late, [second], { receivedAt: Date.now() })
        const { json } = await pending
        expect(json.user_logs.map(({ action }: { action: string }) => action)).toEqual(VISIT_ACTIONS)
      })

      it('waits no longer than requested, and still returns 404 for an unknown session', async () => {
        const { status, ms } = await tookMs(`/v1/sessions/${newId()}/report?wait=1`)
        expect(status).toBe(404)
        expect(ms).toBeGreaterThan(950)
        const others = Array.from({ length: 40 }, () => get(`/v1/sessions/${newId()}/report?wait=3`))
        await new Promise((resolve) => setTimeout(resolve, 500))
        expect((await tookMs(`/v1/sessions/${newId()}/report`)).ms).toBeLessThan(1_500)
        await Promise.all(others)
      })

      it.each([
        ['6', 'must be a whole number from 0 to 5'],
        ['-1', 'must be a whole number from 0 to 5'],
        ['1.5', 'must be a whole number from 0 to 5'],
        ['', 'must not be empty'],
      ])('of %j is refused', async (wait, detail) => {
        const { status, json } = await get(`/v1/sessions/${newId()}/report?wait=${wait}`)
        expect(status).toBe(400)
        expect(json.errors).toEqual([{ pointer: 'wait', detail }])
      })
    })

    describe('the event log', () => {
      const sessionId = newId()
      beforeAll(() => workspace.send(sessionId, recentVisit()))

      it('lists the actions in order', async () => {
        const { json, headers } = await get(`/v1/sessions/${sessionId}/events`)
        expect(Object.keys(json)).toEqual(['session_id', 'event_count', 'events'])
        expect(json.session_id).toBe(sessionId)
        expect(json.event_count).toBe(VISIT_ACTIONS.length)
        expect(json.events.map(({ action }: { action: string }) => action)).toEqual(VISIT_ACTIONS)
        expect(headers.get('deprecation')).toBeNull()
        for (const entry of json.events) {
          expect(Object.keys(entry)).toEqual(['action', 'user_time', 'unix_timestamp'])
          expect(entry.user_time).toMatch(
            /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([1-9]|[12]\d|3[01]), \d{4} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
          )
          expect(entry.user_time).toBe(berlinTime(entry.unix_timestamp))
        }
      })

      it('is byte for byte the same under both URLs', async () => {
        const byPath = await get(`/v1/sessions/${sessionId}/events`)
        const byQuery = await get(`/v1/sessions/events?sessionId=${sessionId}`)
        expect(byQuery.text).toBe(byPath.text)
      })

      it('is paged on request, always with the total count', async () => {
        const actions: string[] = []
        let path: string | undefined = `/v1/sessions/${sessionId}/events?limit=4`
        while (path !== undefined) {
          const { json, headers } = await get(path)
          expect(json.event_count).toBe(VISIT_ACTIONS.length)
          expect(json.events.length).toBeLessThanOrEqual(4)
          actions.push(...json.events.map(({ action }: { action: string }) => action))
          path = nextOf(headers)
        }
        expect(actions).toEqual(VISIT_ACTIONS)
      })
    })

    describe.each([
      ['user', 'user_id', '/v1/users', 'userId'],
      ['tag', 'tag', '/v1/tags', 'tag'],
    ] as const)('the sessions of a %s', (kind, field, base, parameter) => {
      const named = (value: string) => (kind === 'user' ? { userId: value } : { tags: [value] })
      const fill = async (value: string, count: number) => {
        const start = Date.now() - 1_000_000
        const ids = Array.from({ length: count }, newId)
        for (const [index, id] of ids.entries()) {
          const receivedAt = start + index * 1000
          await workspace.append(id, record(visit.slice(0, 1), [], { origin: receivedAt - 100 }), {
            ...named(value),
            receivedAt,
          })
        }
        return ids.toReversed()
      }
      const idsOf = (json: { sessions: { session_id: string }[] }) =>
        json.sessions.map((one) => one.session_id)

      it('is a list of records, newest first, without user_id', async () => {
        const ids = await fill('newest first', 3)
        const { json, headers } = await get(`${base}/${encodeURIComponent('newest first')}/sessions`)
        expect(Object.keys(json)).toEqual([field, 'sessions'])
        expect(json[field]).toBe('newest first')
        expect(idsOf(json)).toEqual(ids)
        expect(headers.get('deprecation')).toMatch(/^@\d+$/)
        expect(Object.keys(json.sessions[0])).toEqual([
          'session_id',
          'tags',
          'risk_score',
          'risk_explanation',
          'recommended_action',
          'user_logs',
          'biometric_checks',
          'device_checks',
          'effective_action',
          'overridden_by',
        ])
        expect(Object.keys(json.sessions[0].biometric_checks)).toEqual([...BIOMETRIC_CHECKS])
        expect(Object.keys(json.sessions[0].device_checks)).toEqual([...DEVICE_CHECKS])
      })

      it('contains the 100 most recent; further pages contain the rest', async () => {
        const ids = await fill('many', 105)
        const plain = await get(`${base}/many/sessions`)
        expect(idsOf(plain.json)).toEqual(ids.slice(0, 100))
        const rest = await get(nextOf(plain.headers) ?? '')
        expect(idsOf(rest.json)).toEqual(ids.slice(100))
        expect(nextOf(rest.headers)).toBeUndefined()

        const paged: string[] = []
        for (
          let path: string | undefined = `${base}/sessions?${parameter}=many&limit=30`;
          path !== undefined;
        ) {
          const { json, headers } = await get(path)
          paged.push(...idsOf(json))
          path = nextOf(headers)
        }
        expect(paged).toEqual(ids)
      })

      it('can be filtered by a minimum score', async () => {
        const ids = await fill('scored', 5)
        const all = await get(`${base}/scored/sessions?min_score=0`)
        expect(idsOf(all.json)).toEqual(ids)
        const scores = all.json.sessions.map((one: { risk_score: number }) => one.risk_score)
        const { json } = await get(`${base}/scored/sessions?min_score=100`)
        expect(json.sessions).toHaveLength(scores.filter((score: number) => score >= 100).length)
      })

      it.each([
        'sessions',
        '__proto__',
        'constructor',
        'a/b',
        '%2F',
        '%',
        '🦊 é',
        'a&b=c+d?e#f',
        '"<script>',
        '..',
      ])('finds %j under both URLs, byte for byte the same', async (value) => {
        const [id] = await fill(value, 1)
        const encoded = value === '..' ? '%2E%2E' : encodeURIComponent(value)
        const byQuery = await get(`${base}/sessions?${parameter}=${encoded}`)
        expect(byQuery.json[field]).toBe(value)
        expect(idsOf(byQuery.json)).toEqual([id])
        if (value === '..') return
        const byPath = await get(`${base}/${encoded}/sessions`)
        expect(byPath.text).toBe(byQuery.text)
      })

      it('is empty for an unknown name', async () => {
        const { status, text } = await get(`${base}/nobody/sessions`)
        expect(status).toBe(200)
        expect(text).toBe(`{"${field}":"nobody","sessions":[]}`)
      })

      it.each([
        ['no parameter', '/sessions', parameter],
        ['an empty parameter', `/sessions?${parameter}=`, parameter],
        ['a repeated parameter', `/sessions?${parameter}=a&${parameter}=b`, parameter],
        ['257 bytes', `/${'a'.repeat(257)}/sessions`, parameter],
        ['4,000 bytes', `/${'a'.repeat(4000)}/sessions`, parameter],
        ['a limit of 0', '/a/sessions?limit=0', 'limit'],
        ['a limit of 101', '/a/sessions?limit=101', 'limit'],
        ['an invalid cursor', '/a/sessions?before=abc', 'before'],
        ['a score of 101', '/a/sessions?min_score=101', 'min_score'],
      ])('rejects %s and names the parameter', async (_, path, pointer) => {
        const { status, json } = await get(base + path)
        expect(status).toBe(400)
        expect(json.code).toBe('invalid_request')
        expect(json.errors).toEqual([{ pointer, detail: expect.any(String) }])
      })

      it.each(['%', '%2', '%zz', '%ff', '%c3%28'])(
        'rejects %s, which is not percent-encoding',
        async (bad) => {
          expect((await get(`${base}/${bad}/sessions`)).status).toBe(400)
          const { status, json } = await get(`${base}/sessions?${parameter}=${bad}`)
          expect(status).toBe(400)
          expect(json.errors[0].pointer).toBe(parameter)
        },
      )
    })

    describe('a flooded list', () => {
      it('still contains the one risky session, by score and by paging', async () => {
        const start = Date.now() - 1_000_000
        const risky = newId()
        const driven = record(visit, [], { origin: start - 9_900 }).map(({ batch, receipt }) => ({
          batch: { ...batch, device: [{ at: 'load' as const, signals: { webdriver: true } }] },
          receipt,
        }))
        await workspace.append(risky, driven, { tags: ['flooded'], receivedAt: start })
        for (let i = 1; i <= 250; i++) {
          const receivedAt = start + i * 1000
          const harmless = record(visit.slice(0, 1), [], { origin: receivedAt - 100 })
          await workspace.append(newId(), harmless, { tags: ['flooded'], receivedAt })
        }
        const plain = await get('/v1/tags/flooded/sessions')
        expect(plain.text).not.toContain(risky)
        const filtered = await get('/v1/tags/flooded/sessions?min_score=50')
        expect(filtered.json.sessions.map((one: { session_id: string }) => one.session_id)).toEqual([risky])
        expect(filtered.json.sessions[0].device_checks.bot).toBe('Detected')
        let pages = 0
        let found = false
        for (let path: string | undefined = '/v1/tags/flooded/sessions'; path !== undefined; pages++) {
          const { text, headers } = await get(path)
          found ||= text.includes(risky)
          path = nextOf(headers)
        }
        expect({ pages, found }).toEqual({ pages: 3, found: true })
      })
    })

    describe('user_logs in lists', () => {
      it('contains the newest 500 entries; the event log contains all', async () => {
        const id = newId()
        const clicks = Array.from({ length: 700 }, (_, i) => event('click', i * 200, {}, ['button', `b${i}`]))
        await workspace.append(id, record(clicks, [300], { origin: Date.now() - 200_000 }), {
          userId: 'clicker',
        })
        const list = await get('/v1/users/clicker/sessions')
        const log = await get(`/v1/sessions/${id}/events`)
        const report = await get(`/v1/sessions/${id}/report`)
        expect(log.json.event_count).toBe(700)
        expect(report.json.user_logs).toEqual(log.json.events)
        expect(list.json.sessions[0].user_logs).toEqual(log.json.events.slice(200))
      })
    })
  })
}

function nextOf(headers: Headers): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
}

function berlinTime(unixMs: number): string {
  const part = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'Europe/Berlin',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(unixMs)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.month} ${part.day}, ${part.year} ${part.hour}:${part.minute}:${part.second}`
}
