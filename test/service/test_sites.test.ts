/** The site keys for browser tests over HTTP: what they answer, and that they never pass a real check. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INGEST_PATH, RESULT_SUFFIX, STEP_UP_SUFFIX } from '../../src/contract/paths.ts'
import { SESSION_ID, TEST_SITES } from '../../src/contract/test_sites.ts'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { testWorkspaceOf } from '../../src/store/test_workspace.ts'
import { collectClient, type Loose, makeBatch } from './collect_client.ts'
import { issuedResult } from './issued_result.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const PASS = 'bh_pk_test_always_pass'
const FAIL = 'bh_pk_test_always_fail'
const ORIGIN = 'https://shop.example'

let service: RunningService
let workspace: TestWorkspace
let testKey: string
let testSite: string
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  const { store, now } = service.services
  await openTestWorkspace(store, workspace.id, now())
  const issue = async (kind: 'site' | 'secret') =>
    (
      await createKey(
        store.keys,
        { workspace: workspace.id, kind, name: 'ci', scopes: ['sessions'], isTest: true },
        now(),
      )
    ).key
  testKey = await issue('secret')
  testSite = await issue('site')
  const forward_auth = [{ path: '/', on_unknown: 'block' }] as const
  for (const id of [workspace.id, testWorkspaceOf(workspace.id)]) {
    await store.keys.changeSettings(id, (before) => ({ ...before, forward_auth }))
  }
})
afterAll(() => service.stop())

async function post(path: string, body: Loose) {
  const client = collectClient(service.address, path)
  const answer = await client.post(body, { origin: ORIGIN })
  client.close()
  return answer
}

async function tokenOf(siteKey: string, sessionId = TEST_SITES[siteKey]): Promise<string> {
  return (await post(INGEST_PATH, makeBatch(siteKey, { session_id: sessionId }))).json.token
}

/** As the page gets it. */
async function resultOf(siteKey: string): Promise<string> {
  const token = await tokenOf(siteKey)
  const wanted = { site_key: siteKey, session_id: TEST_SITES[siteKey], token, page_action: 'signup' }
  return (await post(INGEST_PATH + RESULT_SUFFIX, wanted)).json.result
}

async function siteverify(response: string, secret: string): Promise<Loose> {
  const body = new URLSearchParams({ secret, response })
  return (await fetch(`${service.address}/siteverify`, { method: 'POST', body })).json() as Promise<Loose>
}

