/** Read access: every route with every kind of unauthorized caller. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey, revokeKey } from '../../src/server/workspace/keys.ts'
import { type Answer, apiClient } from './api_client.ts'
import { event, record } from './recorded_session.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const newId = () => randomBytes(16).toString('base64url')
const SESSION = newId()
const UNKNOWN = newId()

interface Names {
  readonly session: string
  readonly user: string
  readonly tag: string
}
const THEIRS: Names = { session: SESSION, user: 'their user', tag: 'their tag' }
const UNUSED: Names = { session: UNKNOWN, user: 'other user', tag: 'other tag' }

const ROUTES: readonly (readonly [string, (names: Names) => string])[] = [
  ['report by path', ({ session }) => `/v1/sessions/${session}/report`],
  ['report by query', ({ session }) => `/v1/sessions/report?sessionId=${session}`],
  ['events by path', ({ session }) => `/v1/sessions/${session}/events`],
  ['events by query', ({ session }) => `/v1/sessions/events?sessionId=${session}`],
  ['user by path', ({ user }) => `/v1/users/${encodeURIComponent(user)}/sessions`],
  ['user by query', ({ user }) => `/v1/users/sessions?userId=${encodeURIComponent(user)}`],
  ['tag by path', ({ tag }) => `/v1/tags/${encodeURIComponent(tag)}/sessions`],
  ['tag by query', ({ tag }) => `/v1/tags/sessions?tag=${encodeURIComponent(tag)}`],
]

let service: RunningService
let owner: TestWorkspace
let stranger: TestWorkspace

beforeAll(async () => {
  service = await runService()
  owner = await service.workspace()
  stranger = await service.workspace()
  const visit = record([event('click', 100, {}, ['button', 'Their secret button'])], [], {
    origin: Date.now() - 500,
  })
  await owner.append(SESSION, visit, { userId: THEIRS.user, tags: [THEIRS.tag] })
})
afterAll(() => service.stop())

/** All parts of a response that a caller can compare, without those that differ between any two responses. */
function comparable({ status, headers, text }: Answer) {
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name))
  return { status, headers: kept, text: text.replace(/"request_id":"[^"]+"/, '"request_id":""') }
}

const withoutNames = (text: string, { session, user, tag }: Names) =>
  text.replaceAll(session, '<session>').replaceAll(user, '<user>').replaceAll(tag, '<tag>')

describe.each(ROUTES)('%s', (_, pathOf) => {
  it('returns the data to its owner', async () => {
    const { status, text } = await apiClient(service.address, owner.secretKey)(pathOf(THEIRS))
    expect(status).toBe(200)
    expect(text).toContain('Their secret button')
  })

  it('gives another workspace the same response as for missing data', async () => {
    const get = apiClient(service.address, stranger.secretKey)
    const theirs = comparable(await get(pathOf(THEIRS)))
    const unused = comparable(await get(pathOf(UNUSED)))
    expect({ ...theirs, text: withoutNames(theirs.text, THEIRS) }).toEqual({
      ...unused,
      text: withoutNames(unused.text, UNUSED),
    })
    expect([200, 404]).toContain(theirs.status)
    expect(theirs.text).not.toContain('secret')
  })

  it.each<[string, number, string, () => Promise<string | undefined>]>([
    ['no key', 401, 'missing_key', async () => undefined],
    ['a site key', 403, 'site_key_rejected', async () => owner.siteKey],
    ['a key for surveys', 403, 'wrong_scope', async () => (await owner.key(['survey'])).key],
    ['a key with no scope', 403, 'wrong_scope', async () => (await owner.key([])).key],
    ['an unknown key', 401, 'invalid_key', async () => 'bh_sk_nobody'],
    ['a revoked key', 401, 'invalid_key', revokedKey],
    ['an expired key', 401, 'invalid_key', expiredKey],
  ])('rejects %s, whether the data exists or not', async (_, status, code, keyOf) => {
    const key = await keyOf()
    for (const names of [THEIRS, UNUSED]) {
      const answer = await apiClient(service.address, key)(pathOf(names))
      expect(answer.status).toBe(status)
      expect(answer.json.code).toBe(code)
      expect(answer.text).not.toContain(names.session)
      if (key !== undefined) expect(answer.text).not.toContain(key)
    }
  })

  it('reads no key from the URL', async () => {
    const get = apiClient(service.address)
    const path = pathOf(THEIRS)
    for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
      const { status } = await get(`${path}${path.includes('?') ? '&' : '?'}${name}=${owner.secretKey}`)
      expect(status).toBe(401)
    }
  })
})

async function revokedKey(): Promise<string> {
  const { key, id } = await owner.key(['sessions', 'survey'])
  await revokeKey(service.services.store.keys, owner.id, id, Date.now())
  return key
}

async function expiredKey(): Promise<string> {
  const request = {
    workspace: owner.id,
    kind: 'secret',
    name: 'old',
    scopes: ['sessions'],
    expiresAt: Date.now(),
  } as const
  return (await createKey(service.services.store.keys, request, Date.now() - 1000)).key
}

describe('a key that is revoked while in use', () => {
  it('is rejected within five seconds', async () => {
    const { key, id } = await owner.key(['sessions'])
    const get = apiClient(service.address, key)
    expect((await get(`/v1/sessions/${SESSION}/report`)).status).toBe(200)
    await revokeKey(service.services.store.keys, owner.id, id, Date.now())
    const deadline = Date.now() + 5_000
    while (Date.now() < deadline + 500) {
      if ((await get(`/v1/sessions/${SESSION}/report`)).status === 401) return
      expect(Date.now()).toBeLessThan(deadline + 500)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    throw new Error('the key was still accepted')
  })
})
