/** Forward auth with the proxies that `npm test` does not run, and all that let requests pass in an outage. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../test/setup/free_port.ts'
import { untilOpen } from '../../../test/setup/until_open.ts'
import { forwardAuthSuite } from './forward_auth.suite.ts'
import { caddy, haproxy, openCaddy, openHaproxy, openNginx, patientCaddy } from './proxies.ts'

forwardAuthSuite('Caddy', caddy)
forwardAuthSuite('HAProxy', haproxy)

const OPEN = { nginx: openNginx, Caddy: openCaddy, HAProxy: openHaproxy }
const OUTAGES = ['is down', 'answers with 503', 'rejects the key of the proxy', 'does not answer'] as const

/** The port of a service that has this outage. */
async function failingService(outage: (typeof OUTAGES)[number]): Promise<[port: number, close: () => void]> {
  if (outage === 'is down') return [await freePort(), () => {}]
  const server = createServer((_, response) => {
    if (outage === 'answers with 503') response.writeHead(503).end()
    if (outage === 'rejects the key of the proxy') response.writeHead(502).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return [(server.address() as AddressInfo).port, close]
}

describe.each(Object.entries(OPEN))('%s with the lines for an outage', (_, start) => {
  it.each(OUTAGES)(
    'lets requests pass while the service %s',
    async (outage) => {
      const folder = await mkdtemp(join(tmpdir(), 'byhand-outage-'))
      const application = createServer((request, response) => {
        const forged = request.headers['x-byhand-outcome'] === 'forged'
        request.pipe(response.writeHead(forged ? 500 : 200))
      })
      await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
      const [service, close] = await failingService(outage)
      const port = await freePort()
      const [command, ...words] = await start({
        folder,
        port,
        service: `127.0.0.1:${service}`,
        application: `127.0.0.1:${(application.address() as AddressInfo).port}`,
        siteKey: 'bh_pk_none',
        secretKey: 'bh_sk_none',
      })
      const child = spawn(command, words, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
      try {
        await untilOpen(port)
        const headers = { 'x-byhand-outcome': 'forged' }
        const signal = AbortSignal.timeout(10_000)
        const sent = { method: 'POST', body: 'a form', headers, signal }
        const response = await fetch(`http://127.0.0.1:${port}/signup`, sent)
        expect([response.status, await response.text()]).toEqual([200, 'a form'])
      } finally {
        child.kill()
        close()
        application.closeAllConnections()
        application.close()
        await rm(folder, { recursive: true, force: true })
      }
    },
    60_000,
  )
})

it('control: Caddy without its timeouts keeps a visitor waiting for a service that does not answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-hung-'))
  const hung = createTcpServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve))
  const port = await freePort()
  const service = `127.0.0.1:${(hung.address() as AddressInfo).port}`
  const place = {
    folder,
    port,
    service,
    application: service,
    siteKey: 'bh_pk_none',
    secretKey: 'bh_sk_none',
  }
  const [command, ...words] = await patientCaddy(place)
  const child = spawn(command, words, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  try {
    await untilOpen(port)
    const answer = fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(6_000) })
    await expect(answer).rejects.toThrow(/timeout/)
  } finally {
    child.kill()
    hung.close()
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
