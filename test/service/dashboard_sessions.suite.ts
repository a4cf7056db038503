/** The session routes of the dashboard over HTTP, with recordings of the lab, for every store. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import type { Overview } from '../../src/contract/dashboard/overview.ts'
import type { SessionReplay, SessionView } from '../../src/contract/dashboard/session_view.ts'
import type { SessionChanges, SessionHistogram, SessionList } from '../../src/contract/dashboard/sessions.ts'
import type { SessionReport } from '../../src/contract/session.ts'
import { referredFrom } from '../samples/referred.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const NAMES = {
  person: 'plain-headed-1',
  robot: 'puppeteer-naive-headless-1',
  reader: 'reader-headed-1',
} as const

/** The reader's is no host name. */
const REFERRERS: Partial<Record<keyof typeof NAMES, string>> = {
  robot: 'forum.example',
  reader: '<b>forum.example</b>\ncountry DE',
}

const recordings = new Map(readRecordings().map((recording) => [recording.name, recording]))
const idOf = (name: keyof typeof NAMES) => `session-${name}`.padEnd(22, '-')

export function dashboardSessionsSuite(store: () => Promise<Record<string, string>>): void {
  let service: RunningService
  let workspace: TestWorkspace
  let owner: DashboardClient

  beforeAll(async () => {
    service = await runService(await store())
    workspace = await service.workspace()
    owner = await loginTo(service, workspace.id)
    const hourAgo = Date.now() - 3_600_000
    for (const [index, [key, name]] of Object.entries(NAMES).entries()) {
      const recorded = (recordings.get(name) as KeptRecording).batches
      const referrer = REFERRERS[key as keyof typeof NAMES]
      const batches = referrer === undefined ? recorded : referredFrom(referrer, recorded)
      const names = { userId: 'ada', tags: [key, 'lab'], receivedAt: hourAgo + index * 1_000 }
      await workspace.append(idOf(key as keyof typeof NAMES), batches, names)
      await service.services.scoring.report({
        workspace: workspace.id,
        sessionId: idOf(key as keyof typeof NAMES),
      })
    }
  })
  afterAll(() => service?.stop())

  const list = async (query = '') => (await owner.get<SessionList>(`/sessions${query}`)).json
  const ids = ({ items }: SessionList) => items.map(({ session_id }) => session_id)

  describe('the list', () => {
    it('describes each session', async () => {
      const { items, next, complete } = await list()
      expect({ next, complete }).toEqual({ next: null, complete: true })
      expect(ids({ items, next, complete })).toEqual([idOf('reader'), idOf('robot'), idOf('person')])
      const [, robot, person] = items
      expect(person).toMatchObject({
        user_id: 'ada',
        tags: ['person', 'lab'],
        recommended_action: 'Auto-accept',
        browser: expect.stringMatching(/^Chrome \d+$/),
        label: null,
      })
      expect(person?.risk_score).toBeLessThan(25)
      expect(person?.routes.length).toBeGreaterThan(0)
      expect(robot).toMatchObject({ recommended_action: 'Auto-reject or high-priority review' })
      expect(robot?.risk_score).toBeGreaterThanOrEqual(70)
      expect(robot?.detected).toContain('bot')
      expect(items.map(({ referrer }) => referrer)).toEqual([null, 'forum.example', null])
    })

    it('filters and searches', async () => {
      expect(ids(await list('?user=ada&check=bot'))).toEqual([idOf('robot')])
      expect(ids(await list('?user=nobody'))).toEqual([])
      expect(ids(await list('?referrer=forum.example'))).toEqual([idOf('robot')])
      expect(ids(await list(`?q=${idOf('robot').slice(0, 12)}`))).toEqual([idOf('robot')])
    })

    it('counts by time', async () => {
      const { json } = await owner.get<SessionHistogram>('/sessions/histogram')
      expect(json).toMatchObject({ complete: true, totals: { accept: 1, reject: 1, review: 0, unknown: 1 } })
      const counted = json.buckets.reduce(
        (sum, { counts }) => sum + counts.accept + counts.reject + counts.unknown,
        0,
      )
      expect(counted).toBe(3)
      const robots = await owner.get<SessionHistogram>('/sessions/histogram?tag=robot')
      expect(robots.json.totals).toEqual({ accept: 0, monitor: 0, review: 0, reject: 1, unknown: 0 })
    })

    it.each(['', '?tag=lab'])('counts by referrer, without visits that have none: %j', async (query) => {
      const { json } = await owner.get<Overview>(`/overview${query}`)
      const counts = { accept: 0, monitor: 0, review: 0, reject: 1, unknown: 0 }
      expect(json.breakdowns.referrer).toEqual({ rows: [{ value: 'forum.example', counts }], values: 1 })
    })

    it('returns the sessions since the last request', async () => {
      const first = await owner.get<SessionChanges>('/sessions/changes')
      expect(first.json.items).toEqual([])
      const sessionId = 'session-new-----------'
      const { batches } = recordings.get(NAMES.person) as KeptRecording
      await workspace.append(sessionId, batches, { receivedAt: Date.now() })
      const changes = await owner.get<SessionChanges>(`/sessions/changes?cursor=${first.json.next}`)
      expect(changes.json.items.map((item) => item.session_id)).toContain(sessionId)
      expect(await owner.get('/first-session')).toMatchObject({
        json: { arrived: true, session_id: sessionId },
      })
      await service.services.store.sessions.erase({ workspace: workspace.id, sessionId })
    })
  })

  describe('one session', () => {
    it('returns each check with its evidence, and the score without it', async () => {
      const { json } = await owner.get<SessionView>(`/sessions/${idOf('robot')}`)
      expect(json.checks).toHaveLength(15)
      expect(json.checks.map(({ kind }) => kind).filter((kind) => kind === 'biometric')).toHaveLength(9)
      const bot = json.checks.find(({ check }) => check === 'bot')
      expect(bot).toMatchObject({
        result: 'Detected',
        strength: expect.any(Number),
        evidence: expect.any(String),
      })
      expect(bot?.points).toBeGreaterThan(0)
      expect(bot?.score_without).toBeLessThanOrEqual(json.risk_score)
      for (const check of json.checks) {
        expect(check.evidence).not.toBe('')
        if (check.result !== 'Detected')
          expect(check).toMatchObject({ points: 0, score_without: json.risk_score })
      }
      expect(json.checks.reduce((sum, { points }) => sum + points, 0)).toBe(json.risk_score)
      expect(json.risk_parts.input + json.risk_parts.context).toBe(json.risk_score)
      const report = await fetch(`${service.address}/v1/sessions/${idOf('robot')}/report`, {
        headers: { authorization: `Bearer ${workspace.secretKey}` },
      })
      const own = (await report.json()) as SessionReport
      expect(own).toMatchObject({
        risk_score: json.risk_score,
        risk_parts: json.risk_parts,
        risk_explanation: json.risk_explanation,
        recommended_action: json.recommended_action,
      })
      const byName = (a: { check: string }, b: { check: string }) => (a.check < b.check ? -1 : 1)
      expect(own.risk_contributions.toSorted(byName)).toEqual(
        json.checks
          .filter(({ points, result }) => points > 0 || result === 'Detected')
          .map(({ check, points, limited_by }) => ({ check, points, limited_by }))
          .toSorted(byName),
      )
      expect(json.device).toContainEqual({ name: 'Browser', value: expect.stringContaining('Chrome') })
      expect(json.device).toContainEqual({ name: 'Referrer', value: 'forum.example' })
      const reader = await owner.get<SessionView>(`/sessions/${idOf('reader')}`)
      expect(reader.json.device.map(({ name }) => name)).not.toContain('Referrer')
      expect(json.same_user.map(({ session_id }) => session_id)).toEqual([idOf('reader'), idOf('person')])
    })

    it('has its name before it was scored, and the same duration everywhere', async () => {
      const other = await service.workspace()
      const member = await loginTo(service, other.id)
      const { batches } = recordings.get(NAMES.person) as KeptRecording
      await other.append(idOf('person'), batches, { receivedAt: Date.now() })
      const { json: view } = await member.get<SessionView>(`/sessions/${idOf('person')}`)
      expect(view.browser).toMatch(/^Chrome \d+$/)
      expect(view.routes.length).toBeGreaterThan(0)
      const { items } = (await member.get<SessionList>('/sessions')).json
      const { json: replay } = await member.get<SessionReplay>(`/sessions/${idOf('person')}/replay`)
      expect(view.duration_ms).toBeGreaterThan(1_000)
      expect([items[0]?.duration_ms, replay.duration_ms]).toEqual([view.duration_ms, view.duration_ms])
    })

    it('returns positions and the names of clicked elements and of fields, no other text', async () => {
      const { json } = await owner.get<SessionReplay>(`/sessions/${idOf('person')}/replay`)
      const points = json.pages.flatMap(({ pointer }) => pointer)
      expect(points.length).toBeGreaterThan(10)
      expect(json.pages.flatMap(({ clicks }) => clicks).length).toBeGreaterThan(0)
      expect(json.pages.flatMap(({ keys }) => keys).length).toBeGreaterThan(10)
      const times = points.map(([t]) => t)
      expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...times)).toBeLessThanOrEqual(json.duration_ms)
      const { batches } = recordings.get(NAMES.person) as KeptRecording
      const labels = batches.flatMap(({ batch }) => batch.names).filter(([role]) => role !== 'path')
      expect(labels.length).toBeGreaterThan(0)
      const unlabeled = JSON.stringify(json, (key, value) =>
        ['label', 'fields'].includes(key) ? undefined : value,
      )
      for (const [, label] of labels.filter(([, label]) => label.length > 3))
        expect(unlabeled).not.toContain(label)
    })

    it('has a log, an export and a printable summary without a score', async () => {
      const log = await owner.get<{ event_count: number; items: unknown[]; next: null }>(
        `/sessions/${idOf('robot')}/log`,
      )
      expect(log.json.items).toHaveLength(log.json.event_count)
      const { headers, json } = await owner.get<{ digest: string }>(`/sessions/${idOf('robot')}/export`)
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="byhand-[\w-]+\.json"$/)
      expect(json).toMatchObject({ session_id: idOf('robot'), digest: expect.any(String) })
      const sheet = await owner.get<{ counted: string[] }>(`/sessions/${idOf('robot')}/reasons`)
      expect(sheet.json.counted.length).toBeGreaterThan(0)
      expect(sheet.text).not.toMatch(/score|Detected|Auto-reject|centered_clicks|\bbot\b/)
    })

    it('stores a label with its author, and removes it', async () => {
      const path = `/sessions/${idOf('robot')}/label`
      const set = await owner.send('PUT', path, { label: 'bot' })
      expect(set.json).toMatchObject({ label: { label: 'bot', by: expect.stringContaining('@') } })
      expect(ids(await list('?label=bot'))).toEqual([idOf('robot')])
      expect((await owner.get(`/sessions/${idOf('robot')}`)).json).toMatchObject({ label: { label: 'bot' } })
      expect((await owner.send('DELETE', path)).json).toMatchObject({
        label: null,
        previous: { label: 'bot' },
      })
      for (const label of ['maybe', null]) expect((await owner.send('PUT', path, { label })).status).toBe(400)
      const audit = await owner.get<{ items: { action: string; subject: string }[] }>('/audit')
      const actions = audit.json.items
        .filter(({ subject }) => subject === idOf('robot'))
        .map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(['label_removed', 'label_set', 'exported']))
    })

    it('is not found by another workspace', async () => {
      const other = await loginTo(service, (await service.workspace()).id)
      const unknown = await other.get<{ code: string }>('/sessions/no-such-session-at-all')
      for (const part of ['', '/replay', '/log', '/export', '/reasons']) {
        const { status, json } = await other.get<{ code: string }>(`/sessions/${idOf('person')}${part}`)
        expect([status, json.code]).toEqual([404, 'session_not_found'])
        expect({ ...json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
      }
      const label = await other.send('PUT', `/sessions/${idOf('person')}/label`, { label: 'bot' })
      expect(label.status).toBe(404)
      expect((await other.get<SessionList>('/sessions')).json.items).toEqual([])
    })

    it('can be read by a viewer, and labeled by an analyst', async () => {
      const viewer = await loginTo(service, workspace.id, 'viewer')
      const analyst = await loginTo(service, workspace.id, 'analyst')
      const path = `/sessions/${idOf('person')}`
      expect((await viewer.get(path)).status).toBe(200)
      expect((await viewer.send('PUT', `${path}/label`, { label: 'bot' })).json).toMatchObject({
        code: 'insufficient_role',
      })
      expect((await viewer.get(`${path}/export`)).status).toBe(403)
      expect((await analyst.send('PUT', `${path}/label`, { label: 'person' })).status).toBe(200)
    })
  })
}
