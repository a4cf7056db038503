/** Waits until a program that a test started accepts connections. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_MS = 20_000

export async function untilOpen(port: number, readyMs = READY_MS): Promise<void> {
  const until = performance.now() + readyMs
  while (performance.now() < until) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (open) return
    await sleep(50)
  }
  throw new Error(`nothing listens on port ${port} after ${readyMs} ms`)
}
