/** The service as a process: start, failed start, slow clients, and stop. */

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { printedKeys, type ServiceProcess, startService } from '../faults/service_process.ts'
import { collectClient, makeBatch } from './collect_client.ts'

const ROOT = join(import.meta.dirname, '..', '..')

let folder: string
let service: ServiceProcess
let siteKey: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-process-'))
  service = (await startService(join(folder, 'main'))) as ServiceProcess
  ;({ siteKey } = await printedKeys(service))
})
afterAll(async () => {
  await service.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

/** Runs a start that fails to its end. */
async function tryToStart(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'src/server/boot/main.ts')], {
    env: { PATH: process.env.PATH ?? '', BYHAND_PORT: '0', ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  return { code, said }
}

describe('a start that fails', () => {
  it('on a folder in use prints one sentence and does not change the folder', async () => {
    const { code, said } = await tryToStart({ BYHAND_DATA: join(folder, 'main') })
    expect(code).toBe(1)
    expect(said).toMatch(/in use by another process/)
    expect(said).not.toMatch(/\n\s+at /)
    const client = collectClient(service.address)
    expect((await client.post(makeBatch(siteKey))).status).toBe(200)
    client.close()
  })

  it('on a port in use names the port', async () => {
    const { port } = new URL(service.address)
    const { code, said } = await tryToStart({ BYHAND_DATA: join(folder, 'other'), BYHAND_PORT: port })
    expect(code).toBe(1)
    expect(said).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(said).not.toMatch(/\n\s+at /)
  })

  it('on a metrics port in use names the variable to change', async () => {
    const { port } = new URL(service.address)
    const { code, said } = await tryToStart({ BYHAND_DATA: join(folder, 'other'), BYHAND_METRICS_PORT: port })
    expect(code).toBe(1)
    expect(said).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(said).toContain('BYHAND_METRICS_PORT')
    expect(said).not.toMatch(/\n\s+at /)
  })

  it('on a data folder that cannot be created names the folder', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { code, said } = await tryToStart({ BYHAND_DATA: join(file, 'data') })
    expect(code).toBe(1)
    expect(said).toContain(
      `The data folder ${file}/data cannot be created, because it or a part of its path is a file`,
    )
    expect(said).not.toMatch(/\n\s+at /)
  })

  it('without its database prints one sentence', async () => {
    const { code, said } = await tryToStart({ BYHAND_STORE: 'postgres://byhand@127.0.0.1:1/byhand' })
    expect(code).toBe(1)
    expect(said).toMatch(
      /^byhand cannot start: 127\.0\.0\.1:1: the database cannot be reached: .*ECONNREFUSED.*\n$/,
    )
  })

  it('with invalid variables lists them all', async () => {
    const { code, said } = await tryToStart({
      BYHAND_PORT: 'http',
      BYHAND_HOTS: 'x',
      BYHAND_LOG_LEVEL: 'loud',
    })
    expect(code).toBe(1)
    expect(said).toContain('3 errors')
    expect(said).toContain('did you mean BYHAND_HOST?')
  })
})

interface Held {
  readonly socket: Socket
  readonly closed: Promise<string>
}

function hold(address: string, beginning: string, drip: string): Held {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname, () => socket.write(beginning))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  const timer = setInterval(() => socket.write(drip), 1_000)
  const closed = new Promise<string>((resolve) =>
    socket.on('close', () => {
      clearInterval(timer)
      resolve(text)
    }),
  )
  return { socket, closed }
}

describe('slow clients', () => {
  it('are disconnected, while others are served', async () => {
    const body =
      'POST /i/v1/batch HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 5000\r\n\r\n'
    const held = [
      ...Array.from({ length: 300 }, () => hold(service.address, 'GET /healthz HTTP/1.1\r\n', 'x: y\r\n')),
      ...Array.from({ length: 300 }, () => hold(service.address, body, '{')),
      ...Array.from({ length: 100 }, () => hold(service.address, '', '')),
    ]
    // Waits until no request has progressed for longer than the overload limit allows.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const client = collectClient(service.address)
    for (let i = 0; i < 20; i++) expect((await client.post(makeBatch(siteKey))).status).toBe(200)
    client.close()
    const answers = await Promise.all(held.map(({ closed }) => closed))
    expect(answers).toHaveLength(700)
    const spoken = answers.slice(0, 600).filter((text) => text !== '')
    expect(spoken.length).toBeGreaterThan(500)
    for (const text of spoken) expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/)
  }, 40_000)

  it('cannot occupy all connections', async () => {
    const limited = (await startService(join(folder, 'limited'), {
      BYHAND_SOCKETS_PER_IP: '20',
    })) as ServiceProcess
    const held = Array.from({ length: 30 }, () => hold(limited.address, 'GET /', ''))
    const first = await Promise.race(held.map(({ closed }) => closed))
    expect(first).toBe('')
    const closed = await Promise.all(
      held.map(({ socket, closed }) =>
        Promise.race([
          closed.then(() => true),
          new Promise<boolean>((wait) => setTimeout(wait, 500, false)),
        ]).then((gone) => gone || socket.destroyed),
      ),
    )
    expect(closed.filter((gone) => !gone)).toHaveLength(20)
    for (const { socket } of held) socket.destroy()
    await limited.kill('SIGTERM')
  })
})

describe('a stop', () => {
  it('finishes in-flight requests, loses nothing and exits with 0', async () => {
    const data = join(folder, 'stopped')
    const stopping = (await startService(data)) as ServiceProcess
    const keys = await printedKeys(stopping)
    const client = collectClient(stopping.address)
    const acknowledged: string[] = []
    let failed = 0
    let refused = 0
    const senders = Array.from({ length: 16 }, async () => {
      for (;;) {
        const batch = makeBatch(keys.siteKey)
        const reply = await client.post(batch).catch((error: NodeJS.ErrnoException) => error.code ?? 'failed')
        if (typeof reply === 'string') {
          // Refused connections are the expected end, not a failure.
          if (reply === 'ECONNREFUSED') refused++
          else failed++
          return
        }
        if (reply.status === 200) acknowledged.push(batch.session_id)
        else failed++
      }
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(100), { timeout: 20_000 })
    const code = await stopping.kill('SIGTERM')
    await Promise.all(senders)
    client.close()
    expect(code).toBe(0)
    expect({ failed, refused }).toEqual({ failed: 0, refused: 16 })

    const again = (await startService(data)) as ServiceProcess
    const api = collectClient(again.address)
    let missing = 0
    for (const id of acknowledged.slice(-100)) {
      const reply = await api.send('GET', `/v1/sessions/${id}/events`, {
        authorization: `Bearer ${keys.secretKey}`,
      })
      if (reply.status !== 200) missing++
    }
    expect(missing).toBe(0)
    api.close()
    await again.kill('SIGTERM')
  })
})
