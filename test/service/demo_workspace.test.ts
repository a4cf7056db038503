/** The demo workspace: apart from the data of the user, also while it is being filled and deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import type { DemoWorkspace, FirstSession, Me } from '../../src/contract/dashboard/me.ts'
import type { Overview } from '../../src/contract/dashboard/overview.ts'
import type { SessionHistogram, SessionList } from '../../src/contract/dashboard/sessions.ts'
import type { SurveyView } from '../../src/contract/dashboard/surveys.ts'
import { EXAMPLE_SESSIONS } from '../../src/contract/example_session.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { surveyClient } from './survey_client.ts'

let service: RunningService
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
})
afterAll(() => service?.stop())

const [{ batches }] = readRecordings() as [KeptRecording]
const sessionsOf = async (client: DashboardClient) =>
  (await client.get<SessionList>('/sessions?limit=100')).json.items
const isLoading = async (client: DashboardClient) =>
  (await client.get<DemoWorkspace>('/demo-workspace')).json.loading

/** A workspace whose own data has the names that the sample data uses. */
async function withOwnData(): Promise<{ workspace: TestWorkspace; owner: DashboardClient }> {
  const workspace = await service.workspace()
  const owner = await loginTo(service, workspace.id)
  const names = { tags: ['demo'], userId: 'demo-user-1', receivedAt: Date.now() }
  await workspace.append('a-session-of-its-own--', batches, names)
  await surveyClient(
    service.address,
    workspace.secretKey,
  )({
    survey_id: 'demo',
    participant_id: 'demo-participant-01',
    questions: { q1: 'What do you like about the place where you live?' },
    responses: { q1: 'The bakery on the corner, and the old trees along the canal.' },
  })
  return { workspace, owner }
}

async function expectOwnData(owner: DashboardClient): Promise<void> {
  expect((await sessionsOf(owner)).map(({ session_id }) => session_id)).toEqual(['a-session-of-its-own--'])
  expect((await owner.get<SurveyView>('/surveys/demo')).json.participants).toBe(1)
}

describe('the demo workspace', () => {
  it('has people and bots, refuses data of the user, and is deleted without touching theirs', async () => {
    const { workspace, owner } = await withOwnData()
    const opened = await owner.send<Me>('POST', '/demo-workspace')
    expect(opened.json.workspace).toMatchObject({ name: 'Demo', demo: true })
    expect(opened.json.workspaces.map(({ demo }) => demo).toSorted()).toEqual([false, true])
    await expect.poll(() => isLoading(owner), { timeout: 200_000, interval: 500 }).toBe(false)
    const all = await sessionsOf(owner)
    expect(all.length).toBeGreaterThan(20)
    expect(all.every(({ last_at }) => last_at < Date.now())).toBe(true)
    const { json: histogram } = await owner.get<SessionHistogram>('/sessions/histogram')
    expect(histogram.totals.accept).toBeGreaterThan(5)
    expect(histogram.totals.reject).toBeGreaterThan(10)
    const { json: survey } = await owner.get<SurveyView>('/surveys/city-travel')
    expect(survey.participants).toBeGreaterThan(40)
    expect(survey.groups).toBeGreaterThan(0)
    const suspected = 1 - survey.verdicts.keep / survey.participants
    expect(suspected).toBeGreaterThan(0.15)
    expect(suspected).toBeLessThan(0.25)
    expect(new Set(all.flatMap(({ routes }) => routes))).toEqual(
      new Set(['/', '/pricing', '/signup', '/checkout', '/survey']),
    )
    expect(new Set(all.map(({ country }) => country)).size).toBeGreaterThan(5)
    const { rows } = (await owner.get<Overview>('/overview')).json.breakdowns.referrer
    expect(rows.map(({ value }) => value).toSorted()).toEqual([
      'forum.example',
      'newsletter.example',
      'search.example',
    ])
    const bots = rows.toSorted((a, b) => b.counts.reject - a.counts.reject)
    expect(bots[0]?.value).toBe('forum.example')
    const { items: clusters } = (await owner.get<{ readonly items: readonly object[] }>('/session-clusters'))
      .json
    expect(clusters).toContainEqual(expect.objectContaining({ kind: 'rhythm', sessions: 3, users: 3 }))

    for (const [path, body] of [
      ['/keys', { kind: 'site', name: 'Shop' }],
      ['/webhooks', { name: 'Hook', url: 'https://example.org/', events: ['session.completed'] }],
      ['/invitations', { role: 'viewer' }],
      ['/survey-jobs?name=a.csv&survey_id=a', 'participant_id,text\n1,one\n'],
    ] as const)
      expect((await owner.send('POST', path, body)).json).toMatchObject({ code: 'demo_workspace' })

    const again = await owner.send<Me>('POST', '/demo-workspace')
    expect(again.json.workspace.id).toBe(opened.json.workspace.id)
    const left = await owner.send<Me>('DELETE', '/demo-workspace')
    expect(left.json.workspace).toEqual({ id: workspace.id, name: expect.any(String), demo: false })
    expect(left.json.workspaces).toHaveLength(1)
    await expectOwnData(owner)
    const { store } = service.services
    expect(await store.keys.workspace(opened.json.workspace.id)).toBeNull()
    expect(await store.facts.total(opened.json.workspace.id)).toBe(0)
    expect(await store.surveys.surveys(opened.json.workspace.id, 5)).toEqual([])
    expect((await owner.send('DELETE', '/demo-workspace')).status).toBe(404)
  }, 240_000)

  it('can be deleted while it is being filled', async () => {
    const { owner } = await withOwnData()
    const { json } = await owner.send<Me>('POST', '/demo-workspace')
    await expect.poll(async () => (await sessionsOf(owner)).length, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await isLoading(owner)).toBe(true)
    await owner.send('DELETE', '/demo-workspace')
    expect(await service.services.store.facts.total(json.workspace.id)).toBe(0)
    await expectOwnData(owner)
  })

  it('erases the rest when another node deletes it while it is being filled', async () => {
    const { owner } = await withOwnData()
    const { json } = await owner.send<Me>('POST', '/demo-workspace')
    const { store } = service.services
    await store.keys.deleteWorkspace(json.workspace.id)
    await expect.poll(() => store.facts.total(json.workspace.id), { timeout: 60_000 }).toBe(0)
    await expectOwnData(owner)
  })

  it('is created by owners only, once for two concurrent requests', async () => {
    const { workspace, owner } = await withOwnData()
    const analyst = await loginTo(service, workspace.id, 'analyst')
    expect((await analyst.send('POST', '/demo-workspace')).status).toBe(403)
    const both = await Promise.all([1, 2].map(() => owner.send('POST', '/demo-workspace')))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await owner.send('DELETE', '/demo-workspace')
  })
})

describe('the first visit', () => {
  it('is not the example session of the first start', async () => {
    const workspace = await service.workspace()
    const owner = await loginTo(service, workspace.id)
    await workspace.append(EXAMPLE_SESSIONS.person, batches, { tags: ['welcome'], receivedAt: Date.now() })
    expect((await owner.get<FirstSession>('/first-session')).json.arrived).toBe(false)
  })
})
