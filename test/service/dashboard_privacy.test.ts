import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import type { SessionList } from '../../src/contract/dashboard/sessions.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { ANSWERS, requestOf, surveyClient } from './survey_client.ts'

let service: RunningService
let workspace: TestWorkspace
let owner: DashboardClient
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
  owner = await loginTo(service, workspace.id)
})
afterAll(() => service?.stop())

const [{ batches }] = readRecordings() as [KeptRecording]
const sessions = async (query = '') => (await owner.get<SessionList>(`/sessions${query}`)).json.items

describe('an erasure', () => {
  it('erases every session of a user, and returns their number', async () => {
    for (const [index, userId] of ['ada@example.org', 'ada@example.org', 'bob'].entries()) {
      await workspace.append(`erasable-session-${index}----`, batches, {
        userId,
        receivedAt: Date.now() - index,
      })
    }
    await owner.send('PUT', '/sessions/erasable-session-0----/label', { label: 'person' })
    const { json } = await owner.send('POST', '/erasures', { user_id: 'ada@example.org' })
    expect(json).toMatchObject({ sessions: 2, analyses: 0, labels: 1, deliveries: 0 })
    expect((await sessions()).map(({ user_id }) => user_id)).toEqual(['bob'])
    expect((await owner.send('POST', '/erasures', { user_id: 'ada@example.org' })).json).toMatchObject({
      sessions: 0,
    })
    expect(
      (await owner.send('POST', '/erasures', { session_id: 'erasable-session-2----' })).json,
    ).toMatchObject({
      sessions: 1,
    })
    const audit = await owner.get('/audit')
    expect(audit.text).toContain('"erased"')
    expect(audit.text).not.toContain('ada@')
  })

  it('erases a participant from every survey, or from one', async () => {
    const send = surveyClient(service.address, workspace.secretKey)
    for (const survey of ['one', 'two', 'three'])
      await send({ ...requestOf(survey, 'p1'), responses: ANSWERS[0] })
    const only = await owner.send('POST', '/erasures', { participant_id: 'p1', survey_id: 'one' })
    expect(only.json).toMatchObject({ analyses: 1 })
    expect((await owner.send('POST', '/erasures', { participant_id: 'p1' })).json).toMatchObject({
      analyses: 2,
    })
    expect((await owner.get('/surveys/two')).status).toBe(404)
  })

  it('rejects a request without a subject, or with several', async () => {
    for (const body of [{}, { user_id: '' }, { user_id: 'a', session_id: 'b' }, { survey_id: 'one' }]) {
      expect((await owner.send('POST', '/erasures', body)).status).toBe(400)
    }
    const analyst = await loginTo(service, workspace.id, 'analyst')
    expect((await analyst.send('POST', '/erasures', { user_id: 'bob' })).status).toBe(403)
  })
})
