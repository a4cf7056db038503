/** Many clients connect at once while the process is busy: the kernel queues all of them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { mustStart } from '../faults/service_process.ts'

const CLIENTS = 1_200
const folder = mkdtempSync(join(tmpdir(), 'byhand-backlog-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const systemLimit = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))

/** Number of clients that connect while the process is stopped. */
async function connectedWhileStopped(child: ChildProcess, port: number): Promise<number> {
  child.kill('SIGSTOP')
  const sockets: Socket[] = []
  try {
    let connected = 0
    for (let index = 0; index < CLIENTS; index++) {
      const socket = connect(port, '127.0.0.1', () => connected++)
      sockets.push(socket.on('error', () => {}))
    }
    // A client retries a dropped connection attempt after one second; this loop ends before that.
    for (let waits = 0; connected < CLIENTS && waits < 16; waits++) await wait(50)
    return connected
  } finally {
    for (const socket of sockets) socket.destroy()
    child.kill('SIGCONT')
  }
}

it.runIf(systemLimit > CLIENTS)('queues 1,200 connections until they are accepted', async () => {
  const service = await mustStart(join(folder, 'data'))
  expect(await connectedWhileStopped(service.child, Number(new URL(service.address).port))).toBe(CLIENTS)
  await service.kill('SIGTERM')
})

it('control: the default of Node queues fewer connections', async () => {
  const code = `require('node:http').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve) =>
    child.stdout.on('data', (text) => resolve(Number(text))),
  )
  expect(await connectedWhileStopped(child, port)).toBeLessThan(CLIENTS)
  child.kill('SIGKILL')
})
