/** Puts a workspace into a known state over HTTP: one function per kind of state. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Recording } from '../../research/lab/recordings.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import type { UploadItem } from '../../src/contract/dashboard/surveys.ts'
import type { Role } from '../../src/store/accounts.ts'
import { newFacts } from '../samples/session_facts.ts'
import { randomId } from '../service/collect_client.ts'
import { type DashboardClient, loginTo } from '../service/dashboard_client.ts'
import { type SurveyAnswer, surveyClient, typedBy } from '../service/survey_client.ts'
import { newReport, startSession } from '../store/engine.ts'
import { type DashboardVisit, SOON } from './dashboard_page.ts'

/** A program that types into a survey, moves the pointer and clicks its button. */
const RECORDING = join(
  import.meta.dirname,
  '../../research/lab/recordings/playwright-typed-headless-1.json.gz',
)
export const RECORDED_BUTTON = 'Send my answers'
/** The name of the recorded visit. */
export const RECORDED_VISIT = /^(Headless )?Chrome on Linux · \/.* · mouse and keyboard$/
export const TAG = 'spring'

export const LINKED_USERS = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => `${name} account`)

export const SURVEY = 'neighbourhood'
export const ANSWER =
  'The bakery on the corner knows my name, and the park is never full, even on Sundays in May.'
/** How much of the answer was typed; the rest was pasted. */
export const TYPED_CHARS = 40

/** Sends and scores one recorded session per user. Returns the session ids. */
export async function withSessions(
  { service, workspace }: Pick<DashboardVisit, 'service' | 'workspace'>,
  ...users: string[]
): Promise<string[]> {
  const ids: string[] = []
  for (const userId of users) {
    const id = randomId(16)
    await workspace.send(id, recordedNow(), { userId, tags: [TAG] })
    await service.services.scoring.report({ workspace: workspace.id, sessionId: id })
    ids.push(id)
  }
  return ids
}

/** Five users at one IP address, whose sessions are compared although they belong to a survey. */
export async function withLinkedSessions(
  visit: Pick<DashboardVisit, 'service' | 'workspace' | 'owner'>,
): Promise<void> {
  await change(visit.owner, 'PATCH', '/settings', { linked_sessions: 'all' })
  await withSessions(visit, ...LINKED_USERS)
}

/** Scored sessions that began just now, written directly into the store: Chrome, from Germany. */
export async function withManySessions(
  { service, workspace }: Pick<DashboardVisit, 'service' | 'workspace'>,
  count: number,
): Promise<void> {
  const { store } = service.services
  await Promise.all(
    Array.from({ length: count }, async () => {
      const sessionId = await startSession(store, workspace.id, { receivedAt: Date.now() })
      await store.sessions.saveReport(
        { workspace: workspace.id, sessionId },
        { ...newReport(1), facts: newFacts({ savedAt: Date.now() }) },
      )
    }),
  )
}

/** The recording, moved in time so that it ends now. */
export function recordedNow(): RecordedBatch[] {
  const { batches } = JSON.parse(gunzipSync(readFileSync(RECORDING)).toString('utf8')) as Recording
  const shiftMs = Date.now() - Math.max(...batches.map(({ batch }) => batch.sent_at))
  return batches.map(({ batch, receipt }) => ({
    batch: { ...batch, sent_at: batch.sent_at + shiftMs, time_origin: batch.time_origin + shiftMs },
    receipt,
  }))
}

/** Two participants: p-1 typed and pasted an answer to q1; both gave the same answer to q2. Returns p-1's result. */
export async function withSurvey({
  service,
  workspace,
}: Pick<DashboardVisit, 'service' | 'workspace'>): Promise<SurveyAnswer['json']> {
  const send = surveyClient(service.address, workspace.secretKey)
  const typed = typedBy(ANSWER.slice(0, TYPED_CHARS), 7)
  const { json } = await send({
    survey_id: SURVEY,
    participant_id: 'p-1',
    questions: { q1: 'What do you like about your neighbourhood?', q2: 'And what not?' },
    responses: { q1: ANSWER, q2: 'The noise of the bar below me.' },
    question_histories: { q1: [...typed, { s: ANSWER, t: (typed.at(-1)?.t ?? 0) + 4_000 }] },
  })
  await send({
    survey_id: SURVEY,
    participant_id: 'p-2',
    questions: { q2: 'And what not?' },
    responses: { q2: 'The noise of the bar below me.' },
  })
  return json
}

/** A survey file that the service has checked. */
export async function withUpload({ owner }: DashboardVisit): Promise<void> {
  const rows = ['participant_id,text', '1,one two three four', '2,five six seven eight']
  const path = '/survey-jobs?name=market.csv&survey_id=market'
  const { id } = (await change<UploadItem>(owner, 'POST', path, `${rows.join('\n')}\n`)) as UploadItem
  await expect
    .poll(async () => (await owner.get<UploadItem>(`/survey-jobs/${id}`)).json.state, SOON)
    .toBe('done')
}

export async function withKey({ owner }: DashboardVisit): Promise<void> {
  await change(owner, 'POST', '/keys', { kind: 'site', name: 'Shop', origins: ['https://example.org'] })
}

/** A session labeled as a bot. */
export async function withLabel(visit: DashboardVisit): Promise<void> {
  const [id] = await withSessions(visit, 'labeled visitor')
  await change(visit.owner, 'PUT', `/sessions/${id}/label`, { label: 'bot' })
}

export async function withSettings({ owner }: DashboardVisit): Promise<void> {
  await change(owner, 'PATCH', '/settings', {
    weights: { bot: 50 },
    bands: [20, 40, 60],
    monitor_only: false,
    retention: { session_days: null, survey_days: 365 },
  })
}

/** A webhook whose address does not resolve. */
export async function withWebhook({ owner }: DashboardVisit): Promise<void> {
  await change(owner, 'POST', '/webhooks', {
    name: 'Warehouse',
    url: 'https://hooks.invalid/byhand',
    events: ['session.completed'],
  })
}

/** A second member and an open invitation. */
export async function withMember({ service, workspace, owner }: DashboardVisit): Promise<void> {
  const role: Role = 'viewer'
  await loginTo(service, workspace.id, role)
  await change(owner, 'POST', '/invitations', { role })
}

/** A second workspace of the same owner. */
export async function withWorkspace({ owner }: DashboardVisit, name: string): Promise<void> {
  await change(owner, 'POST', '/workspaces', { name })
}

async function change<Body>(
  client: DashboardClient,
  method: string,
  path: string,
  body: unknown,
): Promise<Body> {
  const { status, json, text } = await client.send<Body>(method, path, body)
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return json
}
