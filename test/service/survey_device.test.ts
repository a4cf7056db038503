/** `fingerprint_id` and `session_id`: results from the service's own sessions. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Edit, SignalValue } from '../../src/contract/batch/batch.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { record } from './recorded_session.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { ANSWERS, newSurveyId, requestOf, type Send, surveyClient } from './survey_client.ts'

let service: RunningService
let workspace: TestWorkspace
let send: Send
let elsewhere: { workspace: TestWorkspace; send: Send }
beforeAll(async () => {
  const facts = { country: 'NL', asn: null, operator: null, hosting: false, vpn: true, tor: false }
  service = await runService(
    { BYHAND_RATE_SURVEYS_PER_KEY: '0', BYHAND_RATE_SESSIONS_PER_IP: '0' },
    { network: { facts: () => facts } },
  )
  workspace = await service.workspace()
  send = surveyClient(service.address, workspace.secretKey)
  const other = await service.workspace()
  elsewhere = { workspace: other, send: surveyClient(service.address, other.secretKey) }
})
afterAll(() => service.stop())

const newId = () => randomBytes(16).toString('base64url')

function visit(signals: Record<string, SignalValue>, edits: Edit[] = []): RecordedBatch[] {
  const [recorded] = record([], [], { origin: Date.now() - 60_000 })
  const batch = (recorded as RecordedBatch).batch
  return [
    {
      ...(recorded as RecordedBatch),
      batch: {
        ...batch,
        names: [
          ['question', 'q1'],
          ['question', 'q2'],
        ],
        edits,
        device: [{ at: 'load', signals }],
      },
    },
  ]
}

const withDevice = (survey: string, participant: string, fingerprint_id: string, person = 0) => ({
  ...requestOf(survey, participant, person),
  fingerprint_id,
})

const UNKNOWN = {
  device_id: null,
  ip_country: null,
  bot: null,
  vpn: null,
  incognito: null,
  tampering: null,
  virtual_machine: null,
  duplicate: null,
  error: true,
}

describe('fingerprint_checks', () => {
  it('are present only with a fingerprint, and only in v021', async () => {
    const survey = newSurveyId()
    expect((await send(requestOf(survey, 'p1'))).json).not.toHaveProperty('fingerprint_checks')
    const v012 = await send(withDevice(survey, 'p2', 'x', 1), { version: 'v012' })
    expect(v012.json).not.toHaveProperty('fingerprint_checks')
  })

  it.each(['never seen', '', '__proto__', '\u0000', '\ud800'])('are null for the id %j', async (id) => {
    const { json } = await send(withDevice(newSurveyId(), 'p1', id))
    expect(json.fingerprint_checks).toEqual(UNKNOWN)
    expect(json.error).toBe(false)
  })

  it('contain the results of the sessions of the device', async () => {
    const fingerprint = newId()
    await workspace.send(
      newId(),
      visit({
        fingerprint_id: fingerprint,
        webdriver: true,
        storage_quota: 900,
        heap_limit: 4_096,
        proxy_frames: true,
      }),
    )
    const { json } = await send(withDevice(newSurveyId(), 'p1', fingerprint))
    expect(json.fingerprint_checks).toEqual({
      device_id: expect.stringMatching(/^[\w-]{27}$/),
      ip_country: 'NL',
      bot: true,
      vpn: true,
      incognito: true,
      tampering: true,
      virtual_machine: null,
      duplicate: false,
      error: false,
    })
    expect(json.fingerprint_checks.device_id).not.toContain(fingerprint)
  })

  it('flag a later participant on the same device as a duplicate, never the first', async () => {
    const survey = newSurveyId()
    const fingerprint = newId()
    await workspace.send(newId(), visit({ fingerprint_id: fingerprint }))
    const duplicateOf = async (participant: string, person: number, id = survey) =>
      (await send(withDevice(id, participant, fingerprint, person))).json.fingerprint_checks.duplicate
    expect(await duplicateOf('p1', 0)).toBe(false)
    expect(await duplicateOf('p2', 1)).toBe(true)
    expect(await duplicateOf('p1', 2)).toBe(false)
    expect(await duplicateOf('p2', 1, newSurveyId())).toBe(false)
  })

  it('remember the device of a participant who is analyzed again without it', async () => {
    const [fingerprint, survey] = [newId(), newSurveyId()]
    await workspace.send(newId(), visit({ fingerprint_id: fingerprint }))
    await send(withDevice(survey, 'p1', fingerprint, 0))
    const { json } = await send(requestOf(survey, 'p1', 2))
    expect(json).not.toHaveProperty('fingerprint_checks')
    await send({ ...requestOf(survey, 'p1', 1) }, { version: 'v012' })
    const second = await send(withDevice(survey, 'p2', fingerprint, 1))
    expect(second.json.fingerprint_checks.duplicate).toBe(true)
  })

  it('never cross workspaces', async () => {
    const survey = newSurveyId()
    const fingerprint = newId()
    await workspace.send(newId(), visit({ fingerprint_id: fingerprint }))
    const own = (await send(withDevice(survey, 'p1', fingerprint))).json.fingerprint_checks
    const unseen = await elsewhere.send(withDevice(survey, 'p2', fingerprint, 1))
    expect(unseen.json.fingerprint_checks).toEqual(UNKNOWN)
    await elsewhere.workspace.send(newId(), visit({ fingerprint_id: fingerprint }))
    const theirs = (await elsewhere.send(withDevice(survey, 'p3', fingerprint, 2))).json.fingerprint_checks
    expect(theirs).toMatchObject({ duplicate: false, error: false })
    expect(theirs.device_id).not.toBe(own.device_id)
  })

  it('are computed again if the device was unknown at first', async () => {
    const fingerprint = newId()
    const request = withDevice(newSurveyId(), 'p1', fingerprint)
    expect((await send(request)).json.fingerprint_checks.error).toBe(true)
    await workspace.send(newId(), visit({ fingerprint_id: fingerprint }))
    expect((await send(request)).json.fingerprint_checks.error).toBe(false)
  })
})

const keyByKey = (text: string): Edit[] =>
  Array.from(text, (character, at) => [0, 10_000 + at * 1_400 + ((at * 7919) % 900), at, 0, character])

describe('session_id', () => {
  const { q1 } = ANSWERS[0]

  it('adds the typing that the service observed', async () => {
    const sessionId = newId()
    await workspace.send(sessionId, visit({}, [[0, 10_000, 0, 0, q1]]))
    const { json } = await send({ ...requestOf(newSurveyId(), 'p1'), session_id: sessionId })
    expect(json.checks.q1).toContain('Response pasted')
    expect(json).not.toHaveProperty('warning')
  })

  it('takes precedence over a contradicting history, with a warning', async () => {
    const sessionId = newId()
    await workspace.send(sessionId, visit({}, [[0, 10_000, 0, 0, q1]]))
    const history = Array.from(q1, (_, at) => ({ s: q1.slice(0, at + 1), t: at * 140 + ((at * 7919) % 90) }))
    const request = { ...requestOf(newSurveyId(), 'p1'), question_histories: { q1: history } }
    expect((await send(request)).json.checks.q1).not.toContain('Response pasted')
    const { json } = await send({ ...request, session_id: sessionId })
    expect(json.checks.q1).toContain('Response pasted')
    expect(json.warning).toContain('"q1"')
    expect(json.error).toBe(false)
  })

  it('gives no warning for a matching history', async () => {
    const sessionId = newId()
    const edits = keyByKey(q1)
    await workspace.send(sessionId, visit({}, edits))
    const history = edits.map(([, t], at) => ({ s: q1.slice(0, at + 1), t: Math.round((t - 10_000) / 10) }))
    const { json } = await send({
      ...requestOf(newSurveyId(), 'p1'),
      question_histories: { q1: history },
      session_id: sessionId,
    })
    expect(json).not.toHaveProperty('warning')
  })

  it.each([
    ['that is unknown', async () => newId()],
    [
      'of another workspace',
      async () => {
        const id = newId()
        await elsewhere.workspace.send(id, visit({}, [[0, 10_000, 0, 0, q1]]))
        return id
      },
    ],
    ['that is invalid', async () => '../../etc'],
  ])('%s is an error with a warning, never a clean pass', async (_, sessionId) => {
    const { status, json } = await send({ ...requestOf(newSurveyId(), 'p1'), session_id: await sessionId() })
    expect(status).toBe(200)
    expect(json.warning).toContain('session was not found')
    expect(json.error).toBe(true)
    expect(json.checks.q1).not.toContain('Response pasted')
  })

  /** The visit in several batches, with `edits` in the last one. */
  const visitOf = (count: number, edits: Edit[], isFinal = false): RecordedBatch[] => {
    const [one] = visit({}, edits) as [RecordedBatch]
    return Array.from({ length: count }, (_, seq) => {
      const { edits: _edits, ...rest } = one.batch
      const isLast = seq === count - 1
      return {
        ...one,
        batch: { ...rest, seq, ...(isLast && { edits }), ...(isLast && isFinal && { final: true }) },
      }
    })
  }
  const fastTyped = (text: string): Edit[] =>
    Array.from(text, (character, at) => [0, 10_000 + at * 100, at, 0, character])

  it.each([
    ['no typing', visitOf(1, []), 'recorded no typing'],
    ['only the beginning of an answer', visitOf(1, fastTyped(q1.slice(0, 20))), 'has not arrived'],
    ['a gap', visitOf(3, fastTyped(q1)).toSpliced(1, 1), 'some batches are missing'],
  ])('of a session with %s is an error with a warning', async (_, batches, warning) => {
    const sessionId = newId()
    await workspace.send(sessionId, batches)
    for (const version of ['v021', 'v012'] as const) {
      const request = { ...requestOf(newSurveyId(), 'p1'), session_id: sessionId }
      const { json } = await send(request, { version })
      expect(json.error).toBe(true)
      expect(json.warning).toContain(warning)
    }
  })

  it('of a session without typing is no error if no question was answered', async () => {
    const sessionId = newId()
    await workspace.send(sessionId, visitOf(1, []))
    const request = { ...requestOf(newSurveyId(), 'p1'), responses: {}, session_id: sessionId }
    expect((await send(request)).json.error).toBe(false)
  })

  it('is no error if the page was left and the answer is longer than the typing', async () => {
    const sessionId = newId()
    await workspace.send(sessionId, visitOf(1, fastTyped(q1.slice(0, 20)), true))
    const { json } = await send({ ...requestOf(newSurveyId(), 'p1'), session_id: sessionId })
    expect(json.error).toBe(false)
  })

  it('with `wait` uses typing that arrives in time', async () => {
    const sessionId = newId()
    const request = { ...requestOf(newSurveyId(), 'p1'), session_id: sessionId }
    const pending = send(request, { query: '?wait=5' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await workspace.send(sessionId, visitOf(1, fastTyped(q1)))
    const { json } = await pending
    expect(json).toMatchObject({ error: false, flagged: true })
    expect(json.checks.q1).toContain('Programmatic entry')
    expect(json).not.toHaveProperty('warning')
  })

  it('with `wait` does not wait for typing that is stored, and waits no longer than requested', async () => {
    const sessionId = newId()
    await workspace.send(sessionId, visitOf(1, fastTyped(q1)))
    const from = performance.now()
    const request = { ...requestOf(newSurveyId(), 'p1'), session_id: sessionId }
    expect((await send(request, { query: '?wait=5' })).json.error).toBe(false)
    expect(performance.now() - from).toBeLessThan(4_000)
    const unknown = { ...requestOf(newSurveyId(), 'p1'), session_id: newId() }
    const start = performance.now()
    expect((await send(unknown, { query: '?wait=1' })).json.error).toBe(true)
    expect(performance.now() - start).toBeGreaterThan(950)
  })

  it.each(['6', '-1', 'x', '0.5'])('with `wait=%s` is refused', async (wait) => {
    const { status, json } = await send(requestOf(newSurveyId(), 'p1'), { query: `?wait=${wait}` })
    expect(status).toBe(400)
    expect(json.errors).toEqual([{ pointer: 'wait', detail: 'must be a whole number from 0 to 5' }])
  })

  it('waiting does not delay other requests', async () => {
    let waited = 0
    const waiting = Array.from({ length: 30 }, async (_, at) => {
      const answered = await send(
        { ...requestOf(newSurveyId(), `w${at}`), session_id: newId() },
        { query: '?wait=5' },
      )
      waited++
      return answered
    })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await send(requestOf(newSurveyId(), 'p1'))).json.error).toBe(false)
    expect(waited).toBe(0)
    for (const { json } of await Promise.all(waiting)) expect(json.error).toBe(true)
  })

  it('that arrives later is used when the request is repeated', async () => {
    const sessionId = newId()
    const request = { ...requestOf(newSurveyId(), 'p1'), session_id: sessionId }
    expect((await send(request)).json.warning).toContain('session was not found')
    await workspace.send(sessionId, visit({}, [[0, 10_000, 0, 0, q1]]))
    const { json } = await send(request)
    expect(json.checks.q1).toContain('Response pasted')
    expect(json).not.toHaveProperty('warning')
  })
})
