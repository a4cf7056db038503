import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitUnread, UNREAD_LIMITS, type UnreadReason } from './unread_limits.ts'

/** Larger than the limit and the buffers of Unix sockets, which are small and cheap. */
const LARGE = Buffer.alloc(4 * 1024 * 1024, 'x')
const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

const QUICK = { ...UNREAD_LIMITS, stalledMs: 400 }

/** A busy machine may take its time. */
const PATIENCE_MS = 20_000

const opened: { close(): void }[] = []
afterEach(() => {
  for (const { close } of opened.splice(0)) close()
})

async function serve(body: Buffer, { limits = UNREAD_LIMITS, delayMs = 0 } = {}) {
  const reasons: UnreadReason[] = []
  const server = createServer({ keepAliveTimeout: 72_000 })
  let handled = 0
  let parsed = 0
  const limited = limitUnread(server, (reason) => reasons.push(reason), limits)
  server.on('request', (request, response) => {
    parsed++
    limited(request, response, async () => {
      handled++
      if (delayMs > 0) await wait(delayMs)
      response.end(body)
    })
  })
  const folder = mkdtempSync(join(tmpdir(), 'byhand-unread-'))
  const path = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  opened.push({
    close: () => {
      server.close().closeAllConnections()
      rmSync(folder, { recursive: true })
    },
  })
  return {
    reasons,
    handled: () => handled,
    parsed: () => parsed,
    open(sent: string): Socket & { received: number } {
      const socket = Object.assign(connect(path), { received: 0 })
      socket.on('error', () => {})
      socket.write(sent)
      opened.push({ close: () => socket.destroy() })
      return socket
    },
  }
}

const reading = (socket: Socket & { received: number }) =>
  socket.on('data', (chunk) => {
    socket.received += chunk.length
  })

describe('unread responses', () => {
  it('serves sixteen pipelined requests and closes a connection with seventeen', async () => {
    const small = await serve(Buffer.from('ok'), { delayMs: 20 })
    const honest = reading(small.open(GET.repeat(16)))
    await vi.waitFor(() => expect(honest.received).toBeGreaterThan(16 * 100), PATIENCE_MS)
    expect(small.reasons).toEqual([])
    const greedy = reading(small.open(GET.repeat(1_500)))
    await vi.waitFor(() => expect(greedy.closed).toBe(true), PATIENCE_MS)
    expect(small.reasons).toEqual(['requests'])
    expect(small.handled()).toBe(32)
    // Control: without the limit, all requests are parsed.
    expect(small.parsed()).toBe(16 + 17)
    const unlimited = await serve(Buffer.from('ok'), { limits: { ...UNREAD_LIMITS, requests: 2_000 } })
    reading(unlimited.open(GET.repeat(1_500)))
    await vi.waitFor(() => expect(unlimited.parsed()).toBe(1_500), PATIENCE_MS)
  })

  it('makes no further response while a megabyte is unread, and serves a client that reads', async () => {
    const large = await serve(LARGE)
    const unread = large.open(GET.repeat(4))
    await vi.waitFor(() => expect(large.handled()).toBe(1), PATIENCE_MS)
    await wait(100)
    expect(large.handled()).toBe(1)
    reading(unread)
    await vi.waitFor(() => expect(unread.received).toBeGreaterThan(4 * LARGE.length), PATIENCE_MS)
    expect(large.handled()).toBe(4)
    expect(large.reasons).toEqual([])
  })

  it('disconnects 200 clients that never read', async () => {
    const large = await serve(LARGE, { limits: QUICK })
    const unread = Array.from({ length: 200 }, () => large.open(GET))
    await vi.waitFor(() => expect(large.reasons).toEqual(Array(200).fill('stalled')), PATIENCE_MS)
    for (const socket of unread) socket.resume()
    await vi.waitFor(() => expect(unread.filter(({ closed }) => !closed)).toEqual([]), PATIENCE_MS)
  })

  it('waits for a slow reader and for a slow response', async () => {
    const late = await serve(Buffer.from('ok'), { limits: QUICK, delayMs: 3 * QUICK.stalledMs })
    const patient = reading(late.open(GET))
    const large = await serve(LARGE, { limits: QUICK })
    const slow = large.open(GET)
    const began = performance.now()
    const timer = setInterval(() => {
      slow.received += slow.read()?.length ?? 0
    }, 20)
    opened.push({ close: () => clearInterval(timer) })
    await vi.waitFor(() => expect(slow.received).toBeGreaterThan(LARGE.length), PATIENCE_MS)
    expect(performance.now() - began).toBeGreaterThan(2 * QUICK.stalledMs)
    await vi.waitFor(() => expect(patient.received).toBeGreaterThan(100), PATIENCE_MS)
    expect([...large.reasons, ...late.reasons]).toEqual([])
  })
})
