/** Validates `deploy/compose.yaml` against the schema, then runs both containers on a separate network. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectClient, makeBatch } from '../service/collect_client.ts'
import { deployFolder, podman, podmanEnvironment, tryPodman, untilHealthCheck, untilReady } from './podman.ts'
import { mustRun, run } from './programs.ts'

const SOURCE = join(import.meta.dirname, '..', '..', 'deploy', 'compose.yaml')
const PORT = 18_788
const ADDRESS = `http://127.0.0.1:${PORT}`
const PASSWORD = 'a1b2c3d4e5f6a7b8'
const PROJECT = 'byhandtest'
const SERVICE = `${PROJECT}_byhand_1`
const DATABASE = `${PROJECT}_postgres_1`
const START_LIMIT_MS = 180_000

let folder: string
let file: string

beforeAll(() => {
  // A copy, because settings are stored next to the file, and an operator may already have some there.
  folder = join(deployFolder(), 'compose', 'deploy')
  mkdirSync(folder, { recursive: true })
  file = join(folder, 'compose.yaml')
  cpSync(SOURCE, file)
  writeFileSync(join(folder, '.env'), `POSTGRES_PASSWORD=${PASSWORD}\nPUBLISH_PORT=${PORT}\n`)
})

describe('compose.yaml', () => {
  it('is valid, and hardens both services', async () => {
    const config = await mustRun('docker-compose', ['--file', file, 'config'], { cwd: folder })
    const services = config.split(/^ {2}(?=\w+:$)/m).filter((text) => /^(byhand|postgres):/.test(text))
    expect(services).toHaveLength(2)
    for (const service of services) {
      expect(service).toContain('read_only: true')
      expect(service).toContain('no-new-privileges')
      expect(service).toMatch(/cap_drop:\n\s+- ALL/)
      expect(service).toMatch(/user: (1000:1000|999:999)/)
      expect(service).toContain('healthcheck:')
      expect(service).toContain('restart: unless-stopped')
    }
    expect(services[0]).toMatch(/depends_on:\n\s+postgres:\n\s+condition: service_healthy/)
    expect(services[0]).toContain(`127.0.0.1:${PORT}:8787/tcp`)
  })

  it('control: a misspelled key is rejected', async () => {
    const wrong = join(folder, 'wrong.yaml')
    const text = (await mustRun('cat', [file])).replace('read_only:', 'readonly:')
    writeFileSync(wrong, text)
    const { code, stderr } = await run('docker-compose', ['--file', wrong, 'config'], { cwd: folder })
    expect(code).not.toBe(0)
    expect(stderr).toContain('readonly')
  })

  it('refuses to start without a password', async () => {
    const bare = join(deployFolder(), 'compose-bare')
    mkdirSync(bare, { recursive: true })
    cpSync(SOURCE, join(bare, 'compose.yaml'))
    writeFileSync(join(bare, '.env'), '')
    const { code, stderr } = await run('docker-compose', ['--file', 'compose.yaml', 'config'], { cwd: bare })
    expect(code).not.toBe(0)
    expect(stderr).toContain('Write POSTGRES_PASSWORD into deploy/.env')
    rmSync(bare, { recursive: true })
  })
})

describe('both containers', () => {
  const compose = (...words: string[]) =>
    mustRun('podman-compose', ['--file', file, '--project-name', PROJECT, ...words], {
      env: podmanEnvironment(),
      cwd: folder,
    })

  beforeAll(async () => {
    const began = performance.now()
    await compose('up', '--detach', '--no-build')
    try {
      await untilReady(`${ADDRESS}/readyz`, START_LIMIT_MS)
    } catch (error) {
      const logs = [SERVICE, DATABASE].map(async (name) => {
        const { stdout, stderr } = await tryPodman('logs', '--tail', '20', name)
        return `${name}:\n${stdout}${stderr}`
      })
      throw new Error(`${(error as Error).message}\n${(await Promise.all(logs)).join('\n')}`)
    }
    console.log(`compose: ready after ${Math.round(performance.now() - began)} ms`)
  })
  afterAll(() => compose('down', '--volumes'))

  it('pass their health checks as unprivileged users with read-only roots', async () => {
    for (const [name, uid] of [
      [SERVICE, '1000'],
      [DATABASE, '999'],
    ] as const) {
      await untilHealthCheck(name, 0)
      expect((await podman('exec', name, 'id', '-u')).trim()).toBe(uid)
      expect((await tryPodman('exec', name, 'touch', '/var/x')).stderr).toMatch(/Read-only file system/)
      expect(await podman('exec', name, 'cat', '/proc/1/status')).toMatch(/^CapEff:\t0+$/m)
    }
  })

  it('keep a batch in PostgreSQL after both containers are removed', async () => {
    const siteKey = /bh_pk_\w+/.exec(await podman('logs', SERVICE))?.[0] as string
    const client = collectClient(ADDRESS)
    expect((await client.post(makeBatch(siteKey))).status).toBe(200)
    client.close()
    const before = await countBatches()
    expect(before).toBeGreaterThan(0)
    await compose('down')
    await compose('up', '--detach', '--no-build')
    await untilReady(`${ADDRESS}/readyz`, START_LIMIT_MS)
    expect(await countBatches()).toBe(before)
  })

  it('recover after PostgreSQL was down', async () => {
    await podman('stop', '--time', '60', DATABASE)
    expect((await fetch(`${ADDRESS}/readyz`)).status).toBe(503)
    await untilHealthCheck(SERVICE, 1)
    await podman('start', DATABASE)
    await untilReady(`${ADDRESS}/readyz`, START_LIMIT_MS)
    await untilHealthCheck(SERVICE, 0)
  })
})

async function countBatches(): Promise<number> {
  const query = 'SELECT count(*) FROM batches'
  return Number(await podman('exec', DATABASE, ...['psql', '-U', 'byhand', '-Atc', query]))
}
