/** Forward auth with the proxies that `npm test` does not run, and with nginx that lets requests pass in an outage. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forwardAuthSuite } from '../service/forward_auth.suite.ts'
import { caddy, haproxy, openNginx, patientCaddy } from '../service/forward_auth_proxies.ts'
import { freePort } from '../setup/free_port.ts'
import { untilOpen } from '../setup/until_open.ts'

forwardAuthSuite('Caddy', caddy)
forwardAuthSuite('HAProxy', haproxy)

it('nginx with the lines for an outage lets requests pass while the service cannot be reached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-outage-'))
  const application = createServer((_, response) => response.end('reached'))
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  const port = await freePort()
  const [command, ...words] = await openNginx({
    folder,
    port,
    service: `127.0.0.1:${await freePort()}`,
    application: `127.0.0.1:${(application.address() as AddressInfo).port}`,
    siteKey: 'bh_pk_none',
    secretKey: 'bh_sk_none',
  })
  const child = spawn(command, words, { stdio: 'ignore' })
  try {
    await untilOpen(port)
    const response = await fetch(`http://127.0.0.1:${port}/signup`)
    expect([response.status, await response.text()]).toEqual([200, 'reached'])
  } finally {
    child.kill()
    application.close()
    await rm(folder, { recursive: true, force: true })
  }
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
