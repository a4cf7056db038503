/** The image that `deploy/Containerfile` builds: its size, its user, its file system, its starts and its stop. */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectClient, makeBatch } from '../service/collect_client.ts'
import {
  BYHAND_IMAGE,
  deployFolder,
  imageSize,
  NODE_IMAGE,
  podman,
  tryPodman,
  untilHealthCheck,
  untilReady,
} from './podman.ts'

const MB = 1e6
const MOST_BEYOND_BASE_MB = 350
/** Long enough for a busy machine. */
const START_LIMIT_MS = 60_000
const VOLUME = 'byhand-test-data'
const NAME = 'byhand-test'
const PORT = 18_787
const ADDRESS = `http://127.0.0.1:${PORT}`

/** The options that the Containerfile's header recommends. */
const HARDENED = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp'],
  ...['--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
]

const start = (name: string) =>
  podman(
    ...['run', '--detach', '--name', name, ...HARDENED],
    ...['--publish', `127.0.0.1:${PORT}:8787`, '--volume', `${VOLUME}:/data`, BYHAND_IMAGE],
  )
const inContainer = (...words: string[]) => tryPodman('exec', NAME, ...words)

let printed: string
let siteKey: string

beforeAll(async () => {
  const began = performance.now()
  await start(NAME)
  await untilReady(`${ADDRESS}/readyz`, START_LIMIT_MS)
  console.log(`first start: ready after ${Math.round(performance.now() - began)} ms`)
  for (;;) {
    printed = await podman('logs', NAME)
    const found = /bh_pk_\w+/.exec(printed)?.[0]
    if (found !== undefined && /\/events\n/.test(printed)) {
      siteKey = found
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
})
afterAll(() => tryPodman('rm', '--force', '--time', '0', NAME))

describe('the image', () => {
  it(`is at most ${MOST_BEYOND_BASE_MB} MB larger than its base`, async () => {
    const beyond = ((await imageSize(BYHAND_IMAGE)) - (await imageSize(NODE_IMAGE))) / MB
    console.log(`image: ${beyond.toFixed(1)} MB larger than the base`)
    expect(beyond).toBeLessThan(MOST_BEYOND_BASE_MB)
  })

  it('contains no development dependency, no second Node, no source map and no npm settings', async () => {
    const search = [
      '-name',
      '*.map',
      '-o',
      '-name',
      '.npmrc',
      '-o',
      '-name',
      '.env',
      '-o',
      '-name',
      'node-linux-*',
    ]
    const tools = ['-o', '-name', 'vitest', '-o', '-name', 'typescript']
    const { stdout } = await inContainer('find', '/opt/byhand', ...search, ...tools)
    expect(stdout).toBe('')
    expect((await inContainer('test', '-e', '/root/.npmrc')).code).not.toBe(0)
    expect((await inContainer('ls', '/opt/byhand/node_modules/fastify')).code).toBe(0)
  })

  it('declares its health check, volume, port, user and stop signal', async () => {
    const [image] = JSON.parse(await podman('image', 'inspect', BYHAND_IMAGE))
    expect(image.Config).toMatchObject({
      User: 'node',
      Volumes: { '/data': {} },
      ExposedPorts: { '8787/tcp': {} },
      StopSignal: 'SIGTERM',
    })
    expect(image.Healthcheck.Test).toEqual(['CMD', 'node', '/opt/byhand/deploy/healthcheck.js'])
  })
})

describe('a running container', () => {
  it('runs as an unprivileged user without capabilities', async () => {
    const { stdout } = await inContainer('cat', '/proc/1/status')
    expect(stdout).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
    expect(stdout).toMatch(/^CapEff:\t0+$/m)
    expect(stdout).toMatch(/^NoNewPrivs:\t1$/m)
  })

  it('cannot write outside its volume and /tmp', async () => {
    for (const path of ['/x', '/opt/byhand/x', '/home/node/x', '/var/tmp/x']) {
      expect((await inContainer('touch', path)).stderr, path).toMatch(/Read-only file system/)
    }
    for (const path of ['/data/x', '/tmp/x']) expect((await inContainer('touch', path)).code, path).toBe(0)
  })

  it('passes its health check, and fails it on another port', async () => {
    await untilHealthCheck(NAME, 0)
    const [image] = JSON.parse(await podman('image', 'inspect', BYHAND_IMAGE))
    const check = image.Healthcheck.Test.slice(1)
    expect((await tryPodman('exec', '--env', 'BYHAND_PORT=1', NAME, ...check)).code).toBe(1)
  })

  it('has the command line', async () => {
    const { code, stdout } = await inContainer('byhand', 'doctor')
    expect(stdout).toContain('/data can be written and synced')
    expect(code).toBe(0)
  })

  it('stops on SIGTERM with exit code 0, and keeps its data', async () => {
    const client = collectClient(ADDRESS)
    const batch = makeBatch(siteKey)
    expect((await client.post(batch)).status).toBe(200)
    client.close()
    const { secretKey, report } = printedRequest()
    const before = await readReport(report, secretKey)
    expect(before.status).toBe(200)
    await podman('stop', '--time', '15', NAME)
    expect((await podman('inspect', '--format', '{{.State.ExitCode}}', NAME)).trim()).toBe('0')
    await podman('rm', NAME)
    const began = performance.now()
    await start(NAME)
    await untilReady(`${ADDRESS}/readyz`, START_LIMIT_MS)
    console.log(`second start: ready after ${Math.round(performance.now() - began)} ms`)
    const after = await readReport(report, secretKey)
    expect(after.status).toBe(200)
    expect(after.body.session_id).toBe(before.body.session_id)
    // Keys are printed once.
    expect(await podman('logs', NAME)).not.toMatch(/bh_sk_/)
  })
})

function printedRequest(): { readonly secretKey: string; readonly report: string } {
  const secretKey = /bh_sk_\w+/.exec(printed)?.[0] as string
  const path = /http:\/\/[^/]+(\/v1\/sessions\/\S+\/report)/.exec(printed)?.[1] as string
  return { secretKey, report: ADDRESS + path }
}

async function readReport(address: string, key: string) {
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, body: (await response.json()) as { session_id?: string } }
}

describe('a container that cannot start', () => {
  const attempt = (...words: string[]) => tryPodman('run', '--rm', '--no-healthcheck', ...HARDENED, ...words)

  it('names the folder that is not writable', async () => {
    const folder = join(deployFolder(), 'of-root')
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
    const { code, stderr } = await attempt('--volume', `${folder}:/data`, BYHAND_IMAGE)
    expect(stderr).toBe(
      'byhand cannot start: The data folder /data is not writable by user ID 1000 (EACCES). Change its owner, mount it read-write, or set BYHAND_DATA to another folder.\n',
    )
    expect(code).toBe(1)
  })

  it('reports that a volume is mounted read-only', async () => {
    const { code, stderr } = await attempt('--volume', 'byhand-test-other:/data:ro', BYHAND_IMAGE)
    expect(stderr).toMatch(/^byhand cannot start: The data folder \/data is not writable .*\(EROFS\).*\n$/)
    expect(code).toBe(1)
  })

  it('lists invalid variables', async () => {
    const { code, stderr } = await attempt(
      '--env',
      'BYHAND_PORT=http',
      '--env',
      'BYHAND_HOTS=x',
      BYHAND_IMAGE,
    )
    expect(stderr).toBe(`byhand cannot start: the configuration has 2 errors:
  BYHAND_HOTS is not a known variable; did you mean BYHAND_HOST?
  BYHAND_PORT must be a whole number from 0 to 65535
`)
    expect(code).toBe(1)
  })

  it('reports that PostgreSQL is not reachable', async () => {
    const { code, stderr } = await attempt(
      ...['--env', 'BYHAND_STORE=postgres://byhand:secret@127.0.0.1:1/byhand', BYHAND_IMAGE],
    )
    expect(stderr).toMatch(/^byhand cannot start: .*the database cannot be reached: .*ECONNREFUSED.*\n$/)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(1)
  })
})
