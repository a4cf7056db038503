/** Signed results: issued to pages, verified for servers, and read by no one else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INGEST_PATH, RESULT_SUFFIX } from '../../src/contract/paths.ts'
import { RESULT_LIFE_MS, type SignedResult } from '../../src/contract/result.ts'
import { createKey } from '../../src/server/base/keys.ts'
import { openResultKeys, storedResultKey } from '../../src/server/results/result_keys.ts'
import { unsealResult } from '../../src/server/results/seal.ts'
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
      hostname: 'shop.example',
      issued_at: expires_at - RESULT_LIFE_MS,
      expires_at,
      page_action: 'signup',
      page_data: 'plan b',
    }
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
    expect(result.effective_action).toBe('Auto-reject or high-priority review')
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
    expect(await verify({ result, site_key: other.key })).toEqual({ valid: false, reason: 'other_site' })
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
