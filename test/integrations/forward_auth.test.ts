/** Forward auth with the proxies that `npm test` does not run, and with nginx that lets requests pass in an outage. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forwardAuthSuite } from '../service/forward_auth.suite.ts'
import { caddy, haproxy, openNginx } from '../service/forward_auth_proxies.ts'
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
