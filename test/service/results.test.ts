/** Signed results: issued to pages, verified for servers, and read by no one else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_IDLE_MS } from '../../src/contract/limits.ts'
import { INGEST_PATH, RESULT_SUFFIX } from '../../src/contract/paths.ts'
import { RESULT_LIFE_MS, type SignedResult } from '../../src/contract/result.ts'
import { openResultKeys, storedResultKey } from '../../src/server/signed_results/result_keys.ts'
import { sealResult, unsealResult } from '../../src/server/signed_results/seal.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type CollectClient, collectClient, type Loose, makeBatch } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const PATH = INGEST_PATH + RESULT_SUFFIX

let time = Date.now()
let service: RunningService
let workspace: TestWorkspace
let page: CollectClient
let pageResult: CollectClient

beforeAll(async () => {
  service = await runService({}, { now: () => time })
  workspace = await service.workspace()
  page = collectClient(service.address)
  pageResult = collectClient(service.address, PATH)
})
afterAll(async () => {
  page.close()
  pageResult.close()
  await service.stop()
})

async function session(siteKey = workspace.siteKey) {
  const batch = makeBatch(siteKey)
  const { json } = await page.post(batch)
  return { site_key: siteKey, session_id: batch.session_id as string, token: json.token as string }
}

async function verify(body: Loose, key = workspace.secretKey) {
  const response = await fetch(`${service.address}/v1/results/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Loose
}

const issue = async (fields: Loose = {}) => {
  const own = await session()
  const { status, json } = await pageResult.post(
    { ...own, ...fields },
    { origin: 'https://shop.example:8443' },
  )
  expect(status).toBe(200)
  return { ...own, result: json.result as string, expires_at: json.expires_at as number }
}

describe('a signed result', () => {
  it('agrees with the report of the session, and names page, action and time', async () => {
    const { session_id, result, expires_at } = await issue({ page_action: 'signup', page_data: 'plan b' })
    const report = (await (
      await fetch(`${service.address}/v1/sessions/${session_id}/report`, {
        headers: { authorization: `Bearer ${workspace.secretKey}` },
      })
    ).json()) as Loose
    const expected: Omit<SignedResult, 'result_id'> = {
      session_id,
      site_key: workspace.siteKey,
      risk_score: report.risk_score,
      effective_action: report.effective_action,
      proven: report.proven,
      decision: report.decision,
      hostname: 'shop.example',
      issued_at: expires_at - RESULT_LIFE_MS,
      expires_at,
      page_action: 'signup',
      page_data: 'plan b',
    }
    expect([report.proven, report.decision]).toEqual(['nothing', 'step_up'])
    const answer = await verify({ result, site_key: workspace.siteKey })
    expect(answer).toEqual({
      valid: true,
      result: { ...expected, result_id: expect.stringMatching(/^[\w-]{22}$/) },
    })
    const key = await storedResultKey(service.services.store.keys, workspace.id, 1)
    expect(unsealResult(key, result)).toEqual(answer.result)
  })

  it('carries the action of a reviewer', async () => {
    const own = await session()
    const key = { workspace: workspace.id, sessionId: own.session_id }
    await service.services.scoring.report(key)
    const label = { label: 'bot', memberId: 'command line', at: time, note: '' } as const
    await service.services.store.facts.setLabel(key, label)
    const { json } = await pageResult.post(own)
    const { result } = await verify({ result: json.result })
    expect(result).toMatchObject({
      effective_action: 'Auto-reject or high-priority review',
      decision: 'reject',
    })
  })

  it('expires after 120 seconds', async () => {
    const { result } = await issue()
    time += RESULT_LIFE_MS - 1
    expect(await verify({ result })).toMatchObject({ valid: true })
    time += 1
    expect(await verify({ result })).toEqual({ valid: false, reason: 'expired' })
  })

  it('is bound to its site key and its workspace', async () => {
    const { result } = await issue()
    const other = await createKey(
      service.services.store.keys,
      { workspace: workspace.id, kind: 'site', name: 'other' },
      time,
    )
    expect(await verify({ result, site_key: other.key })).toEqual({ valid: false, reason: 'wrong_site_key' })
    const stranger = await service.workspace()
    expect(await verify({ result }, stranger.secretKey)).toEqual({ valid: false, reason: 'invalid' })
    expect(await verify({ result: `${result}A` })).toEqual({ valid: false, reason: 'invalid' })
  })

  it('is issued only to the client that recorded the session', async () => {
    const own = await session()
    const other = await session()
    const codes = []
    for (const wrong of [
      { ...own, token: other.token },
      { ...own, token: 'x' },
      { ...own, site_key: `bh_pk_${'x'.repeat(33)}` },
      { ...own, site_key: workspace.secretKey },
      { ...own, session_id: 'short' },
      { ...own, page_action: 'x'.repeat(256) },
    ]) {
      const { status, json } = await pageResult.post(wrong)
      codes.push([status, json.code, json.errors?.[0].pointer])
    }
    expect(codes).toEqual([
      [401, 'invalid_token', undefined],
      [401, 'invalid_token', undefined],
      [401, 'invalid_site_key', undefined],
      [401, 'invalid_site_key', undefined],
      [400, 'invalid_request', '/session_id'],
      [400, 'invalid_request', '/page_action'],
    ])
  })

  it('is the same for its page load and action until it was redeemed and the visitor went on', async () => {
    const batch = makeBatch(workspace.siteKey)
    const { json } = await page.post(batch)
    const own = { site_key: workspace.siteKey, session_id: batch.session_id, token: json.token }
    const issued = async (page_action: string, origin = 'https://shop.example', tab = batch.tab) => {
      const { result } = (await pageResult.post({ ...own, tab, page_action }, { origin })).json
      return result as string
    }
    const idOf = async (result: string) => (await verify({ result })).result.result_id as string
    const use = async (result: string) => (await verify({ result, once: true })).reason ?? 'used'
    const first = await issued('signup')
    expect(await issued('signup')).not.toBe(first)
    expect(await idOf(await issued('signup'))).toBe(await idOf(first))
    expect(await idOf(await issued('signup', 'https://other.example'))).toBe(await idOf(first))
    expect(await idOf(await issued('login'))).not.toBe(await idOf(first))
    // Another page load has its own result, but an invented one has not.
    await page.post({ ...batch, tab: 'TTTTTTTT', page: 1, token: json.token })
    const from = async (tab: string) => idOf(await issued('signup', undefined, tab))
    expect(await from('TTTTTTTT')).not.toBe(await from(batch.tab))
    expect(await from('invented')).toBe(await from('inventdY'))

    const twelve = await Promise.all(Array.from({ length: 12 }, () => issued('signup')))
    const uses = await Promise.all(twelve.map(use))
    expect(uses.filter((reason) => reason === 'used')).toHaveLength(1)
    expect(await use(await issued('signup'))).toBe('already_used')

    const outcomes = []
    for (let i = 1; i <= 6; i++) {
      time += 1_000
      await page.post({ ...batch, seq: i, token: json.token })
      outcomes.push(await use(await issued('signup')))
    }
    // With the first, five in two minutes, whatever the action is called.
    expect(outcomes).toEqual(['used', 'used', 'used', 'used', 'already_used', 'already_used'])
    expect(await use(await issued('another'))).toBe('already_used')
    time += RESULT_LIFE_MS
    expect(await use(await issued('signup'))).toBe('used')
  })

  it('counts among five of its session, also if all are redeemed at the same time', async () => {
    const own = await session()
    const actions = Array.from({ length: 40 }, (_, i) => `action-${i}`)
    const results = await Promise.all(
      actions.map(
        async (page_action) => (await pageResult.post({ ...own, page_action })).json.result as string,
      ),
    )
    const valid = async (result: string) => (await verify({ result, once: true })).valid as boolean
    const atOnce = (await Promise.all(results.map(valid))).filter(Boolean).length
    expect(atOnce).toBeLessThanOrEqual(5)
    let inTurn = 0
    for (const result of results) if (await valid(result)) inTurn++
    expect(atOnce + inTurn).toBe(5)
  })

  it('is redeemed at most 30 times an hour, however long the session goes on', async () => {
    const own = await session()
    const uses: (string | undefined)[] = []
    for (let turn = 0; turn < 8; turn++) {
      for (let index = 0; index < 5; index++) {
        const page_action = `form-${turn}-${index}`
        const { result } = (await pageResult.post({ ...own, page_action })).json
        uses.push((await verify({ result, once: true })).reason ?? 'used')
      }
      time += RESULT_LIFE_MS + 1_000
    }
    expect(uses.filter((reason) => reason === 'used')).toHaveLength(30)
    expect(uses.slice(0, 30)).not.toContain('already_used')
    time += 3_600_000
    const { result } = (await pageResult.post({ ...own, page_action: 'later' })).json
    expect((await verify({ result, once: true })).valid).toBe(true)
  })

  it('is not of an accepted visitor 30 minutes after the last batch', async () => {
    const own = await session()
    const key = { workspace: workspace.id, sessionId: own.session_id }
    await service.services.scoring.report(key)
    const label = { label: 'person', memberId: 'command line', at: time, note: '' } as const
    await service.services.store.facts.setLabel(key, label)
    const decision = async () => {
      const { result } = (await pageResult.post(own)).json
      return (await verify({ result })).result.decision
    }
    time += SESSION_IDLE_MS
    expect(await decision()).toBe('accept')
    time += 1
    expect(await decision()).toBe('step_up')
  })

  it('is not issued for another site key than that of the session', async () => {
    const { store } = service.services
    const { key } = await createKey(
      store.keys,
      { workspace: workspace.id, kind: 'site', name: 'other' },
      time,
    )
    const batch = makeBatch(workspace.siteKey)
    await page.post(batch)
    const repeated = await page.post({ ...batch, site_key: key })
    expect(repeated).toMatchObject({ status: 200, json: { status: 'repeated' } })
    const { status, json } = await pageResult.post({
      site_key: key,
      session_id: batch.session_id,
      token: repeated.json.token,
    })
    expect([status, json.code]).toEqual([401, 'invalid_token'])
  })

  it('can be redeemed once, and again with the same idempotency key', async () => {
    const { result } = await issue()
    const once = { result, once: true, idempotency_key: 'a' }
    expect(await verify(once)).toMatchObject({ valid: true })
    expect(await verify(once)).toMatchObject({ valid: true })
    expect(await verify({ ...once, idempotency_key: 'b' })).toEqual({ valid: false, reason: 'already_used' })
    // Without `once`, reading it stays possible.
    expect(await verify({ result })).toMatchObject({ valid: true })
  })

  it('is bound to the host of its page', async () => {
    const { result } = await issue()
    const other = { valid: false, reason: 'wrong_host' }
    expect(await verify({ result, hostnames: ['www.shop.example'] })).toEqual(other)
    expect(await verify({ result, hostnames: ['www.shop.example', 'shop.example'] })).toMatchObject({
      valid: true,
    })
    const { store } = service.services
    for (const [origins, expected] of [
      [['https://www.shop.example'], other],
      [['https://*.example'], { valid: true }],
      [['https://shop.example:8443'], { valid: true }],
    ] as const) {
      const made = await createKey(
        store.keys,
        { workspace: workspace.id, kind: 'site', name: 'shop', origins: [...origins] },
        time,
      )
      const secret = await storedResultKey(store.keys, workspace.id, 1)
      const opened = unsealResult(secret, result) as SignedResult
      const moved = sealResult(secret, { ...opened, site_key: made.key })
      expect(await verify({ result: moved })).toMatchObject(expected)
    }
  })

  it('says whether step-up verification was passed', async () => {
    const { session_id, ...own } = await session()
    const key = { workspace: workspace.id, sessionId: session_id }
    const stepUp = async () => {
      const { result } = (await pageResult.post({ ...own, session_id })).json
      return (await verify({ result })).result.step_up
    }
    expect(await stepUp()).toBeUndefined()
    const row = { task: 't'.repeat(22), sentence: 'typed before', tasks: 1, askedAt: time, answer: null }
    await service.services.store.stepUps.ask(key, row, null)
    expect(await stepUp()).toBe('unknown')
    const answer = { at: time, result: 'passed', reason: '' } as const
    await service.services.store.stepUps.answer(key, { ...row, answer })
    expect(await stepUp()).toBe('passed')
  })

  it('is issued only to allowed origins', async () => {
    const { key } = await createKey(
      service.services.store.keys,
      { workspace: workspace.id, kind: 'site', name: 'shop', origins: ['https://shop.example'] },
      time,
    )
    const batch = makeBatch(key)
    const from = { origin: 'https://shop.example' }
    const { json } = await page.post(batch, from)
    const wanted = { site_key: key, session_id: batch.session_id, token: json.token }
    expect(await pageResult.post(wanted, from)).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': 'https://shop.example', 'cache-control': 'no-store' },
    })
    expect(await pageResult.post(wanted, { origin: 'https://evil.example' })).toMatchObject({ status: 403 })
  })

  it('ends when the workspace replaces its secret', async () => {
    const { result } = await issue()
    const { keys } = service.services.store
    const settings = (await keys.workspace(workspace.id))?.settings
    await keys.changeSettings(workspace.id, () => ({ ...settings, result_key: 2 }))
    expect(unsealResult(await openResultKeys(keys).of(workspace.id), result)).toBeNull()
    await keys.changeSettings(workspace.id, () => ({ ...settings, result_key: 1 }))
    expect(unsealResult(await openResultKeys(keys).of(workspace.id), result)).not.toBeNull()
  })
})
