/** A real PostgreSQL of the tests' own: fresh files in a temporary folder, on a free port, gone afterwards. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 30_000

export interface PostgresServer {
  /** Of an empty database. */
  readonly url: string
  /** The server's own process, for tests that stop or kill it. */
  readonly pid: number
  /** The address of another empty database on the same server. */
  newDatabase(): Promise<string>
  stop(): Promise<void>
}

export interface PostgresServerOptions {
  /** Off is faster, and only for tests that do not ask what survives a power cut. */
  readonly fsync?: boolean
  /** More lines of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>
}

export async function startPostgres({
  fsync = true,
  settings = {},
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const bin = findBinaries()
  const folder = await mkdtemp(join(tmpdir(), 'byhand-postgres-'))
  const user = unprivilegedUser(folder)
  const data = join(folder, 'data')
  await run(
    ...as(user, join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'byhand',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      '-N',
    ]),
  )
  const port = await freePort()
  const lines = Object.entries({
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: folder,
    fsync: fsync ? 'on' : 'off',
    max_connections: '200',
    ...settings,
  }).map(([name, value]) => `${name} = '${value}'\n`)
  await writeFile(join(data, 'postgresql.conf'), lines.join(''))
  const server = spawn(...as(user, join(bin, 'postgres'), ['-D', data]), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  server.stderr?.on('data', (chunk) => {
    log = (log + chunk).slice(-10_000)
  })
  const admin = `postgres://byhand@127.0.0.1:${port}/postgres`
  await untilReady(
    admin,
    () => server.exitCode !== null,
    () => log,
  )
  let databases = 0
  const newDatabase = async () => {
    const name = `test_${++databases}`
    await statement(admin, `CREATE DATABASE ${name}`)
    return `postgres://byhand@127.0.0.1:${port}/${name}`
  }
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: await newDatabase(),
    pid,
    newDatabase,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const exit = once(server, 'exit')
        // A stopped process does not hear; SIGINT is the server's own "fast shutdown".
        for (const signal of ['SIGCONT', 'SIGINT'] as const) tryKill(pid, signal)
        await exit
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function findBinaries(): string {
  const versions = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    : []
  const found = versions
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')))
  if (!found) {
    throw new Error(
      `These tests need a PostgreSQL server, and there is none under ${DEBIAN_FOLDER}. Install Debian's package "postgresql" (15 or newer), or run: node test/setup/install.ts`,
    )
  }
  return found
}

/** The server refuses to run as root; then it runs as the user that Debian's package made for it. */
function unprivilegedUser(folder: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
  if (!entry)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" to run it as.')
  const [, , uid, gid] = entry.split(':').map(Number)
  const user = { uid: uid as number, gid: gid as number }
  chownSync(folder, user.uid, user.gid)
  return user
}

function as(user: { uid: number; gid: number } | null, program: string, args: string[]): [string, string[]] {
  if (!user) return [program, args]
  const drop = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--']
  return ['setpriv', [...drop, program, ...args]]
}

async function untilReady(url: string, died: () => boolean, log: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      return await statement(url, 'SELECT 1')
    } catch (error) {
      if (died() || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${log()}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}
