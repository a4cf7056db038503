import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressedOnce, type StaticFile, sendFile, served } from './static_file.ts'

const TEXT = 'A sentence that repeats. '.repeat(4_000)

function appWith(file: StaticFile) {
  const app = Fastify()
  app.get('/', (request, reply) => sendFile(request, reply, file))
  return (headers: Record<string, string>) => app.inject({ url: '/', headers })
}

it('sends the encoding that the client prefers, with one ETag', async () => {
  const file = served(TEXT, 'page.html')
  const get = appWith(file)
  const [br, gzip, plain] = await Promise.all([
    get({ 'accept-encoding': 'gzip, br' }),
    get({ 'accept-encoding': 'gzip' }),
    get({ 'accept-encoding': 'identity' }),
  ])
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(TEXT)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(TEXT)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(TEXT)
  for (const { headers } of [br, gzip, plain]) {
    expect(headers).toMatchObject({ etag: file.etag, vary: 'Accept-Encoding' })
  }
})

it('answers 304 without a body to a client that has the file', async () => {
  const file = served(TEXT, 'page.html')
  const get = appWith(file)
  const { statusCode, rawPayload } = await get({ 'if-none-match': `"other", W/${file.etag}` })
  expect([statusCode, rawPayload.length]).toEqual([304, 0])
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})

it('compresses once', async () => {
  let reads = 0
  const { compressed } = compressedOnce('text/html', () => {
    reads++
    return Buffer.from(TEXT)
  })
  const made = await Promise.all([compressed?.('br'), compressed?.('br')])
  expect(made[0]).toBe(made[1])
  expect(await compressed?.('br')).toBe(made[0])
  expect(reads).toBe(1)
})

it('tries again after a failed read', async () => {
  let reads = 0
  const { compressed } = compressedOnce('text/html', async () => {
    if (reads++ === 0) throw new Error('unreadable')
    return Buffer.from(TEXT)
  })
  await expect(compressed?.('gzip')).rejects.toThrow('unreadable')
  expect(gunzipSync((await compressed?.('gzip')) as Buffer).toString()).toBe(TEXT)
})

it.each(['picture.png', 'package.tgz', 'plugin.zip'])('does not compress %s again', async (name) => {
  const { headers } = await appWith(served(TEXT, name))({ 'accept-encoding': 'gzip, br' })
  expect(headers['content-encoding']).toBeUndefined()
})
