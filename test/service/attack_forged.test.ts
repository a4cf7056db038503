/** Sessions posted without the script are never accepted automatically, however plausible. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completed } from '../../research/lab/convert/completed.ts'
import { decodeBatch, type RecordedBatch } from '../../src/contract/batch/codec.ts'
import type { ChallengeResult } from '../../src/contract/network.ts'
import { makeReport } from '../../src/report/report.ts'
import { apiClient } from './api_client.ts'
import { amount, tell } from './attack_full.ts'
import { UNLIMITED } from './collect_client.ts'
import { type Forger, forge, inOne, invented, nextVisit } from './forged_visits.ts'
import {
  answerWithoutBrowser,
  CHROME,
  CHROME_ON_LINUX,
  COPIED_HEADERS,
  type Manner,
  MINIMAL,
  noisyPerson,
  postVisit,
  SAFARI,
  UNKNOWN_ENGINE,
  withoutDevice,
} from './forgers.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const FORGERIES = amount(5, 100)
const CLAIMS = 100

let service: RunningService
let site: TestWorkspace
const clock = { now: Date.now() }
beforeAll(async () => {
  service = await runService(UNLIMITED, { now: () => clock.now })
  site = await service.workspace()
})
afterAll(() => service.stop())

async function post(batches: readonly RecordedBatch[], manner: Manner) {
  const { sessionId } = await postVisit({ service, site, clock }, batches, manner)
  const report = await apiClient(service.address, site.secretKey)(`/v1/sessions/${sessionId}/report`)
  return report.json as { risk_score: number; recommended_action: string; risk_explanation: string }
}

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
      const { recommended_action, risk_explanation } = await post(make(nextVisit()), manner)
      actions[recommended_action] = (actions[recommended_action] ?? 0) + 1
      expect(recommended_action, risk_explanation).not.toBe('Auto-accept')
    }
    tell(name, actions)
  })

  it('that replays a person with 20 ms of noise is not accepted', async () => {
    for (let index = 0; index < FORGERIES; index++) {
      const { recommended_action } = await post(noisyPerson(index), { headers: COPIED_HEADERS })
      expect(recommended_action).not.toBe('Auto-accept')
    }
  })

  it.each<[string, Forger]>([
    ['names no browser at all', MINIMAL],
    ['names an engine that nobody knows', UNKNOWN_ENGINE],
    ['answers under another user agent', { ...CHROME, laterHeaders: MINIMAL.headers }],
    ['answers under another user agent, on Linux', { ...CHROME_ON_LINUX, laterHeaders: MINIMAL.headers }],
    ['opens under another user agent', { ...CHROME, headers: MINIMAL.headers, laterHeaders: CHROME.headers }],
    ['claims Safari and answers nothing', SAFARI],
  ])('that %s is not accepted', async (name, forger) => {
    const { actions } = await forge(service, site, clock, CLAIMS, forger)
    tell(name, actions)
    expect(actions['Auto-accept']).toBeUndefined()
    expect(Object.values(actions).reduce((sum, count) => sum + count)).toBe(CLAIMS)
  })

  it('control: differs only in the challenge and the user agent from one that is accepted', async () => {
    const { visits, actions } = await forge(service, site, clock, 20, CHROME)
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
    const accepted = await Promise.all(visits.map(({ sessionId }) => actionOf(sessionId)))
    expect(accepted.filter((action) => action === 'Auto-accept').length).toBeGreaterThan(15)
    const changed = await Promise.all(visits.map(({ sessionId }) => actionOf(sessionId, 'x')))
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