async function verify(result: string, key: string, more: Loose = {}): Promise<Loose> {
  const answer = await fetch(`${service.address}/v1/results/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ result, ...more }),
  })
  return answer.json() as Promise<Loose>
}

async function forwardAuth(cookie: string, key: string, siteKey: string): Promise<number> {
  const answer = await fetch(`${service.address}/v1/forward-auth?site_key=${siteKey}`, {
    headers: {
      authorization: `Bearer ${key}`,
      'x-forwarded-uri': '/signup',
      cookie: `byhand-result=${cookie}`,
    },
  })
  return answer.status
}

const report = (id: string, key: string) =>
  fetch(`${service.address}/v1/sessions/${id}/report`, { headers: { authorization: `Bearer ${key}` } })

it('are the two documented ones, with a session ID that the wire accepts', () => {
  expect(Object.keys(TEST_SITES)).toEqual([PASS, FAIL])
  for (const id of Object.values(TEST_SITES)) expect(id).toMatch(new RegExp(SESSION_ID))
  expect('test.unknown').not.toMatch(new RegExp(SESSION_ID))
})

describe('with a test key', () => {
  it('answer as a person', async () => {
    const result = await resultOf(PASS)
    expect(await verify(result, testKey, { site_key: PASS })).toMatchObject({
      valid: true,
      result: {
        effective_action: 'Auto-accept',
        session_id: 'test.auto_accept',
        hostname: 'shop.example',
        page_action: 'signup',
      },
    })
    expect(await forwardAuth(result, testKey, PASS)).toBe(200)
    expect(await siteverify(result, testKey)).toMatchObject({ success: true, hostname: 'shop.example' })
    expect(await (await report('test.auto_accept', testKey)).json()).toMatchObject({
      effective_action: 'Auto-accept',
    })
  })

  it('answer as a bot', async () => {
    const result = await resultOf(FAIL)
    expect(await verify(result, testKey, { site_key: FAIL })).toMatchObject({
      valid: true,
      result: {
        effective_action: 'Auto-reject or high-priority review',
        session_id: 'test.auto_reject',
      },
    })
    expect(await forwardAuth(result, testKey, FAIL)).toBe(403)
    expect(await siteverify(result, testKey)).toMatchObject({
      success: false,
      'error-codes': ['risk-too-high'],
    })
    expect(await (await report('test.auto_reject', testKey)).json()).toMatchObject({
      effective_action: 'Auto-reject or high-priority review',
    })
  })

  it('have the score of the report', async () => {
    for (const siteKey of [PASS, FAIL]) {
      const { result } = await verify(await resultOf(siteKey), testKey)
      const { risk_score } = (await (await report(result.session_id, testKey)).json()) as Loose
      expect(result.risk_score).toBe(risk_score)
    }
  })

  it('give any number of results, each of which counts once', async () => {
    for (let visit = 0; visit < 8; visit++) {
      expect(await siteverify(await resultOf(PASS), testKey)).toMatchObject({ success: true })
    }
    const once = await resultOf(PASS)
    expect(await siteverify(once, testKey)).toMatchObject({ success: true })
    expect(await siteverify(once, testKey)).toMatchObject({ success: false })
  })

  it('need no step-up verification', async () => {
    for (const siteKey of [PASS, FAIL]) {
      const asked = await post(INGEST_PATH + STEP_UP_SUFFIX, {
        site_key: siteKey,
        result: await resultOf(siteKey),
      })
      expect([asked.status, asked.json]).toEqual([200, { needed: false }])
    }
  })
})

describe('never pass a real check', () => {
  it('because a live key rejects their results', async () => {
    const forged = await resultOf(PASS)
    expect(await verify(forged, workspace.secretKey)).toEqual({ valid: false, reason: 'invalid' })
    expect(await siteverify(forged, workspace.secretKey)).toMatchObject({ success: false })
    for (const siteKey of [workspace.siteKey, PASS]) {
      expect(await forwardAuth(forged, workspace.secretKey, siteKey)).toBe(403)
    }
    expect((await report('test.auto_accept', workspace.secretKey)).status).toBe(404)
    // Control: the same requests with a result of a person on the live site.
    const real = await issuedResult(service, workspace, { label: 'person' })
    expect(await verify(real, workspace.secretKey)).toMatchObject({ valid: true })
    expect(await forwardAuth(real, workspace.secretKey, workspace.siteKey)).toBe(200)
    expect(await siteverify(real, workspace.secretKey)).toMatchObject({ success: true })
  })

  it('because a test key rejects them for another site', async () => {
    const forged = await resultOf(PASS)
    expect(await verify(forged, testKey, { site_key: testSite })).toEqual({
      valid: false,
      reason: 'wrong_site_key',
    })
    expect(await forwardAuth(forged, testKey, testSite)).toBe(403)
  })

  it('because their token opens no real session, and a real key no test session', async () => {
    const real = makeBatch(workspace.siteKey)
    expect((await post(INGEST_PATH, real)).status).toBe(200)
    const token = await tokenOf(PASS)
    const wanted = { site_key: workspace.siteKey, session_id: real.session_id, token }
    expect((await post(INGEST_PATH + RESULT_SUFFIX, wanted)).json.code).toBe('invalid_token')
    for (const [siteKey, session_id] of [
      [workspace.siteKey, 'test.auto_accept'],
      [testSite, 'test.auto_accept'],
      [FAIL, 'test.auto_accept'],
      [PASS, real.session_id],
    ] as const) {
      const refused = await post(INGEST_PATH, makeBatch(siteKey, { session_id }))
      expect([siteKey, refused.status, refused.json.errors?.[0]?.pointer]).toEqual([
        siteKey,
        400,
        '/session_id',
      ])
    }
  })
})

it('record nothing', async () => {
  const { store } = service.services
  const before = await store.sessions.find({ workspace: workspace.id, sessionId: 'test.auto_accept' })
  await resultOf(PASS)
  expect(before).toBeNull()
  for (const id of [workspace.id, 'test']) {
    expect(await store.sessions.find({ workspace: id, sessionId: 'test.auto_accept' })).toBeNull()
  }
  // Control: a test site key of the workspace records.
  const batch = makeBatch(testSite)
  await post(INGEST_PATH, batch)
  const key = { workspace: testWorkspaceOf(workspace.id), sessionId: batch.session_id as string }
  expect(await store.sessions.find(key)).not.toBeNull()
})
