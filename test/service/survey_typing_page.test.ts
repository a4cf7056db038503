/** The target of `typing_url`, and the data of its page. test/browser tests the page itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TypingView } from '../../src/contract/dashboard/surveys.ts'
import { loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { ANSWERS, newSurveyId, requestOf, type Send, surveyClient } from './survey_client.ts'

let service: RunningService
let workspace: TestWorkspace
let send: Send
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
  send = surveyClient(service.address, workspace.secretKey)
})
afterAll(() => service.stop())

const open = (url: string) => fetch(url, { redirect: 'manual' })

/** The path of the page's data, from the page's URL. */
const dataOf = (typingUrl: string) => new URL(typingUrl).pathname.replace(/^\/app/, '')

const history = [
  { s: 'Der', t: 0 },
  { s: 'Der Bäk', t: 400 },
  { s: 'Der Bä', t: 900 },
  { s: ANSWERS[0].q1, t: 2_600 },
]

describe('the typing page', () => {
  it('is at typing_url, which contains no token', async () => {
    const { json } = await send(requestOf(newSurveyId(), 'p1'))
    expect(json.typing_url.startsWith(`${service.address}/app/typing/`)).toBe(true)
    expect(new URL(json.typing_url).search).toBe('')
    const response = await open(json.typing_url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  it('returns nothing without a login', async () => {
    const { json } = await send(requestOf(newSurveyId(), 'p1'))
    const response = await open(`${service.address}/v1${dataOf(json.typing_url)}`)
    expect(response.status).toBe(401)
  })

  it('is not found by other workspaces', async () => {
    const { json } = await send(requestOf(newSurveyId(), 'p1'))
    const stranger = await loginTo(service, (await service.workspace()).id, 'viewer')
    const theirs = await stranger.get<object>(dataOf(json.typing_url))
    const nothing = await stranger.get<object>('/typing/nothing')
    expect([theirs.status, nothing.status]).toEqual([404, 404])
    expect({ ...theirs.json, request_id: '' }).toEqual({ ...nothing.json, request_id: '' })
  })

  it('returns the typing of the answers', async () => {
    const person = await loginTo(service, workspace.id, 'viewer')
    const { json } = await send({ ...requestOf(newSurveyId(), 'p-77'), question_histories: { q1: history } })
    const { json: view, status } = await person.get<TypingView>(dataOf(json.typing_url))
    expect(status).toBe(200)
    expect(view).toMatchObject({ participant_id: 'p-77', model: json.model, flagged: json.flagged })
    const [typed, untyped] = view.questions
    expect(typed).toMatchObject({ answer: ANSWERS[0].q1, typing: 'sent', checks: json.checks.q1 })
    expect(typed?.summary).toContain('4 changes over 2.6 seconds, 1 deletion')
    expect(typed?.changes.slice(0, 3)).toEqual([
      [0, 0, 0, 'Der'],
      [400, 3, 0, ' Bäk'],
      [900, 6, 1, ''],
    ])
    let text = ''
    for (const [, position, removed, inserted] of typed?.changes ?? [])
      text = text.slice(0, position) + inserted + text.slice(position + removed)
    expect(text).toBe(ANSWERS[0].q1)
    expect(untyped).toMatchObject({ typing: 'none', changes: [] })
  })

  it('keeps its URL when the participant answers again', async () => {
    const survey = newSurveyId()
    const first = await send(requestOf(survey, 'p1'))
    const second = await send(requestOf(survey, 'p1', 1))
    expect(second.json.typing_url).toBe(first.json.typing_url)
    const person = await loginTo(service, workspace.id, 'viewer')
    const { json } = await person.get<TypingView>(dataOf(second.json.typing_url))
    expect(json.questions[0]?.answer).toBe(ANSWERS[1].q1)
  })

  it('also returns a v012 analysis', async () => {
    const survey = newSurveyId()
    const { json } = await send(requestOf(survey, 'p1'))
    await send({ ...requestOf(survey, 'p1'), responses: {} }, { version: 'v012' })
    const person = await loginTo(service, workspace.id, 'viewer')
    const { json: view } = await person.get<TypingView>(dataOf(json.typing_url))
    expect(view.checks).toEqual(['All responses empty'])
    expect(view.questions.map(({ answer }) => answer)).toEqual(['', ''])
  })
})
