/** Limits of collection: rates, bytes in flight, a store that fails or stalls. */
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../../src/store/errors.ts'
import { collectClient, makeBatch, times, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService } from './running_service.ts'

let service: RunningService
afterEach(async () => {
  await service?.stop()
})

async function start(env: Record<string, string>) {
  service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent', ...env })
  const site = await service.workspace()
  const client = collectClient(service.address)
  return { site, client }
}

it('limits new sessions per address and minute, and sends Retry-After to the rest', async () => {
  const { site, client } = await start({ BYHAND_RATE_SESSIONS_PER_IP: '30' })
  const statuses = new Map<number, number>()
  await times(1_500, async () => {
    const reply = await client.post(makeBatch(site.siteKey))
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    if (reply.status === 429) {
      expect(reply.json.code).toBe('rate_limited')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(reply.headers['ratelimit-policy']).toBe('"sessions-per-ip";q=30;w=60')
      expect(reply.headers.ratelimit).toMatch(/^"sessions-per-ip";r=0;t=\d+$/)
    }
  })
  client.close()
  const accepted = statuses.get(200) ?? 0
  expect([...statuses.keys()].sort()).toEqual([200, 429])
  // One token is refilled every two seconds; even on a slow machine, 1,500 requests take less than two minutes.
  expect(accepted).toBeGreaterThanOrEqual(30)
  expect(accepted).toBeLessThan(90)
  expect(await service.services.store.sessions.count()).toBe(accepted)
})

it('limits one session without limiting another', async () => {
  const { site, client } = await start({ BYHAND_RATE_BATCHES_PER_SESSION: '3' })
  const first = makeBatch(site.siteKey)
  const { token } = (await client.post(first)).json
  const { tab_secret, ...rest } = first
  const statuses: number[] = []
  for (let seq = 1; seq < 6; seq++) statuses.push((await client.post({ ...rest, token, seq })).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect((await client.post(makeBatch(site.siteKey))).status).toBe(200)
  client.close()
})

it('uses the forwarded address only behind a trusted proxy', async () => {
  const spoofed = await start({ BYHAND_RATE_BATCHES_PER_IP: '5' })
  const from = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` })
  const post = async ({ client, site }: typeof spoofed, index: number) =>
    (await client.post(makeBatch(site.siteKey), from(index))).status
  const direct: number[] = []
  for (let i = 0; i < 7; i++) direct.push(await post(spoofed, i))
  expect(direct).toEqual([200, 200, 200, 200, 200, 429, 429])
  spoofed.client.close()
  await service.stop()

  const proxied = await start({ BYHAND_RATE_BATCHES_PER_IP: '5', BYHAND_TRUSTED_PROXIES: 'loopback' })
  const through: number[] = []
  for (let i = 0; i < 7; i++) through.push(await post(proxied, i))
  expect(through).toEqual([200, 200, 200, 200, 200, 200, 200])
  proxied.client.close()
})

it('stores the observed address, not a claimed one', async () => {
  const { site, client } = await start({})
  const batch = makeBatch(site.siteKey)
  await client.post(batch, {
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
  })
  const found = await service.services.store.sessions.find({
    workspace: site.id,
    sessionId: batch.session_id,
  })
  expect(found?.session.ip).toBe('127.0.0.1')
  client.close()
})

it('refuses at once while in-flight bodies fill its memory limit, and recovers afterwards', async () => {
  const { site, client } = await start({})
  const { hostname, port } = new URL(service.address)
  const head = `POST /i/v1/batch HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 262144\r\n\r\n{`
  const sockets: Socket[] = []
  for (let i = 0; i < 256; i++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(head)
    sockets.push(socket)
  }
  await vi.waitFor(async () => {
    const reply = await client.post(makeBatch(site.siteKey))
    expect(reply).toMatchObject({ status: 503, json: { code: 'overloaded' } })
    expect(reply.headers['retry-after']).toBe('2')
  }, 5_000)
  expect((await client.send('GET', '/readyz')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect((await client.post(makeBatch(site.siteKey))).status).toBe(200), 5_000)
  client.close()
})

it('answers 503 with Retry-After while the store cannot write, and accepts the same batch afterwards', async () => {
  const { site, client } = await start({})
  const { sessions } = service.services.store
  const append = sessions.append.bind(sessions)
  const batch = makeBatch(site.siteKey)
  sessions.append = () => Promise.reject(new StoreUnavailable('the disk is full'))
  const refused = await client.post(batch)
  expect(refused).toMatchObject({ status: 503, json: { code: 'store_unavailable' } })
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.text).not.toContain('disk')
  sessions.append = append
  expect((await client.post(batch)).json.status).toBe('stored')
  client.close()
})
