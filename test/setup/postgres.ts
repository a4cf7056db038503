/** Starts a PostgreSQL server for tests, with files in a temporary folder and on a free port. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free_port.ts'

const run = promisify(execFile)

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 30_000

interface User {
  readonly uid: number
  readonly gid: number
}

export interface PostgresServer {
  /** The address of an empty database. */
  readonly url: string
  /** The address of another empty database on the same server. */
  newDatabase(): Promise<string>
  /** Stops all its processes (SIGSTOP) until `thaw`. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Kills all its processes (SIGKILL). */
  kill(): Promise<void>
  /** Kills one backend process; the server then ends all others and restarts by itself. */
  killBackend(): Promise<void>
  /** Restarts the server after `kill`, with the same files and port. */
  restart(): Promise<void>
  /** The server stops by itself when its disk fails. */
  isRunning(): boolean
  /** The data folder. */
  readonly data: string
  stop(): Promise<void>
}

export interface PostgresServerOptions {
  /** False is faster, but not suitable for tests of durability. */
  readonly fsync?: boolean
  /** Additional lines of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>
  /** Additional arguments of initdb. */
  readonly initArgs?: readonly string[]
  /** Clients must give it. Absent: the server trusts everyone. */
  readonly password?: string
  /** Environment of the server. */
  readonly environment?: Readonly<Record<string, string>>
  /** Existing empty folders for the data and the write-ahead log. */
  readonly data?: string
  readonly log?: string
  /** The bin folder of another build. */
  readonly binaries?: string
}

export async function startPostgres({
  fsync = true,
  settings = {},
  initArgs = [],
  password,
  environment = {},
  data: givenData,
  log,
  binaries: bin = findBinaries(),
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-postgres-'))
  const user = unprivilegedUser(folder)
  const data = givenData ?? join(folder, 'data')
  for (const given of [givenData, log]) {
    if (given !== undefined && user) chownSync(given, user.uid, user.gid)
  }
  const passwordFile = join(folder, 'password')
  if (password !== undefined) await writeFile(passwordFile, password)
  await run(
    ...as(user, join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'byhand',
      ...(password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`]),
      '-E',
      'UTF8',
      '--no-locale',
      '-N',
      ...initArgs,
      ...(log === undefined ? [] : [`--waldir=${log}`]),
    ]),
  )
  const port = await freePort()
  const lines = Object.entries({
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: folder,
    fsync: fsync ? 'on' : 'off',
    max_connections: '200',
    // After a crash: one syncfs instead of fsync for a thousand files.
    recovery_init_sync_method: 'syncfs',
    ...settings,
  }).map(([name, value]) => `${name} = '${value}'\n`)
  await writeFile(join(data, 'postgresql.conf'), lines.join(''))
  const authority = `postgres://byhand${password === undefined ? '' : `:${password}`}@127.0.0.1:${port}`
  const admin = `${authority}/postgres`
  const start = () => launch(user, bin, data, admin, environment)
  let server = await start()
  // Runs even if a test fails.
  const end = () => signal(server, 'SIGKILL')
  process.once('exit', end)
  let databases = 0
  const newDatabase = async () => {
    const name = `test_${++databases}`
    await statement(admin, `CREATE DATABASE ${name}`)
    return `${authority}/${name}`
  }
  return {
    url: await newDatabase(),
    newDatabase,
    freeze: async () => signal(server, 'SIGSTOP'),
    thaw: async () => signal(server, 'SIGCONT'),
    async kill() {
      signal(server, 'SIGKILL')
      await ended(server)
    },
    async killBackend() {
      const pid = server.pid as number
      const backends = childrenOf(pid).filter((child) => servesConnection(child))
      const one = backends[Math.floor(Math.random() * backends.length)]
      if (one !== undefined) tryKill(one, 'SIGKILL')
    },
    async restart() {
      const deadline = Date.now() + START_TIMEOUT_MS
      for (;;) {
        try {
          server = await start()
          return
        } catch (error) {
          // Child processes of a killed or failed server end a moment after it.
          if (!/shared memory block .* still in use/.test(`${error}`) || Date.now() > deadline) throw error
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    },
    isRunning: () => server.exitCode === null && server.signalCode === null,
    data,
    async stop() {
      signal(server, 'SIGCONT')
      // Fast shutdown.
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT')
      await ended(server)
      process.off('exit', end)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function launch(
  user: User | null,
  bin: string,
  data: string,
  admin: string,
  environment: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const server = spawn(...as(user, join(bin, 'postgres'), ['-D', data]), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let log = ''
  server.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-10_000)
  })
  await untilReady(
    admin,
    () => server.exitCode !== null,
    () => log,
  )
  return server
}

/** Signals the server and its child processes, which have their own process groups. */
function signal(server: ChildProcess, name: NodeJS.Signals): void {
  const pid = server.pid
  if (pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  for (const one of [pid, ...childrenOf(pid)]) tryKill(one, name)
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** The server sets the process title of backends to the client address. */
function servesConnection(pid: number): boolean {
  try {
    return /127\.0\.0\.1\(\d+\)/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
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
      `These tests need a PostgreSQL server, but there is none under ${DEBIAN_FOLDER}. Install Debian's package "postgresql" (15 or newer), or run: node test/setup/install.ts`,
    )
  }
  return found
}

/** The server refuses to run as root; it then runs as the user of Debian's package. */
function unprivilegedUser(folder: string): User | null {
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

function as(user: User | null, program: string, args: string[]): [string, string[]] {
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

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}
