import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import type { Quality } from '../../src/contract/dashboard/quality.ts'
import type { SessionList } from '../../src/contract/dashboard/sessions.ts'
import type { SettingsView, WhatIf } from '../../src/contract/dashboard/settings.ts'
import { startMaintenance } from '../../src/server/privacy/retention.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const ROBOTS = ['puppeteer-naive-headless-1', 'selenium-headed-1']
const PEOPLE = ['plain-headed-1', 'plain-headed-2']

let time = Date.now()
let service: RunningService
let workspace: TestWorkspace
let owner: DashboardClient
const idOf = (name: string) => name.slice(0, 22).padEnd(22, '-')

beforeAll(async () => {
  service = await runService({}, { now: () => time })
  workspace = await service.workspace()
  owner = await loginTo(service, workspace.id)
  const recordings = new Map(readRecordings().map((recording) => [recording.name, recording]))
  for (const [index, name] of [...ROBOTS, ...PEOPLE].entries()) {
    const { batches } = recordings.get(name) as KeptRecording
    await workspace.append(idOf(name), batches, { receivedAt: time - 60_000 + index })
    await service.services.scoring.report({ workspace: workspace.id, sessionId: idOf(name) })
    const label = ROBOTS.includes(name) ? 'bot' : 'person'
    await owner.send('PUT', `/sessions/${idOf(name)}/label`, { label })
  }
})
afterAll(() => service?.stop())

const NOTHING = {
  bands: [25, 50, 70],
  monitor_only: false,
  retention: { session_days: null, survey_days: null },
}
const settings = async () => (await owner.get<SettingsView>('/settings')).json
const list = async () => (await owner.get<SessionList>('/sessions?order=score')).json.items

describe('what-if', () => {
  it('returns which stored sessions would change their action, and the effect on labeled ones', async () => {
    const wanted = { weights: { bot: 0 }, bands: [98, 99, 100], monitor_only: false }
    const { json } = await owner.send<WhatIf>('POST', '/settings/what-if', wanted)
    expect(json).toMatchObject({ computed_on: 4, stored: 4, before: { accept: 2, reject: 2 } })
    expect(json.labeled.before).toEqual({
      people_passed: 2,
      people_flagged: 0,
      bots_passed: 0,
      bots_flagged: 2,
    })
    expect(json.labeled.after.bots_passed).toBe(2)
    expect(json.changed).toBe(2)
    expect(json.moves).toEqual([
      { from: 'Auto-reject or high-priority review', to: expect.any(String), count: expect.any(Number) },
    ])
    expect(json.examples.map(({ session_id }) => session_id).sort()).toEqual(ROBOTS.map(idOf).sort())
    for (const example of json.examples) expect(example.score_after).toBeLessThan(example.score_before)
    // A what-if request does not change the settings.
    expect(await settings()).toMatchObject({ weights: {}, bands: [25, 50, 70] })
  })

  it('reports no change for the same settings', async () => {
    const { json } = await owner.send<WhatIf>('POST', '/settings/what-if', {
      weights: {},
      bands: [25, 50, 70],
      monitor_only: false,
    })
    expect(json).toMatchObject({ changed: 0, moves: [], examples: [] })
    expect(json.after).toEqual(json.before)
  })
})

