/** A client without a session's token or tab secret cannot change the session. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { factDigest, openTokens, TOKEN_LIFE_MS } from '../../src/server/collect/token.ts'
import {
  type CollectClient,
  collectClient,
  type Loose,
  makeBatch,
  randomId,
  times,
  UNLIMITED,
} from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const FORGERIES = 10_000

let service: RunningService
let victim: TestWorkspace
let client: CollectClient

beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent' })
  victim = await service.workspace()
  client = collectClient(service.address)
})
afterAll(async () => {
  client.close()
  await service.stop()
})

async function snapshot(batch: Loose) {
  const key = { workspace: victim.id, sessionId: batch.session_id as string }
  const { sessions } = service.services.store
  const scored = await service.services.scoring.report(key)
  return { session: scored?.session, report: scored?.report, batches: await sessions.batches(key) }
}

it(`accepts none of ${FORGERIES} forged batches, and the session is unchanged`, async () => {
  const { store } = service.services
  const first = makeBatch(victim.siteKey, { user_id: 'owner', tags: ['real'] })
  const { token } = (await client.post(first)).json
  const elsewhere = (await client.post(makeBatch(victim.siteKey))).json.token
  const otherSite = await service.workspace()
  const own = makeBatch(otherSite.siteKey, { session_id: first.session_id })
  const otherSiteToken = (await client.post(own)).json.token
  const subject = { sessionId: first.session_id, workspace: victim.id, siteKeyId: victim.siteKeyId }
  const facts = { agent: factDigest('') }
  const longAgo = (await openTokens(store.keys, 1)).sign(subject, Date.now() - TOKEN_LIFE_MS, facts)
  const before = await snapshot(first)

  const { tab_secret, ...bare } = first
  const edited = (index: number) => {
    const at = index % token.length
    const char = token[at] === 'A' ? 'B' : 'A'
    return token.slice(0, at) + char + token.slice(at + 1)
  }
  const forge = (index: number): Loose => {
    const fresh = { ...bare, user_id: 'thief', tags: ['fake'], seq: 1 + (index % 1_000), tab: randomId(6) }
    switch (index % 7) {
      case 0:
        return fresh
      case 1:
        return { ...fresh, tab_secret: randomId(16) }
      case 2:
        return { ...fresh, token: elsewhere }
      case 3:
        return { ...fresh, token: otherSiteToken }
      case 4:
        return { ...fresh, token: longAgo }
      case 5:
        return { ...fresh, token: edited(index) }
      default:
        return { ...fresh, site_key: otherSite.siteKey, token }
    }
  }

  const statuses = new Map<number, number>()
  await times(FORGERIES, async (index) => {
    const { status } = await client.post(forge(index))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  expect([...statuses.keys()].sort()).toEqual([400, 401, 403])
  expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(FORGERIES)
  expect(await snapshot(first)).toEqual(before)

  // The same batch with the right token is accepted, so the test can detect a forgery.
  expect((await client.post({ ...forge(0), token })).status).toBe(200)
  expect(await snapshot(first)).not.toEqual(before)
})

it('returns nothing for guessed session ids', async () => {
  const api = collectClient(service.address)
  const first = makeBatch(victim.siteKey)
  await client.post(first)
  const near = (index: number) => {
    const bytes = Buffer.from(first.session_id, 'base64url')
    bytes[index % 16] = (bytes[index % 16] as number) ^ (1 << (index % 8))
    return bytes.toString('base64url')
  }
  const hits: number[] = []
  await times(2_000, async (index) => {
    const id = index % 2 === 0 ? randomId(16) : near(index)
    const { status } = await api.send('GET', `/v1/sessions/${id}/report`, {
      authorization: `Bearer ${victim.secretKey}`,
    })
    if (status !== 404) hits.push(status)
  })
  api.close()
  expect(hits).toEqual([])
})
