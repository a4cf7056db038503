/** A person with a unique trace in every kind of stored data. */
import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import type { UploadItem } from '../../src/contract/dashboard/surveys.ts'
import { packId } from '../../src/store/values/packed_id.ts'
import { collectClient, randomId } from './collect_client.ts'
import type { DashboardClient } from './dashboard_client.ts'
import type { Word } from './privacy_traces.ts'
import type { RunningService, TestWorkspace } from './running_service.ts'
import { surveyClient } from './survey_client.ts'

/** Letters only, so that it is a single word, which exists in no language. */
const newWord = () =>
  `zq${Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`

/** Part of the person's addresses: unique, and no prefix of another. */
let lastByte = 100

export interface MarkedPerson {
  readonly userId: string
  readonly sessionId: string
  readonly participantId: string
  readonly surveyId: string
  /** Traces in the sessions. */
  readonly visit: ReadonlyMap<string, Word>
  /** Traces in the survey answers. */
  readonly answers: ReadonlyMap<string, Word>
  /** Traces in an answer that the participant replaced. */
  readonly replaced: ReadonlyMap<string, Word>
}

const until = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 60_000, interval: 200 })

/** The service must trust the loopback as a proxy, and may call private addresses. `hook`: the webhook target. */
export async function markPerson(
  service: RunningService,
  workspace: TestWorkspace,
  owner: DashboardClient,
  hook: string,
): Promise<MarkedPerson> {
  const made = await owner.send('POST', '/webhooks', {
    url: hook,
    events: ['session.risk_changed', 'survey.flagged'],
  })
  expect(made.status).toBe(200)
  const visit = await markVisit(service, workspace, owner)
  const answers = await markAnswers(service, workspace, owner)
  return { ...visit, ...answers }
}

async function markVisit(service: RunningService, workspace: TestWorkspace, owner: DashboardClient) {
  const { store, scoring } = service.services
  const [userId, tag, label, device] = [newWord(), newWord(), newWord(), newWord()]
  const ip = `198.51.100.${lastByte++}`
  const sessionId = randomId(16)
  const bot = readRecordings().find(({ kind }) => kind === 'bot') as KeptRecording
  const client = collectClient(service.address)
  let token: string | undefined
  for (const { batch } of bot.batches) {
    const reply = await client.post(
      {
        v: 1,
        site_key: workspace.siteKey,
        ...batch,
        names: batch.names.map(([kind, text]) => [kind, kind === 'button' ? label : text]),
        ...(batch.device && {
          device: batch.device.map((part) => ({
            ...part,
            signals: { ...part.signals, fingerprint_id: device },
          })),
        }),
        session_id: sessionId,
        ...(token === undefined ? { tab_secret: randomId(16) } : { token }),
        user_id: userId,
        tags: [tag],
      },
      { 'x-forwarded-for': ip },
    )
    expect(reply.status, reply.text).toBe(200)
    token = reply.json.token as string
  }
  client.close()
  const key = { workspace: workspace.id, sessionId }
  expect((await scoring.report(key))?.report.log).toContain(label)
  expect((await store.surveys.deviceSession(workspace.id, device)) ?? '').toBe(sessionId)
  expect((await owner.send('PUT', `/sessions/${sessionId}/label`, { label: 'bot' })).status).toBe(200)
  await until(async () => (await store.webhooks.about(workspace.id, sessionId)).length > 0)
  const visit = new Map<string, Word>([
    ['user id', userId],
    ['tag', tag],
    ['device id', device],
    ['address', ip],
    ['session id as text (audit, deliveries)', sessionId],
    ['session id as bytes', Buffer.from(packId(sessionId))],
  ])
  return { userId, sessionId, visit }
}

async function markAnswers(service: RunningService, workspace: TestWorkspace, owner: DashboardClient) {
  const { store } = service.services
  const [participantId, answered, typed, uploaded] = [newWord(), newWord(), newWord(), newWord()]
  const replaced = newWord()
  const surveyId = `survey-${randomId(6)}`
  const send = surveyClient(service.address, workspace.secretKey)
  await send({
    survey_id: surveyId,
    participant_id: participantId,
    questions: { q0: 'Who helps you at work?' },
    responses: { q0: `There is a colleague called ${replaced} who always lends me a hand with the boxes.` },
  })
  const answer = `My neighbour ${answered} waters the plants on the balcony whenever we are away in summer.`
  const { json } = await send(
    {
      survey_id: surveyId,
      participant_id: participantId,
      questions: { q1: 'Who helps you at home?' },
      responses: { q1: answer },
      question_histories: {
        q1: [
          { s: `First I wrote ${typed}`, t: 900 },
          { s: '', t: 1_800 },
          { s: answer, t: 4_000 },
        ],
      },
    },
    { headers: { 'idempotency-key': participantId } },
  )
  expect(json.flagged).toBe(true)
  const key = { workspace: workspace.id, surveyId, participantId }
  const analysisId = (await store.surveys.find(key))?.id as string
  const [indexed] = await store.surveys.indexed(key)
  const stats = await store.surveys.questionStats(workspace.id, surveyId, 'q1')
  expect(stats?.samples.join()).toContain(answered)
  await until(async () => (await store.webhooks.about(workspace.id, analysisId)).length > 0)
  const csv = [
    'participant_id,What did you do today?',
    `${participantId},"I went to see ${uploaded} who had baked a cake with plums for all of us."`,
    `${participantId},"And in the evening I wrote a letter to ${uploaded}, which took me an hour."`,
    'somebody else,"I stayed in bed until noon and then watched the rain fall on the street."',
  ].join('\n')
  const query = new URLSearchParams({ name: 'answers.csv', survey_id: `${surveyId}-file` })
  const upload = (await owner.send<UploadItem>('POST', `/survey-jobs?${query}`, csv)).json
  await until(async () => (await owner.get<UploadItem>(`/survey-jobs/${upload.id}`)).json.state === 'done')
  const answers = new Map<string, Word>([
    ['participant id', participantId],
    ['answer', answered],
    ['typing history', typed],
    ['upload result', uploaded],
    ['analysis id', analysisId],
    ['sketch in the duplicate index', Buffer.from(indexed?.sketch as Uint8Array)],
  ])
  return { participantId, surveyId, answers, replaced: new Map([['replaced answer', replaced]]) }
}
