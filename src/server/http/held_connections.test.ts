import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { holdConnections } from './held_connections.ts'

/** Longer than a test, so that a held connection stays held. */
const LONG_MS = 100_000
/** Enough for several turns of the event loop on a busy machine. */
const NO_ANSWER_MS = 300

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A request from 127.0.0.2 starts the hold for its address. Returns how requests of an address are answered then. */
async function afterHold(trustedProxies: readonly string[], holdMs: number) {
  const server = createServer()
  servers.push(server)
  const hold = holdConnections(server, trustedProxies, holdMs)
  server.on('request', ({ socket, url }, response) => {
    if (url === '/hold') hold(socket)
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function answered(localAddress: string, path: string, patienceMs = LONG_MS): Promise<boolean> {
    const { port } = server.address() as AddressInfo
    const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => {})
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs)
      socket.once('data', () => {
        clearTimeout(timer)
        resolve(true)
        socket.destroy()
      })
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    })
  }
  expect(await answered('127.0.0.2', '/hold')).toBe(true)
  return answered
}

it('does not read new connections of a held address, and reads those of others', async () => {
  const answered = await afterHold([], LONG_MS)
  expect(await answered('127.0.0.3', '/')).toBe(true)
  expect(await answered('127.0.0.2', '/', NO_ANSWER_MS)).toBe(false)
})

it('reads a held connection when the hold is over', async () => {
  const answered = await afterHold([], 200)
  expect(await answered('127.0.0.2', '/')).toBe(true)
  expect(await answered('127.0.0.2', '/')).toBe(true)
})

it('does not hold connections of trusted proxies', async () => {
  const answered = await afterHold(['loopback'], LONG_MS)
  expect(await answered('127.0.0.2', '/')).toBe(true)
})
