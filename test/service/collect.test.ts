/** Batches over HTTP: storage, responses and access. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeBatch } from '../../src/contract/batch/codec.ts'
import { ROWS } from '../../src/contract/batch/rows.ts'
import { SESSION } from '../../src/contract/limits.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { userHash, userHashSecret } from '../../src/server/collect/user_hash.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import {
  type CollectClient,
  collectClient,
  type Loose,
  makeBatch,
  randomId,
  UNLIMITED,
} from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let site: TestWorkspace
let client: CollectClient

beforeAll(async () => {
  service = await runService(UNLIMITED)
  site = await service.workspace()
  client = collectClient(service.address)
})
afterAll(async () => {
  client.close()
  await service.stop()
})

const keyOf = (batch: Loose) => ({ workspace: site.id, sessionId: batch.session_id as string })
const stored = async (batch: Loose) =>
  (await service.services.store.sessions.batches(keyOf(batch))).map(({ bytes }) => decodeBatch(bytes))
const rowOf = async (batch: Loose) => (await service.services.store.sessions.find(keyOf(batch)))?.session

describe('a batch', () => {
  it('is stored completely, without credentials and user, before the response', async () => {
    const batch = makeBatch(site.siteKey, {
      user_id: 'u',
      tags: ['a', 'b'],
      zone: 'Europe/Berlin',
      final: true,
    })
    const reply = await client.post(batch)
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      session_id: batch.session_id,
      token: expect.any(String),
      status: 'stored',
      challenge: expect.stringMatching(/^f\d{1,4} [\w-]{11}$/),
    })
    const { v, site_key, tab_secret, user_id, ...kept } = batch
    expect((await stored(batch)).map((recorded) => recorded.batch)).toEqual([kept])
    expect(await rowOf(batch)).toMatchObject({ userId: 'u', tags: ['a', 'b'], rowCount: 2, batchCount: 1 })
  })

  it('may be text, JSON, or gzip with or without the header', async () => {
    const bodies: [string | Buffer, Record<string, string>][] = []
    const batches = Array.from({ length: 4 }, () => makeBatch(site.siteKey))
    const texts = batches.map((batch) => JSON.stringify(batch)) as [string, string, string, string]
    bodies.push([texts[0], { 'content-type': 'text/plain;charset=UTF-8' }])
    bodies.push([texts[1], { 'content-type': 'application/json' }])
    bodies.push([gzipSync(texts[2]), { 'content-encoding': 'gzip' }])
    bodies.push([gzipSync(texts[3]), {}])
    for (const [body, headers] of bodies) expect((await client.post(body, headers)).status).toBe(200)
    for (const batch of batches) expect(await stored(batch)).toHaveLength(1)
  })

  it('is accepted at its path with any query string, and at no other path', async () => {
    const send = (method: string, to: string) =>
      client.send(method, to, { 'content-type': 'text/plain' }, JSON.stringify(makeBatch(site.siteKey)))
    expect((await send('POST', `${INGEST_PATH}?v=1`)).status).toBe(200)
    expect((await send('POST', `${INGEST_PATH}x`)).status).toBe(404)
    expect((await send('POST', `${INGEST_PATH}/x`)).status).toBe(404)
    const wrong = await send('PUT', INGEST_PATH)
    expect(wrong.status).toBe(405)
    expect(wrong.headers.allow).toBe('OPTIONS, POST')
  })

  it('continues with the token of the previous response', async () => {
    const first = makeBatch(site.siteKey)
    const { token } = (await client.post(first)).json
    const { tab_secret, ...rest } = first
    const reply = await client.post({ ...rest, seq: 1, token })
    expect(reply.json).toMatchObject({ status: 'stored', token: expect.any(String) })
    expect(reply.json).not.toHaveProperty('challenge')
    expect(await stored(first)).toHaveLength(2)
  })

  it('that is repeated, with its tab secret or a token, is reported as repeated and stored once', async () => {
    const batch = makeBatch(site.siteKey)
    const { token } = (await client.post(batch)).json
    const again = await client.post({ ...batch, sent_at: batch.sent_at + 900 })
    expect(again.json).toMatchObject({ status: 'repeated', token: expect.any(String) })
    const { tab_secret, ...rest } = batch
    expect((await client.post({ ...rest, token })).json.status).toBe('repeated')
    expect(await stored(batch)).toHaveLength(1)
    expect(await rowOf(batch)).toMatchObject({ tampered: 0, batchCount: 1 })
  })

  it('with other content under the same number is refused and marks the session as tampered', async () => {
    const batch = makeBatch(site.siteKey)
    await client.post(batch)
    const reply = await client.post({ ...batch, rows: [] })
    expect(reply).toMatchObject({ status: 409, json: { code: 'batch_conflict' } })
    expect(await rowOf(batch)).toMatchObject({ tampered: 1, batchCount: 1 })
  })

  it('of a full session is counted, not stored, and refused', async () => {
    const rows = Array(5_000).fill([ROWS.attention.code, 1, 1])
    const first = makeBatch(site.siteKey, { rows })
    for (let seq = 0; seq < SESSION.events / rows.length; seq++) {
      expect((await client.post(gzipSync(JSON.stringify({ ...first, seq })))).status).toBe(200)
    }
    const reply = await client.post({ ...first, seq: 99, rows: [[ROWS.attention.code, 1, 1]] })
    expect(reply).toMatchObject({ status: 413, json: { code: 'session_full' } })
    expect(await rowOf(first)).toMatchObject({ rowCount: SESSION.events, overflow: 1 })
  })

  it('includes server observations: headers in the first batch of a tab, network facts in all', async () => {
    const batch = makeBatch(site.siteKey)
    const seen = {
      'user-agent': 'Mozilla/5.0 Test',
      'sec-ch-ua': '"Chromium";v="156"',
      'accept-language': 'de',
    }
    const { token } = (await client.post(batch, seen)).json
    await client.post({ ...batch, seq: 1, start: 9, token }, seen)
    const [first, second] = (await stored(batch)).map(({ receipt }) => receipt)
    expect(first).toMatchObject({
      userAgent: 'Mozilla/5.0 Test',
      clientHints: 'sec-ch-ua: "Chromium";v="156"',
      acceptLanguage: 'de',
      network: { vpn: null, tor: null },
    })
    expect(second).toEqual({
      at: expect.any(Number),
      network: first?.network,
      tokenAgeMs: expect.any(Number),
    })
  })

  it('names its user agent if it differs from that of the batch that opened the session', async () => {
    const batch = makeBatch(site.siteKey)
    const post = async (fields: Loose, agent: string) =>
      (await client.post({ ...batch, ...fields }, agent === '' ? {} : { 'user-agent': agent })).json.token
    const token = await post({}, 'Browser/1')
    const newer = await post({ seq: 1, token }, 'Browser/1')
    // Every token remembers the first user agent, however often it was renewed.
    const changed = await post({ seq: 2, token: newer }, 'Browser/2')
    await post({ seq: 3, token: changed }, 'Browser/2')
    await post({ seq: 4, token: changed }, '')
    await post({ seq: 5, token: changed }, 'Browser/1')
    // A lost response: the tab has no token yet.
    await post({ seq: 6 }, 'Browser/1')
    await post({ seq: 7, token, challenge: { seed: 'f1 x', results: [] } }, 'Browser/1')
    expect((await stored(batch)).map(({ receipt }) => receipt.userAgent)).toEqual([
      'Browser/1',
      undefined,
      'Browser/2',
      'Browser/2',
      '',
      undefined,
      'Browser/1',
      'Browser/1',
    ])
  })
})

describe('times', () => {
  it.each<[string, Loose, number, string | undefined]>([
    ['0', { sent_at: 0, time_origin: 0 }, 200, 'behind'],
    ['-1', { sent_at: -1 }, 400, undefined],
    ['2^53', { sent_at: 2 ** 53 }, 400, undefined],
    ['1e308', { time_origin: 1e308 }, 400, undefined],
    ['a fraction', { sent_at: 1.5 }, 400, undefined],
    ['null, which is NaN in JSON', { sent_at: Number.NaN }, 400, undefined],
    ['ten years ahead', { sent_at: Date.now() + 3650 * 864e5 }, 200, 'ahead'],
    ['events later than the time of sending', { start: 10_000_000 }, 200, 'broken'],
    ['a page older than a year', { start: 2 ** 50 }, 400, undefined],
  ])('of %s are refused, or stored unchanged and marked', async (_, fields, status, clock) => {
    const batch = makeBatch(site.siteKey, fields)
    const before = Date.now()
    expect((await client.post(batch)).status).toBe(status)
    if (status !== 200) return expect(await rowOf(batch)).toBeUndefined()
    const [recorded] = await stored(batch)
    expect(recorded?.receipt.clock).toBe(clock)
    expect(recorded?.batch.sent_at).toBe(batch.sent_at)
    expect(recorded?.receipt.at).toBeGreaterThanOrEqual(before)
    expect(recorded?.receipt.at).toBeLessThanOrEqual(Date.now())
  })
})

describe('sites', () => {
  const siteKey = async (origins: string[]) =>
    (
      await createKey(
        service.services.store.keys,
        { workspace: site.id, kind: 'site', name: 'shop', origins },
        Date.now(),
      )
    ).key

  it('accept batches from their listed origins only, and let every page read the refusal', async () => {
    const key = await siteKey(['https://shop.example', 'https://*.shop.example'])
    for (const origin of ['https://shop.example', 'https://a.shop.example']) {
      const reply = await client.post(makeBatch(key), { origin })
      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
    }
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const batch = makeBatch(key)
      const reply = await client.post(batch, origin === undefined ? {} : { origin })
      expect(reply).toMatchObject({ status: 403, json: { code: 'origin_rejected' } })
      expect(reply.headers['access-control-allow-origin']).toBe(origin)
      expect(await rowOf(batch)).toBeUndefined()
    }
  })

  it('accept pages without device data only where the workspace makes it optional', async () => {
    const { siteKey: strict } = await service.workspace()
    const refused = await client.post(makeBatch(strict, { device: [] }))
    expect(refused).toMatchObject({ status: 403, json: { code: 'device_data_required' } })
    const lenient = await service.workspace()
    await service.services.store.keys.changeSettings(lenient.id, () => ({ device_data: 'optional' }))
    expect((await client.post(makeBatch(lenient.siteKey, { device: [] }))).status).toBe(200)
  })

  it('accept batches from every origin if they have no list', async () => {
    const key = await siteKey([])
    expect((await client.post(makeBatch(key), { origin: 'https://any.example' })).status).toBe(200)
    expect((await client.post(makeBatch(key))).status).toBe(200)
  })

  it('answer a preflight that can be cached', async () => {
    const reply = await client.send('OPTIONS', '/i/v1/batch', {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-encoding',
    })
    expect(reply.status).toBe(204)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, Content-Encoding',
      'access-control-max-age': '7200',
      vary: 'Origin',
    })
  })

  it('let the page read Retry-After', async () => {
    const reply = await client.post('{', { origin: 'https://shop.example' })
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
    })
  })
})

describe('tags', () => {
  it('are those of the introduction with the highest number, in any order of arrival', async () => {
    const first = makeBatch(site.siteKey, { intro: 1, tags: ['outer'] })
    const { token } = (await client.post(first)).json as { token: string }
    const { tab_secret: _, ...more } = first
    const later = { ...more, token, seq: 1, intro: 3, tags: ['late'] }
    const frame = { ...more, token, tab: 'FFFFFFFF', page: 1, intro: 2, tags: ['outer', 'inner'] }
    for (const batch of [later, frame]) expect((await client.post(batch)).status).toBe(200)
    expect((await rowOf(first))?.tags).toEqual(['late'])
    // The number is no evidence: it is not part of the recording.
    expect((await stored(first))[0]?.batch).not.toHaveProperty('intro')
  })
})

describe('users', () => {
  it('are accepted by default, and only with a valid hash if the workspace requires one', async () => {
    const own = await service.workspace()
    const { store } = service.services
    const userOf = async (fields: Loose) => {
      const batch = makeBatch(own.siteKey, { user_id: 'user-17', ...fields })
      expect((await client.post(batch)).status).toBe(200)
      const key = { workspace: own.id, sessionId: batch.session_id as string }
      const [first] = await store.sessions.batches(key)
      const kept = decodeBatch(first?.bytes as Uint8Array).batch
      expect(kept).not.toHaveProperty('user_hash')
      // Only the session's row contains the user, where an erasure finds it.
      expect(kept).not.toHaveProperty('user_id')
      return (await store.sessions.find(key))?.session.userId
    }
    await store.keys.changeSettings(own.id, () => ({ user_hash: 'enforce' }))
    const secret = await userHashSecret(store.keys, own.id)
    expect(await userOf({})).toBeNull()
    expect(await userOf({ user_hash: userHash(secret, 'user-18') })).toBeNull()
    expect(await userOf({ user_hash: userHash(secret, 'user-17') })).toBe('user-17')

    const trusting = await service.workspace()
    const batch = makeBatch(trusting.siteKey, { user_id: 'user-17' })
    await client.post(batch)
    const found = await store.sessions.find({ workspace: trusting.id, sessionId: batch.session_id })
    expect(found?.session.userId).toBe('user-17')
  })

  it('and tags may have any name, which is returned unchanged', async () => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '😀',
      'a/b?c#d%20',
      ' ',
      '‮x',
      'e\u0301',
    ]
    for (const name of names) {
      const batch = makeBatch(site.siteKey, { user_id: name, tags: [name, 'z'] })
      expect((await client.post(batch)).status).toBe(200)
      expect(await rowOf(batch)).toMatchObject({ userId: name, tags: [name, 'z'] })
    }
  })
})

describe('session ids', () => {
  it('of another workspace are neither visible nor changeable', async () => {
    const other = await service.workspace()
    const batch = makeBatch(site.siteKey)
    await client.post(batch)
    const before = await rowOf(batch)
    const { token } = (await client.post({ ...batch, site_key: other.siteKey, tab_secret: randomId(16) }))
      .json
    expect(token).toEqual(expect.any(String))
    expect(await rowOf(batch)).toEqual(before)
  })

  it('in use are refused with the same message as erased ones', async () => {
    const batch = makeBatch(site.siteKey)
    const { token } = (await client.post(batch)).json
    const taken = await client.post({ ...batch, tab_secret: randomId(16) })
    await service.services.store.sessions.erase(keyOf(batch))
    const { tab_secret, ...rest } = batch
    const erased = await client.post({ ...rest, token, seq: 1 })
    const plain = ({ status, json }: typeof taken) => ({ status, ...json, request_id: '' })
    expect(taken.status).toBe(403)
    expect(plain(erased)).toEqual(plain(taken))
  })
})
