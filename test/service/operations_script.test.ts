/** The browser script over HTTP. */
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UNLIMITED } from './collect_client.ts'
import { type RunningService, runService } from './running_service.ts'

let service: RunningService

beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_SCRIPT_FILE: 'a.js', BYHAND_INGEST_PATH: '/of/ours' })
})
afterAll(() => service.stop())

function load(headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: Record<string, unknown>
    body: Buffer
  }>()
  const outgoing = request(`${service.address}/a.js`, { headers, agent: false }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk) => chunks.push(chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
    )
  })
  outgoing.on('error', reject)
  outgoing.end()
  return promise
}

it('is served under its name, sends to our path, and can be used and cached by any page', async () => {
  const plain = await load()
  expect(plain.status).toBe(200)
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  const script = plain.body.toString()
  expect(script).toContain('/of/ours')
  expect(script).not.toContain('/i/v1/batch')
  expect((await load({ 'if-none-match': plain.headers.etag as string })).status).toBe(304)
})

it('is compressed if the browser accepts it', async () => {
  const plain = (await load()).body
  const brotli = await load({ 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await load({ 'accept-encoding': 'gzip' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(brotli.body).equals(plain)).toBe(true)
  expect(gunzipSync(gzip.body).equals(plain)).toBe(true)
  expect(brotli.body.length).toBeLessThan(plain.length / 2)
})
