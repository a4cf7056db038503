/** Access to the session API, and traces of keys. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey, mintKey, revokeKey, rotateKey } from '../../src/server/workspace/keys.ts'
import {
  type CollectClient,
  collectClient,
  makeBatch,
  type Reply,
  randomId,
  UNLIMITED,
} from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let mine: TestWorkspace
let theirs: TestWorkspace
let client: CollectClient
let session: string
const replies: Reply[] = []

beforeAll(async () => {
  service = await runService(UNLIMITED)
  mine = await service.workspace()
  theirs = await service.workspace()
  client = collectClient(service.address)
  const batch = makeBatch(mine.siteKey, { user_id: 'someone', tags: ['shop'] })
  await client.post(batch)
  session = batch.session_id
})
afterAll(async () => {
  client.close()
  await service.stop()
})

const routesFor = (id: string, user: string, tag: string) => [
  `/v1/sessions/${id}/report`,
  `/v1/sessions/report?sessionId=${id}`,
  `/v1/sessions/${id}/events`,
  `/v1/sessions/events?sessionId=${id}`,
  `/v1/users/${user}/sessions`,
  `/v1/users/sessions?userId=${user}`,
  `/v1/tags/${tag}/sessions`,
]

async function get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const reply = await client.send('GET', path, headers)
  replies.push(reply)
  return reply
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('every route of the session API', () => {
  const routes = routesFor(':', ':', ':').map((route, index) => [route.replaceAll(':', 'x'), index] as const)
  const mineAt = (index: number) => routesFor(session, 'someone', 'shop')[index] as string

  it.each(routes)('%s returns data to its owner', async (_, index) => {
    const reply = await get(mineAt(index), bearer(mine.secretKey))
    expect(reply.status).toBe(200)
    expect(reply.text).toContain(session)
  })

  it.each(routes)('%s rejects a missing or invalid key', async (_, index) => {
    const path = mineAt(index)
    const attempts: [Record<string, string>, string][] = [
      [{}, 'missing_key'],
      [{ authorization: '' }, 'missing_key'],
      [{ authorization: 'Bearer' }, 'missing_key'],
      [{ authorization: `Basic ${btoa(`x:${mine.secretKey}`)}` }, 'missing_key'],
      [{ api_key: mine.secretKey }, 'missing_key'],
      [bearer('x'), 'invalid_key'],
      [bearer(mintKey('secret')), 'invalid_key'],
      [bearer(`${mine.secretKey.slice(0, -1)}${mine.secretKey.endsWith('0') ? '1' : '0'}`), 'invalid_key'],
    ]
    for (const [headers, code] of attempts) {
      const reply = await get(path, headers)
      expect(reply, JSON.stringify(headers)).toMatchObject({ status: 401, json: { code } })
      expect(reply.headers['www-authenticate']).toBe('Bearer')
      expect(reply.text).not.toContain(session)
    }
    const joint = path.includes('?') ? '&' : '?'
    for (const name of ['api_key', 'key', 'token', 'access_token']) {
      expect((await get(`${path}${joint}${name}=${mine.secretKey}`)).status).toBe(401)
    }
  })

  it.each(routes)('%s refuses site keys and keys without the scope', async (_, index) => {
    const { key: surveyOnly } = await mine.key(['survey'])
    const site = await get(mineAt(index), bearer(mine.siteKey))
    expect(site).toMatchObject({ status: 403, json: { code: 'site_key_rejected' } })
    const scoped = await get(mineAt(index), bearer(surveyOnly))
    expect(scoped).toMatchObject({ status: 403, json: { code: 'wrong_scope' } })
    expect(scoped.json.detail).toContain('lacks the permission `sessions`')
  })

  it.each(routes)('%s gives another workspace the same bytes as for missing data', async (_, index) => {
    const theirsSee = await get(mineAt(index), bearer(theirs.secretKey))
    const nothing = await get(
      routesFor(randomId(16), 'someone', 'shop')[index] as string,
      bearer(theirs.secretKey),
    )
    const plain = ({ status, text, headers }: Reply) => ({
      status,
      text: text.replace(/"request_id":"\w+"/, ''),
      headers: { ...headers, date: '', 'x-request-id': '' },
    })
    expect(plain(theirsSee)).toEqual(plain(nothing))
    expect(theirsSee.text).not.toContain(session)
  })
})

describe('keys', () => {
  it('work with any case of the scheme and extra spaces', async () => {
    const path = `/v1/sessions/${session}/report`
    for (const authorization of [`bearer ${mine.secretKey}`, `BEARER  ${mine.secretKey} `]) {
      expect((await get(path, { authorization })).status).toBe(200)
    }
  })

  it.concurrent('stop working when they expire, when they are revoked (within five seconds), and when a rotation ends', async () => {
    const { keys } = service.services.store
    const path = `/v1/sessions/${session}/report`
    const issue = (expiresAt?: number) =>
      createKey(
        keys,
        {
          workspace: mine.id,
          kind: 'secret',
          name: 'x',
          scopes: ['sessions'],
          ...(expiresAt && { expiresAt }),
        },
        Date.now(),
      )
    const [expired, revoked, rotated] = [await issue(Date.now() - 1), await issue(), await issue()]
    expect((await get(path, bearer(expired.key))).status).toBe(401)
    for (const { key } of [revoked, rotated]) expect((await get(path, bearer(key))).status).toBe(200)

    expect(await revokeKey(keys, mine.id, revoked.row.id, Date.now())).toBe(true)
    const successor = await rotateKey(keys, mine.id, rotated.row.id, 0, Date.now())
    await new Promise((wait) => setTimeout(wait, 5_000))
    expect((await get(path, bearer(revoked.key))).status).toBe(401)
    expect((await get(path, bearer(rotated.key))).status).toBe(401)
    expect((await get(path, bearer(successor?.key ?? ''))).status).toBe(200)
  })

  it.concurrent('of a site stop working in the same cases', async () => {
    const { keys } = service.services.store
    const site = await createKey(keys, { workspace: mine.id, kind: 'site', name: 'x' }, Date.now())
    expect((await client.post(makeBatch(site.key))).status).toBe(200)
    await revokeKey(keys, mine.id, site.row.id, Date.now())
    await new Promise((wait) => setTimeout(wait, 5_000))
    const reply = await client.post(makeBatch(site.key))
    expect(reply).toMatchObject({ status: 401, json: { code: 'invalid_site_key' } })
  })

  it('that are secret, unknown or mistyped cannot send batches', async () => {
    for (const key of [mine.secretKey, mintKey('site'), 'bh_pk_', '']) {
      const reply = await client.post(makeBatch(key))
      expect(reply).toMatchObject({ status: 401, json: { code: 'invalid_site_key' } })
    }
  })

  it('that are secret leave no trace in the log, in responses or in the data', async () => {
    const batch = makeBatch(mine.siteKey)
    const { token } = (await client.post(batch)).json
    await client.post(makeBatch(mine.secretKey))
    await service.services.keys.flush()
    const secrets = [mine.secretKey, theirs.secretKey, batch.tab_secret as string, token as string]
    const places: [string, string][] = [
      ['the log', service.logLines.join('')],
      ['answers', replies.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n')],
    ]
    for (const file of globSync('**/*', { cwd: service.folder })) {
      const path = join(service.folder, file)
      if (statSync(path).isFile()) places.push([file, readFileSync(path, 'latin1')])
    }
    expect(places.length).toBeGreaterThan(3)
    for (const [place, text] of places) {
      for (const secret of secrets) {
        expect(text.includes(secret), `${place} holds a secret`).toBe(false)
        if (secret.startsWith('bh_')) expect(text.includes(secret.slice(10, 30)), place).toBe(false)
      }
    }
    // The search finds existing data: the id of the session, and the visible prefix of the key.
    const data = places
      .slice(2)
      .map(([, text]) => text)
      .join('')
    expect(data.includes(mine.secretKey.slice(0, 10))).toBe(true)
  })
})
