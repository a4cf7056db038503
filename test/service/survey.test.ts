/** Endpoints 5 and 6 of the specification over HTTP: fields, rules, repetitions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import {
  ANSWERS,
  newSurveyId,
  QUESTIONS,
  requestOf,
  type Send,
  surveyClient,
  typedBy,
} from './survey_client.ts'

let service: RunningService
let workspace: TestWorkspace
let send: Send
beforeAll(async () => {
  service = await runService({
    BYHAND_RATE_SURVEYS_PER_KEY: '0',
    BYHAND_PUBLIC_URL: 'https://byhand.example/base',
  })
  workspace = await service.workspace()
  send = surveyClient(service.address, workspace.secretKey)
})
afterAll(() => service.stop())

describe('the v021 result', () => {
  it('has every field of the specification, in its order', async () => {
    const { status, json } = await send(requestOf(newSurveyId(), 'p1'))
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual([
      'error',
      'flagged',
      'num_checks_failed',
      'response_groups',
      'checks',
      'effort_ratings',
      'typing_url',
      'model',
    ])
    expect(json).toMatchObject({
      error: false,
      flagged: false,
      num_checks_failed: 0,
      response_groups: { q1: 1, q2: 1 },
      checks: { q1: [], q2: [] },
      model: 'byhand-v021',
    })
    expect(json.typing_url).toMatch(/^https:\/\/byhand\.example\/base\/app\/typing\/[A-Za-z0-9_-]{22}$/)
  })

  it('is the same from /latest', async () => {
    const { json } = await send(requestOf(newSurveyId(), 'p1'), { version: 'latest' })
    expect(json.model).toBe('byhand-v021')
  })

  it('honors question types and disabled checks, and returns the stored result for the same body', async () => {
    const mashed = { ...requestOf(newSurveyId(), 'p1'), responses: { q1: 'Xkqzv Wrtpl', q2: 'Xkqzv Wrtpl' } }
    const { json: plain } = await send(mashed)
    expect(plain.checks).toMatchObject({ q1: ['Automated test: Gibberish'] })
    const body = { ...mashed, question_types: { q1: 'brand', q2: 'name' } }
    const { json } = await send(body)
    expect(json.checks).toEqual({ q1: [], q2: [] })
    expect((await send(body)).json).toEqual(json)
    const { json: disabled } = await send({ ...mashed, disabled_checks: ['Automated test: Gibberish'] })
    expect(disabled).toMatchObject({ flagged: false, checks: { q1: [], q2: [] } })
    const { json: copied } = await send({
      ...mashed,
      participant_id: 'p2',
      responses: ANSWERS[0],
    })
    expect(copied.checks).toEqual({ q1: [], q2: [] })
    const again = { ...mashed, participant_id: 'p3', responses: ANSWERS[0] }
    const { json: duplicate } = await send({ ...again, disabled_checks: ['Cross-duplicate response'] })
    expect(duplicate.checks).toEqual({ q1: [], q2: [] })
    expect((await send(again)).json.checks.q1).toEqual(['Cross-duplicate response'])
  })

  it.each([
    [{ question_types: { q1: 'colour' } }, '/question_types/q1'],
    [{ disabled_checks: ['Nonsense'] }, '/disabled_checks/0'],
    [{ question_histories: { Q1: [{ s: 'A', t: 0 }] } }, '/question_histories/Q1'],
  ])('rejects %j', async (fields, pointer) => {
    const { status, json } = await send({ ...requestOf(newSurveyId(), 'p1'), ...fields })
    expect([status, json.errors[0].pointer]).toEqual([400, pointer])
  })

  it.each([
    ['question_history', 'question_histories'],
    ['conditon', 'condition'],
    ['sessionId', 'session_id'],
    ['Disabled_checks', 'disabled_checks'],
  ])('warns of the field %s', async (sent, meant) => {
    const request = requestOf(newSurveyId(), 'p1')
    expect((await send({ ...request, note: 'x' })).json).not.toHaveProperty('warning')
    const { json } = await send({ ...request, [sent]: {} })
    expect(json.warning).toBe(`The field \`${sent}\` is not known; did you mean \`${meant}\`?`)
    expect(json.error).toBe(false)
  })

  it.each([{}, [], '', { q1: ' \u200b', q2: null }])(
    'leaves a response without answers to a review: %j',
    async (responses) => {
      const { json } = await send(
        { ...requestOf(newSurveyId(), 'p1'), responses },
        { query: '?explain=true' },
      )
      expect(json).toMatchObject({
        error: false,
        flagged: false,
        num_checks_failed: 0,
        checks: { q1: [], q2: [] },
        verdict: 'review',
        reasons: ['No question was answered.'],
      })
    },
  )

  it('keeps a response without answers if the request disables the check', async () => {
    const disabled = { responses: {}, disabled_checks: ['All responses empty'] }
    const { json } = await send(
      { ...requestOf(newSurveyId(), 'p1'), ...disabled },
      { query: '?explain=true' },
    )
    expect(json).toMatchObject({ flagged: false, verdict: 'keep', reasons: [] })
  })

  it('rates an empty answer 1, puts it in group 0 and runs no check on it', async () => {
    const survey = newSurveyId()
    const { json } = await send({
      survey_id: survey,
      participant_id: 'p1',
      questions: { ...QUESTIONS, q3: 'Anything else?', q4: 'And?' },
      responses: { q1: ANSWERS[0].q1, q2: null, q3: ' \u200b\n' },
      low_effort_threshold: 10,
    })
    expect(json.response_groups).toEqual({ q1: 1, q2: 0, q3: 0, q4: 0 })
    expect(json.effort_ratings).toMatchObject({ q2: 1, q3: 1, q4: 1 })
    expect(json.checks).toEqual({ q1: ['Low-effort'], q2: [], q3: [], q4: [] })
  })

  it('flags Low-effort up to the threshold and not above it', async () => {
    const request = requestOf(newSurveyId(), 'p1')
    const { json } = await send(request)
    const rating = json.effort_ratings.q1
    expect(rating).toBeGreaterThanOrEqual(3)
    const at = async (low_effort_threshold: number) =>
      (await send({ ...request, low_effort_threshold })).json.checks.q1.includes('Low-effort')
    expect(await at(rating)).toBe(true)
    expect(await at(rating - 1)).toBe(false)
    expect(await at(0)).toBe(false)
    expect(await at(10)).toBe(true)
  })

  it('distinguishes a pasted response from a typed one', async () => {
    const { q1, q2 } = ANSWERS[1]
    const { json } = await send({
      ...requestOf(newSurveyId(), 'p1', 1),
      question_histories: { q1: [{ s: q1, t: 0 }], q2: typedBy(q2, 7) },
    })
    expect(json.checks.q1).toContain('Response pasted')
    expect(json.checks.q2).toEqual([])
  })

  it('detects random keys', async () => {
    const { json } = await send({
      ...requestOf(newSurveyId(), 'p1'),
      responses: { q1: 'asdfkj aslkdfj lkasjdf ölkj asdf lkjasd fkljasd flkj', q2: ANSWERS[0].q2 },
    })
    expect(json.checks).toEqual({ q1: expect.arrayContaining(['Automated test: Gibberish']), q2: [] })
  })

  it('flags all questions of a self-duplicate, but not a short wish that occurs twice', async () => {
    const questions = { ...QUESTIONS, q3: 'What else?', q4: 'And?' }
    const checksOf = async (responses: Readonly<Record<string, string>>) =>
      (await send({ ...requestOf(newSurveyId(), 'p1'), questions, responses })).json.checks
    const thrice = await checksOf({
      q1: 'I like the nice old trees',
      q2: 'I like the nice  old trees.',
      q3: 'I like the nice old trees',
      q4: ANSWERS[0].q1,
    })
    for (const id of ['q1', 'q2', 'q3']) expect(thrice[id]).toContain('Self-duplicate response')
    expect(thrice.q4).not.toContain('Self-duplicate response')
    const twice = await checksOf({
      q1: 'I like the nice old trees',
      q2: 'I like the nice  old trees.',
      q3: ANSWERS[0].q1,
      q4: '',
    })
    expect(twice.q1).not.toContain('Self-duplicate response')
    const { q1: long } = ANSWERS[0]
    const copied = await checksOf({ q1: long, q2: long.toUpperCase(), q3: '', q4: '' })
    for (const id of ['q1', 'q2']) expect(copied[id]).toContain('Self-duplicate response')
  })
})

describe('the v012 result', () => {
  it('has every field of the specification, in its order', async () => {
    const { status, json } = await send(requestOf(newSurveyId(), 'p1'), { version: 'v012' })
    expect(status).toBe(200)
    expect(json).toEqual({
      error: false,
      flagged: false,
      model: 'byhand-v012',
      num_checks_failed: 0,
      checks: [],
      response_groups: {},
    })
    expect(Object.keys(json)).toEqual([
      'error',
      'flagged',
      'model',
      'num_checks_failed',
      'checks',
      'response_groups',
    ])
  })

  it('reports a response without answers', async () => {
    const empty = { ...requestOf(newSurveyId(), 'p1'), responses: { q1: '', q2: null } }
    const { json } = await send(empty, { version: 'v012' })
    expect(json).toMatchObject({ flagged: true, checks: ['All responses empty'], response_groups: {} })
  })

  it('ignores fields of v021', async () => {
    const request = requestOf(newSurveyId(), 'p1')
    const plain = await send(request, { version: 'v012' })
    const extra = { ...request, fingerprint_id: 7, low_effort_threshold: 'all of them' }
    expect((await send(extra, { version: 'v012' })).text).toBe(plain.text)
  })

  it('names each failed check once', async () => {
    const { q1, q2 } = ANSWERS[1]
    const inChunks = (text: string) => [
      { s: text.slice(0, 40), t: 0 },
      { s: text.slice(0, 60), t: 700 },
      { s: text, t: 900 },
    ]
    const { json } = await send(
      {
        ...requestOf(newSurveyId(), 'p1', 1),
        question_histories: { q1: inChunks(q1), q2: inChunks(q2) },
      },
      { version: 'v012' },
    )
    expect(json.checks).toContain('Text chunking')
    expect(json.response_groups).toEqual({})
  })
})

describe('the same request again', () => {
  it('gets the same response, byte for byte, after any other requests', async () => {
    const survey = newSurveyId()
    const request = requestOf(survey, 'p1')
    const first = await send(request)
    await send(requestOf(survey, 'p2'))
    await send(requestOf(survey, 'p3', 1))
    expect((await send(request)).text).toBe(first.text)
    expect((await send(JSON.stringify({ ...request, other: 1 }, null, 2))).text).toBe(first.text)
  })

  it('is analyzed once when it is sent many times concurrently', async () => {
    const request = requestOf(newSurveyId(), 'p1')
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(request)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('of another version is analyzed again and keeps its cluster', async () => {
    const survey = newSurveyId()
    const first = await send(requestOf(survey, 'p1'))
    expect((await send(requestOf(survey, 'p1'), { version: 'v012' })).json.flagged).toBe(false)
    const again = await send(requestOf(survey, 'p1'))
    expect(again.json).toEqual(first.json)
  })

  it('with another body under the same idempotency key is rejected', async () => {
    const survey = newSurveyId()
    const headers = { 'idempotency-key': `key-${survey}` }
    const first = await send(requestOf(survey, 'p1'), { headers })
    expect((await send(requestOf(survey, 'p1'), { headers })).text).toBe(first.text)
    const conflict = await send(requestOf(survey, 'p1', 1), { headers })
    expect(conflict.status).toBe(409)
    expect(conflict.json.code).toBe('idempotency_conflict')
    expect((await send(requestOf(survey, 'p1'), { headers, version: 'v012' })).status).toBe(409)
    const other = await service.workspace()
    const elsewhere = surveyClient(service.address, other.secretKey)
    expect((await elsewhere(requestOf(survey, 'p1', 1), { headers })).status).toBe(200)
  })

  it('rejects an invalid idempotency key', async () => {
    const { status, json } = await send(requestOf(newSurveyId(), 'p1'), {
      headers: { 'idempotency-key': 'k'.repeat(256) },
    })
    expect(status).toBe(400)
    expect(json.errors[0].pointer).toBe('Idempotency-Key')
  })
})

describe('keys', () => {
  it.each([
    ['api_key', (key: string) => ({ api_key: key })],
    ['x-api-key', (key: string) => ({ 'x-api-key': key })],
    ['api-key', (key: string) => ({ 'api-key': key })],
    ['Authorization', (key: string) => ({ authorization: `Bearer ${key}` })],
  ])('are read from %s', async (_, headers) => {
    const response = await fetch(`${service.address}/survey-check/v021`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers(workspace.secretKey) },
      body: JSON.stringify(requestOf(newSurveyId(), 'p1')),
    })
    expect(response.status).toBe(200)
  })

  it.each([
    ['a missing key', () => '', 401, 'missing_survey_key'],
    ['an unknown key', () => 'bh_sk_nonsense', 401, 'invalid_key'],
    ['a site key', () => workspace.siteKey, 403, 'site_key_rejected'],
  ])('are rejected: %s', async (_, key, status, code) => {
    const answer = await surveyClient(service.address, key())(requestOf(newSurveyId(), 'p1'))
    expect([answer.status, answer.json.code]).toEqual([status, code])
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('are rejected without the scope', async () => {
    const { key } = await workspace.key(['sessions'])
    const { status, json } = await surveyClient(service.address, key)(requestOf(newSurveyId(), 'p1'))
    expect([status, json.code]).toEqual([403, 'wrong_scope'])
  })

  it('explain that nginx drops headers with underscores', async () => {
    const { json } = await surveyClient(service.address, '')({})
    expect(json.problem).toContain('underscores_in_headers')
  })
})

describe('another method', () => {
  it('is rejected with the allowed method', async () => {
    const response = await fetch(`${service.address}/survey-check/v021`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
  })
})
