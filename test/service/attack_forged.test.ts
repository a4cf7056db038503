/** Sessions posted without the script are never accepted automatically, however plausible. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completed } from '../../lab/convert/completed.ts'
import { LINUX_CHROMIUM, WINDOWS_CHROME } from '../../lab/convert/personas/device.ts'
import { readRecordings } from '../../lab/recordings.ts'
import { computedValues } from '../../src/browser/challenge/answer.ts'
import { errorText } from '../../src/browser/challenge/wrong_operations.ts'
import { drawFrom, tasksFrom } from '../../src/contract/challenge.ts'
import { decodeBatch, type RecordedBatch } from '../../src/contract/codec.ts'
import type { ChallengeResult } from '../../src/contract/network.ts'
import { makeReport } from '../../src/report/report.ts'
import { apiClient } from './api_client.ts'
import { amount, tell } from './attack_full.ts'
import { collectClient, type Loose, randomId, UNLIMITED } from './collect_client.ts'
import { chromeHeaders, type Forger, forge, inOne, invented } from './forged_visits.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const FORGERIES = amount(5, 100)
const CLAIMS = 100
const COPIED_HEADERS = chromeHeaders(WINDOWS_CHROME)

const noResults = (seed: string) => ({ seed, results: [] })
const CHROME: Forger = { headers: COPIED_HEADERS, signals: WINDOWS_CHROME, answer: noResults }
const LINUX: Forger = { ...CHROME, headers: chromeHeaders(LINUX_CHROMIUM), signals: LINUX_CHROMIUM }
const MINIMAL: Forger = {
  ...CHROME,
  headers: { 'user-agent': 'x', 'accept-language': 'x', 'accept-encoding': 'x' },
  signals: {},
}
const UNKNOWN_ENGINE: Forger = {
  ...MINIMAL,
  headers: { ...MINIMAL.headers, 'user-agent': 'Ladybird/1.0' },
  signals: { ...WINDOWS_CHROME, user_agent: 'Ladybird/1.0', engine: { absent: 'unsupported' } },
}
const SAFARI_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15'
const { brands: _, full_brands: _full, mobile: _mobile, ...WITHOUT_BRANDS } = WINDOWS_CHROME
const SAFARI: Forger = {
  ...CHROME,
  headers: {
    'user-agent': SAFARI_AGENT,
    'accept-language': 'en',
    'accept-encoding': 'gzip, deflate, br',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  },
  signals: {
    ...WITHOUT_BRANDS,
    user_agent: SAFARI_AGENT,
    platform: 'MacIntel',
    engine: 'webkit',
    webgl_vendor: 'Apple Inc.',
    webgl_renderer: 'Apple GPU',
    scrollbar_width: 0,
  },
}

let service: RunningService
let site: TestWorkspace
const clock = { now: Date.now() }
/** Each invented visit is sent once: the service recognizes repeats. */
let visits = 0
beforeAll(async () => {
  service = await runService(UNLIMITED, { now: () => clock.now })
  site = await service.workspace()
})
afterAll(() => service.stop())

/** Answers of a program that has read the script and runs on the same JavaScript engine, but has no canvas. */
function answerWithoutBrowser(seeds: string): { seed: string; results: (string | number)[] } {
  const [fixed = ''] = seeds.split(' ')
  const draw = drawFrom(fixed)
  const tasks = tasksFrom(draw)
  const widths = tasks.widths.map((width) => Math.floor(width * 64) / 64)
  const errors = tasks.errors.map((index) => errorText(index, tasks))
  const pictures = [randomId(16), randomId(16)]
  return { seed: seeds, results: [...pictures, 1, ...widths, ...errors, ...computedValues(draw)] }
}

interface Manner {
  readonly answer?: (seeds: string) => { seed: string; results: (string | number)[] }
  readonly headers?: Record<string, string>
  /** Milliseconds between batches; undefined: the duration of the events. */
  readonly paceMs?: number
  readonly keep?: (batch: Loose, index: number) => Loose
}

async function post(
  batches: readonly RecordedBatch[],
  { answer, headers = {}, paceMs, keep = (batch) => batch }: Manner,
) {
  const client = collectClient(service.address)
  const sessionId = randomId(16)
  const tab = randomId(6)
  const origin = clock.now
  let token: string | undefined
  let seeds: string | undefined
  for (const [index, { batch }] of batches.entries()) {
    const lastsMs = batch.sent_at - batch.time_origin
    clock.now = paceMs === undefined ? Math.max(clock.now, origin + lastsMs) : clock.now + paceMs
    const body: Loose = {
      v: 1,
      site_key: site.siteKey,
      ...batch,
      session_id: sessionId,
      tab,
      time_origin: origin,
      sent_at: origin + lastsMs,
      ...(token === undefined ? { tab_secret: sessionId } : { token }),
      ...(seeds && answer && { challenge: answer(seeds) }),
    }
    const reply = await client.post(JSON.stringify(keep(body, index)), headers)
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('stored')])
    token = reply.json.token
    seeds = reply.json.challenge
  }
  client.close()
  const report = await apiClient(service.address, site.secretKey)(`/v1/sessions/${sessionId}/report`)
  return report.json as { risk_score: number; recommended_action: string; risk_explanation: string }
}

const withoutDevice = ({ device: _, ...batch }: Loose): Loose => batch

