/** Test keys over HTTP: canned sessions, survey triggers, webhooks, and the separation from live data. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Evidence } from '../../src/contract/evidence.ts'
import { SessionReport } from '../../src/contract/session.ts'
import { SURVEY_CHECKS_V012, SURVEY_CHECKS_V021 } from '../../src/contract/survey_checks.ts'
import { CANNED_SESSIONS, CANNED_USER } from '../../src/report/canned/canned_sessions.ts'
import { makeBatch } from './collect_client.ts'
import { type ManageClient, manageClient } from './manage_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { newSurveyId, type Send, surveyClient } from './survey_client.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const CHECKS_PAGE = join(DOCS, 'reference/checks/index.md')

let service: RunningService
let receiver: Receiver
let workspace: TestWorkspace
let liveAdmin: ManageClient
let testAdmin: ManageClient
let testKey: string
let siteKey: string
let send: Send
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0', BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes' })
  receiver = await startReceiver()
  workspace = await service.workspace()
  liveAdmin = await manageClient(service.address, (await workspace.key(['admin', 'sessions'])).key)
  testKey = await issue({ kind: 'secret' })
  siteKey = await issue({ kind: 'site' })
  testAdmin = await manageClient(service.address, await issue({ kind: 'secret', scopes: ['admin'] }))
  send = surveyClient(service.address, testKey)
})
afterAll(async () => {
  await receiver.close()
  await service.stop()
})

async function issue(request: object): Promise<string> {
  const { json } = await liveAdmin('POST', '/v1/keys', { name: 'ci', mode: 'test', ...request })
  return json.secret
}

const read = (path: string, key = testKey) =>
  fetch(service.address + path, { headers: { authorization: `Bearer ${key}` } })

describe('the evidence of canned sessions', () => {
  it.each(['evidence?sessionId=ID', 'ID/evidence'])('is as documented: %s', async (path) => {
    const check = Compile(Evidence)
    for (const { id } of CANNED_SESSIONS) {
      const answer = await read(`/v1/sessions/${path.replace('ID', id)}`)
      const evidence = await answer.json()
      expect([id, answer.status, check.Errors(evidence)]).toEqual([id, 200, []])
    }
  })
})

describe('test keys', () => {
  it('are recognizable and listed with their mode', async () => {
    expect(testKey).toMatch(/^bh_sk_test_[0-9A-Za-z]{33}$/)
    expect(siteKey).toMatch(/^bh_pk_test_[0-9A-Za-z]{33}$/)
    const { json: all } = await liveAdmin('GET', '/v1/keys')
    expect(all.items.map(({ mode }: { mode: string }) => mode).sort()).toEqual([
      ...Array(3).fill('live'),
      ...Array(3).fill('test'),
    ])
    const { json: own } = await testAdmin('GET', '/v1/keys')
    expect(own.items.map(({ mode }: { mode: string }) => mode)).toEqual(['test', 'test', 'test'])
  })

  it('create, change and revoke test keys only', async () => {
    const live = await testAdmin('POST', '/v1/keys', { kind: 'secret', name: 'no' })
    expect(live).toMatchObject({ status: 400, json: { errors: [{ pointer: '/mode' }] } })
    const { json: all } = await liveAdmin('GET', '/v1/keys')
    const foreign = all.items.find(({ mode }: { mode: string }) => mode === 'live').id
    expect((await testAdmin('DELETE', `/v1/keys/${foreign}`)).status).toBe(404)
    expect((await testAdmin('POST', `/v1/keys/${foreign}/rotate`, {})).status).toBe(404)
    const { json: made } = await testAdmin('POST', '/v1/keys', { kind: 'secret', mode: 'test', name: 'two' })
    const rotated = await testAdmin('POST', `/v1/keys/${made.key.id}/rotate`, { overlap_hours: 0 })
    expect(rotated.json.secret).toMatch(/^bh_sk_test_/)
    expect((await testAdmin('DELETE', `/v1/keys/${rotated.json.key.id}`)).json).toEqual({ done: true })
  })
})

describe('canned sessions', () => {
  it('have reports of the contract, and an event log', async () => {
    const schema = Compile(SessionReport)
    for (const { id, detected } of CANNED_SESSIONS) {
      const report = (await (await read(`/v1/sessions/${id}/report`)).json()) as SessionReport
      expect([...schema.Errors(report)], id).toEqual([])
      const results = Object.entries({ ...report.biometric_checks, ...report.device_checks })
      expect(results.flatMap(([name, result]) => (result === 'Detected' ? [name] : [])).sort()).toEqual(
        [...detected].sort(),
      )
      const events = (await (await read(`/v1/sessions/${id}/events`)).json()) as { event_count: number }
      expect(events.event_count).toBeGreaterThan(0)
    }
    expect((await read('/v1/sessions/test.missing/report')).status).toBe(404)
  })

  it('appear in lists of test keys, in the documented table, and nowhere else', async () => {
    const ids = CANNED_SESSIONS.map(({ id }) => id)
    const listed = async (path: string, key?: string) =>
      ((await (await read(path, key)).json()) as { sessions: { session_id: string }[] }).sessions.map(
        ({ session_id }) => session_id,
      )
    expect(await listed(`/v1/users/${CANNED_USER}/sessions`)).toEqual(ids)
    expect(await listed('/v1/tags/test/sessions')).toEqual(ids)
    expect((await testAdmin('GET', '/v1/sessions?limit=100')).json.items).toHaveLength(ids.length)
    expect(
      (await testAdmin('GET', '/v1/exports/sessions?format=ndjson')).text.trim().split('\n'),
    ).toHaveLength(ids.length)

    expect(await listed(`/v1/users/${CANNED_USER}/sessions`, workspace.secretKey)).toEqual([])
    expect((await liveAdmin('GET', '/v1/sessions')).json.items).toEqual([])
    const missing = await read('/v1/sessions/test.bot/report', workspace.secretKey)
    expect(missing.status).toBe(404)
  })

  it('come back after an erasure, and can be labeled', async () => {
    const label = await testAdmin('PUT', '/v1/sessions/test.bot/label', { label: 'person' })
    expect(label.json.label).toMatchObject({ label: 'person', by: 'ci' })
    const { json } = await testAdmin('POST', '/v1/erasures', { session_id: 'test.bot' })
    expect(json).toMatchObject({ sessions: 1, labels: 1 })
    const report = await (await read('/v1/sessions/test.bot/report')).json()
    expect(report).toMatchObject({ overridden_by: null, device_checks: { bot: 'Detected' } })
  })
})

describe('batches and surveys in test mode', () => {
  it('stores batches of a test site key for test keys only', async () => {
    const batch = makeBatch(siteKey)
    const response = await fetch(service.address + service.services.config.ingestPath, {
      method: 'POST',
      body: JSON.stringify(batch),
    })
    expect(response.status).toBe(200)
    expect((await read(`/v1/sessions/${batch.session_id}/report`)).status).toBe(200)
    expect((await read(`/v1/sessions/${batch.session_id}/report`, workspace.secretKey)).status).toBe(404)
  })

  it('triggers every check with the documented requests', async () => {
    const [, source = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(CHECKS_PAGE, 'utf8')) ?? []
    const triggers = await import(`data:text/javascript,${encodeURIComponent(source)}`)
    expect(Object.keys(triggers.v021)).toEqual(SURVEY_CHECKS_V021)
    expect(Object.keys(triggers.v012)).toEqual(SURVEY_CHECKS_V012)
    const missing: string[] = []
    for (const version of ['v021', 'v012'] as const) {
      for (const [check, request] of Object.entries<object>(triggers[version])) {
        const ids = { survey_id: newSurveyId() }
        if (check.startsWith('Cross')) await send({ ...ids, participant_id: 'p0', ...request }, { version })
        const { json } = await send({ ...ids, participant_id: 'p1', ...request }, { version })
        const failed: string[] = version === 'v012' ? json.checks : Object.values(json.checks).flat()
        if (!failed.includes(check)) missing.push(`${version} ${check}: ${failed}`)
      }
    }
    expect(missing).toEqual([])
    expect((await liveAdmin('GET', '/v1/surveys')).json.items).toEqual([])
  })

  it('knows the devices of canned sessions', async () => {
    const survey_id = newSurveyId()
    const body = { survey_id, questions: { q1: 'Why?' }, responses: { q1: 'Because it is close to work.' } }
    const checksOf = async (participant_id: string, fingerprint_id: string) =>
      (await send({ ...body, participant_id, fingerprint_id })).json.fingerprint_checks
    expect(await checksOf('p1', 'test.vpn')).toMatchObject({ vpn: true, bot: false, duplicate: false })
    expect(await checksOf('p2', 'test.vpn')).toMatchObject({ vpn: true, duplicate: true })
    expect(await checksOf('p3', 'test.incognito')).toMatchObject({ incognito: true, tampering: false })
    expect(await checksOf('p4', 'test.tampering')).toMatchObject({ incognito: false, tampering: true })
    expect(await checksOf('p5', 'test.missing')).toMatchObject({ error: true, vpn: null })
  })

  it('sends a test event to a webhook of test mode', async () => {
    const request = { name: 'ci', url: receiver.url, events: ['session.completed'] }
    const { json: made } = await testAdmin('POST', '/v1/webhooks', request)
    const { json } = await testAdmin('POST', `/v1/webhooks/${made.webhook.id}/test`)
    expect(json).toMatchObject({ type: 'test', state: 'delivered' })
    expect((await liveAdmin('GET', '/v1/webhooks')).json.items).toEqual([])
  })
})