describe('quality', () => {
  it('compares labels with results, with intervals', async () => {
    const { json } = await owner.get<Quality>('/quality')
    expect(json).toMatchObject({
      computed_on: 4,
      labels: {
        people: 2,
        bots: 2,
        precision: { of: 2, count: 2, share: 1 },
        recall: { of: 2, count: 2, share: 1 },
        false_positive_rate: { of: 2, count: 0, share: 0 },
      },
    })
    // Wilson's interval of 2 of 2.
    expect(json.labels.recall.low).toBeCloseTo(0.342, 3)
    expect(json.labels.recall.high).toBe(1)
    expect(json.checks).toHaveLength(15)
    expect(json.checks.find(({ check }) => check === 'bot')?.detected_among_bots.count).toBeGreaterThan(0)
    expect(json.checks.find(({ check }) => check === 'tor')?.unknown).toMatchObject({ of: 4, count: 4 })
    expect(json.coverage.browsers.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(4)
  })
})

describe('settings', () => {
  it('show the defaults and the changed values', async () => {
    const view = await settings()
    expect(view).toMatchObject({ ...NOTHING, weights: {}, rescoring: false })
    expect(view.defaults.weights).toHaveLength(15)
    expect(view.defaults.bands).toEqual([25, 50, 70])
  })

  it.each([
    [{ ...NOTHING, weights: {}, bands: [50, 50, 70] }, '/bands'],
    [{ ...NOTHING, weights: { bot: 101 } }, '/weights/bot'],
    [{ ...NOTHING, weights: { luck: 1 } }, '/weights'],
    [
      { ...NOTHING, weights: {}, retention: { session_days: 0, survey_days: null } },
      '/retention/session_days',
    ],
  ])('refuse %j', async (body, pointer) => {
    const { status, json } = await owner.send<{ errors: { pointer: string }[] }>('PATCH', '/settings', body)
    expect(status).toBe(400)
    expect(json.errors.map((error) => error.pointer).join(' ')).toContain(pointer)
  })

  it('can be changed by owners and tried by analysts', async () => {
    const analyst = await loginTo(service, workspace.id, 'analyst')
    const viewer = await loginTo(service, workspace.id, 'viewer')
    expect((await analyst.send('PATCH', '/settings', { ...NOTHING, weights: {} })).status).toBe(403)
    const wanted = { weights: {}, bands: [1, 2, 3], monitor_only: false }
    expect((await analyst.send('POST', '/settings/what-if', wanted)).status).toBe(200)
    expect((await viewer.send('POST', '/settings/what-if', wanted)).status).toBe(403)
  })

  it('are applied to every stored session, soon after they are saved', async () => {
    const before = await list()
    const saved = await owner.send<SettingsView>('PATCH', '/settings', {
      ...NOTHING,
      weights: {},
      monitor_only: true,
    })
    expect(saved.json).toMatchObject({ monitor_only: true, rescoring: true })
    time += 10_000
    const { store, scoring } = service.services
    const maintenance = startMaintenance({
      ...service.services,
      eraseAnalysis: (row) => store.surveys.erase(row),
      wake: () => scoring.wake(),
    })
    await maintenance.run()
    await maintenance.close()
    expect(await settings()).toMatchObject({ monitor_only: true, rescoring: false })
    const due = await store.sessions.claimUnscored(100, time, time, time)
    expect(due).toHaveLength(before.length)
    // The background work runs for each session once settings are five seconds old on every node.
    await expect
      .poll(
        async () => {
          for (const key of due) await scoring.report(key)
          return new Set((await list()).map(({ recommended_action: action }) => action))
        },
        { timeout: 30_000, interval: 500 },
      )
      .toEqual(new Set(['Auto-accept', 'Accept with monitoring']))
    expect((await list()).map(({ risk_score: score }) => score)).toEqual(
      before.map(({ risk_score: score }) => score),
    )
  })

  it('delete data after its retention', async () => {
    const retention = { session_days: 2, survey_days: 2 }
    await owner.send('PATCH', '/settings', { ...NOTHING, weights: {}, retention })
    time += 3 * 24 * 3_600_000
    const fresh = 'fresh-session---------'
    const [{ batches }] = readRecordings() as [KeptRecording]
    await workspace.append(fresh, batches, { receivedAt: time })
    const maintenance = startMaintenance({
      ...service.services,
      eraseAnalysis: (row) => service.services.store.surveys.erase(row),
      wake: () => {},
    })
    await maintenance.run()
    await maintenance.close()
    const { rows } = await service.services.store.facts.list({
      workspace: workspace.id,
      filter: {},
      order: 'newest',
      limit: 99,
    })
    expect(rows.map(({ sessionId }) => sessionId)).toEqual([fresh])
  })
})