describe('a forged session', () => {
  it('of one row is not accepted', async () => {
    const row: RecordedBatch = {
      batch: {
        session_id: '',
        tab: '',
        page: 0,
        seq: 0,
        final: true,
        sent_at: clock.now,
        time_origin: clock.now,
        start: 0,
        at: [0, 0],
        names: [],
        rows: [[7, 0, 2, 41, 41, 41, 0, -1]],
      },
      receipt: { at: clock.now },
    }
    const { recommended_action } = await post([row], {})
    expect(['Auto-accept', 'Accept with monitoring']).not.toContain(recommended_action)
    const open = { ...row, batch: { ...row.batch, final: false } }
    expect((await post([open], { headers: COPIED_HEADERS })).recommended_action).toBe('Unknown')
  })

  it.each<[string, (index: number) => RecordedBatch[], Manner]>([
    ['in one request', (index) => inOne(invented(index)), { headers: COPIED_HEADERS }],
    ['in one request without a device', (index) => inOne(invented(index)), { keep: withoutDevice }],
    ['in many requests at once', invented, { headers: COPIED_HEADERS, paceMs: 1 }],
    ['in real time without a device', invented, { headers: COPIED_HEADERS, keep: withoutDevice }],
    ["in real time with a browser's headers", invented, { headers: COPIED_HEADERS }],
    [
      'in real time with an answer to the challenge',
      invented,
      { headers: COPIED_HEADERS, answer: answerWithoutBrowser },
    ],
  ])('invented, sent %s, is not accepted', async (name, make, manner) => {
    const actions: Record<string, number> = {}
    for (let index = 0; index < FORGERIES; index++) {
      const { recommended_action, risk_explanation } = await post(make(visits++), manner)
      actions[recommended_action] = (actions[recommended_action] ?? 0) + 1
      expect(recommended_action, risk_explanation).not.toBe('Auto-accept')
    }
    tell(name, actions)
  })

  it('that replays a person with 20 ms of noise is not accepted', async () => {
    const person = readRecordings().find(({ name }) => name === 'plain-headed-1')
    const batches = person?.batches ?? []
    const noisy = (seed: number): RecordedBatch[] =>
      batches.map(({ batch, receipt }, index) => ({
        receipt,
        batch: {
          ...batch,
          rows: batch.rows.map(([code, dt, ...rest], row) => [
            code as number,
            Math.max(
              0,
              (dt as number) + Math.round(200 * Math.sin(seed * 7919 + index * 104_729 + row * 31)),
            ),
            ...rest,
          ]),
        },
      }))
    for (let index = 0; index < FORGERIES; index++) {
      const { recommended_action } = await post(noisy(index), { headers: COPIED_HEADERS })
      expect(recommended_action).not.toBe('Auto-accept')
    }
  })

  it.each<[string, Forger]>([
    ['names no browser at all', MINIMAL],
    ['names an engine that nobody knows', UNKNOWN_ENGINE],
    ['answers under another user agent', { ...CHROME, laterHeaders: MINIMAL.headers }],
    ['answers under another user agent, on Linux', { ...LINUX, laterHeaders: MINIMAL.headers }],
    ['opens under another user agent', { ...CHROME, headers: MINIMAL.headers, laterHeaders: CHROME.headers }],
    ['claims Safari and answers nothing', SAFARI],
  ])('that %s is not accepted', async (name, forger) => {
    const { actions } = await forge(service, site, clock, CLAIMS, forger)
    tell(name, actions)
    expect(actions['Auto-accept']).toBeUndefined()
    expect(Object.values(actions).reduce((sum, count) => sum + count)).toBe(CLAIMS)
  })

  it('control: differs only in the challenge and the user agent from one that is accepted', async () => {
    const { sessionIds, actions } = await forge(service, site, clock, 20, CHROME)
    expect(actions['Auto-accept']).toBeUndefined()
    const passed: ChallengeResult = { result: 'passed', known: true }
    const actionOf = async (sessionId: string, userAgent?: string) => {
      const stored = await service.services.store.sessions.batches({ workspace: site.id, sessionId })
      const batches = stored.map(({ bytes }, index) => {
        const { batch, receipt } = decodeBatch(bytes)
        const isLast = index === stored.length - 1
        const later = isLast && { challenge: passed, ...(userAgent !== undefined && { userAgent }) }
        return { batch, receipt: { ...receipt, ...later } }
      })
      const session = { sessionId, userId: null, tags: [], tampered: 0, overflow: 0 }
      return makeReport({ ...session, batches }, {}, () => {}).record.recommended_action
    }
    const accepted = await Promise.all(sessionIds.map((id) => actionOf(id)))
    expect(accepted.filter((action) => action === 'Auto-accept').length).toBeGreaterThan(15)
    const changed = await Promise.all(sessionIds.map((id) => actionOf(id, 'x')))
    expect(changed).not.toContain('Auto-accept')
  })

  it('control: would be accepted if it had passed the challenge', () => {
    const session = { sessionId: 'S', userId: null, tags: [], tampered: 0, overflow: 0 }
    const accepted = Array.from({ length: FORGERIES }, (_, index) =>
      makeReport({ ...session, batches: completed(invented(index)) }, {}, () => {}),
    ).filter(({ record }) => record.recommended_action === 'Auto-accept')
    expect(accepted.length).toBeGreaterThan(FORGERIES / 2)
  })
})
