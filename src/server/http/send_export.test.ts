import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { openExportSender } from './send_export.ts'

/** Longer than a test. */
const NEVER_MS = 600_000
const PART_MS = 1_000
const WAIT_MS = 100
/** More than the buffers of the system hold. */
const LARGE = 'a'.repeat(8 * 1024 * 1024)

let app: FastifyInstance
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

interface Options {
  /** Runs before each is sent. */
  readonly before?: (reply: FastifyReply) => Promise<void>
  readonly partMs?: number
}

/** Serves an export, and returns a function that requests it. */
async function serve(
  parts: () => AsyncIterable<string>,
  { before = async () => {}, partMs = NEVER_MS }: Options = {},
): Promise<(workspace?: string) => Promise<IncomingMessage>> {
  const send = openExportSender({ partMs, waitMs: WAIT_MS })
  app = fastify()
  app.get('/:workspace', async (request, reply) => {
    const { workspace } = request.params as { workspace: string }
    await before(reply)
    return send({ actor: { workspace }, request, reply }, 'ndjson', async () => ({
      name: 'x',
      file: parts(),
    }))
  })
  await app.listen()
  const { port } = app.server.address() as AddressInfo
  return async (workspace = 'a') => {
    const sent = request({ port, path: `/${workspace}`, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    // Of connections that the service closes.
    return response.on('error', () => {})
  }
}

const statuses = async (responses: readonly Promise<IncomingMessage>[]) =>
  (await Promise.all(responses)).map(({ statusCode }) => statusCode)

async function* large() {
  for (let part = 0; part < 4; part++) yield LARGE
}

it('refuses the fifth export of a workspace, and none of another, while clients do not read', async () => {
  const get = await serve(large)
  expect(await statuses([get(), get(), get(), get()])).toEqual([200, 200, 200, 200])
  expect(await statuses([get(), get('b'), get('b')])).toEqual([503, 200, 200])
})

it('disconnects a client that does not take a part in time, and frees its place', async () => {
  const get = await serve(large, { partMs: PART_MS })
  expect(await statuses([get(), get(), get(), get(), get()])).toContain(503)
  await expect.poll(async () => (await get()).statusCode, { timeout: 20_000 }).toBe(200)
})

it('sends an export to its end that takes longer in all (control)', async () => {
  async function* slow() {
    for (let part = 0; part < 10; part++) {
      await wait(PART_MS / 5)
      yield 'b'.repeat(1000)
    }
  }
  const get = await serve(slow, { partMs: PART_MS })
  expect((await (await get()).setEncoding('utf8').toArray()).join('')).toHaveLength(10_000)
})

it('holds no place for clients that have left', async () => {
  const left: Promise<unknown>[] = []
  const arrivals = new EventEmitter()
  const before = async ({ raw }: FastifyReply) => {
    if (left.length === 8) return
    const closed = once(raw, 'close')
    left.push(closed)
    arrivals.emit('arrival')
    await closed
  }
  const get = await serve(large, { before })
  const { port } = app.server.address() as AddressInfo
  while (left.length < 8) {
    const sent = request({ port, path: '/a', agent: false })
    sent.on('error', () => {}).end()
    await once(arrivals, 'arrival')
    sent.destroy()
  }
  await Promise.all(left)
  expect(await statuses([get(), get(), get(), get()])).toEqual([200, 200, 200, 200])
})
