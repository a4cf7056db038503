/**
 * The scripts of `deploy/citus`, as an operator runs them: three servers become a cluster, a worker joins and leaves, a
 * lost worker and a lost coordinator are replaced by their standbys, and all servers are restored to one point in time.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecordings } from '../../research/lab/recordings.ts'
import { UNLIMITED } from '../service/collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { findCitusBuild } from '../setup/citus.ts'
import { freePort } from '../setup/free_port.ts'
import { newSessionId } from '../store/engine.ts'

const run = promisify(execFile)
const SCRIPTS = join(import.meta.dirname, '..', '..', 'deploy', 'citus')
const RECORDED =
  readRecordings()
    .find(({ name }) => name === 'plain-headed-1')
    ?.batches.slice(0, 2) ?? []
const RECOVERY_MS = 60_000

interface Server {
  readonly port: number
  readonly data: string
}

let folder: string
let user: { uid: number; gid: number }
const servers: Server[] = []

/** Runs a program as the user `postgres`, with the environment that the scripts ask for. */
async function asPostgres(program: string, args: readonly string[], server?: Server): Promise<string> {
  const { stdout } = await run(
    'setpriv',
    [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--', program, ...args],
    {
      timeout: 240_000,
      env: {
        PATH: `${findCitusBuild()}:${process.env.PATH}`,
        HOME: join(folder, 'home'),
        PGHOST: folder,
        PGUSER: 'postgres',
        NETWORK: '127.0.0.0/8',
        POSTGRES_PASSWORD: 'secret-of-postgres',
        BYHAND_PASSWORD: 'secret',
        ...(server && {
          ARCHIVE: archiveOf(server),
          PGPORT: `${server.port}`,
          RESTART: `pg_ctl -D ${server.data} -l ${server.data}.log -w restart`,
        }),
      },
    },
  )
  return stdout
}
const script = (name: string, args: readonly string[], server?: Server) =>
  asPostgres('sh', [join(SCRIPTS, name), ...args], server)
const control = (server: Server, ...args: string[]) =>
  asPostgres('pg_ctl', ['-D', server.data, '-l', `${server.data}.log`, '-w', ...args])
const archiveOf = ({ data }: Server) => `${data}.archive`
const rulesOf = ({ data }: Server) => `${data}.hba`
const address = ({ port }: Server) => `127.0.0.1:${port}`
const storeOf = ({ port }: Server) => `postgres://byhand:secret@127.0.0.1:${port}/byhand?sslmode=no-verify`

/** As on Debian, the rules about connections are outside the data folder. They accept local connections only. */
async function newServer(): Promise<Server> {
  const port = await freePort()
  const server = { port, data: join(folder, `${port}`) }
  await asPostgres('initdb', ['-D', server.data, '-U', 'postgres', '-E', 'UTF8', '--no-locale'])
  await writeFile(rulesOf(server), 'local all all trust\n')
  await chown(rulesOf(server), user.uid, user.gid)
  await configure(server)
  await control(server, 'start')
  servers.push(server)
  return server
}
const configure = (server: Server) =>
  appendFile(
    join(server.data, 'postgresql.conf'),
    `port = ${server.port}\nhba_file = '${rulesOf(server)}'\nunix_socket_directories = '${folder}'\nmax_worker_processes = 32\n`,
  )

async function preparedServer(): Promise<Server> {
  const server = await newServer()
  await script('prepare.sh', [], server)
  return server
}

async function standbyOf(primary: Server, name: string): Promise<Server> {
  const standby = await preparedServer()
  await control(standby, '-m', 'fast', 'stop')
  await rm(standby.data, { recursive: true })
  await script('standby.sh', [address(primary), standby.data, name])
  await configure(standby)
  await control(standby, 'start')
  return standby
}

/** Kills all processes of a server at once. */
async function kill({ data }: Server): Promise<void> {
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  for (const process_ of [pid, ...children]) process.kill(process_, 'SIGKILL')
}

async function query<Row extends pg.QueryResultRow>(server: Server, text: string): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:secret-of-postgres@127.0.0.1:${server.port}/byhand?sslmode=no-verify`,
  })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-citus-'))
  const [, , uid, gid] = (
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('postgres:')) ?? ''
  )
    .split(':')
    .map(Number)
  user = { uid: uid as number, gid: gid as number }
  mkdirSync(join(folder, 'home'))
  for (const path of [folder, join(folder, 'home')]) await chown(path, user.uid, user.gid)
})
afterAll(async () => {
  for (const server of servers) await control(server, '-m', 'immediate', 'stop').catch(() => {})
  await rm(folder, { recursive: true, force: true })
})

describe('a cluster made by the scripts', () => {
  let coordinator: Server
  let workers: Server[]
  let service: RunningService
  let workspace: TestWorkspace
  /** The same after each start, because the workspace sends to it. */
  let port: string
  const acknowledged: string[] = []
  const start = async () => {
    service = await runService({ ...UNLIMITED, BYHAND_PORT: port, BYHAND_STORE: storeOf(coordinator) })
  }

  const append = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      const id = newSessionId()
      await workspace.send(id, RECORDED)
      acknowledged.push(id)
    }
  }
  const statusOf = async (id: string) => {
    const answer = await fetch(`${service.address}/v1/sessions/${id}/events`, {
      headers: { authorization: `Bearer ${workspace.secretKey}` },
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const missing = async (ids: readonly string[]) => {
    const statuses = await Promise.all(ids.map(async (id) => [id, await statusOf(id)] as const))
    return statuses.filter(([, status]) => status !== 200)
  }

  it('refuses to make a standby of a server that is not prepared', async () => {
    const refused = script('standby.sh', ['127.0.0.1', join(folder, 'standby'), 'standby'])
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: 'Run prepare.sh on this server first.\n' })
  })

  it('refuses to create anything with a server that is not prepared', async () => {
    coordinator = await preparedServer()
    workers = [await preparedServer()]
    const unprepared = await newServer()
    await expect(
      script('create.sh', [coordinator, ...workers, unprepared].map(address), coordinator),
    ).rejects.toThrow(`${address(unprepared)} does not accept postgres`)
    expect(await query(coordinator, 'SELECT * FROM pg_dist_node')).toEqual([])
    await script('prepare.sh', [], unprepared)
    workers.push(unprepared)
  })

  it.each([
    ['another password', `ALTER ROLE byhand PASSWORD 'other'`, 'does not accept byhand'],
    ['no extension', 'DROP EXTENSION citus', 'has no extension citus'],
    ['few connections', 'ALTER SYSTEM SET max_connections = 30', 'accepts 30 connections'],
  ])('refuses a server with %s', async (_, breakIt, words) => {
    const [worker] = workers as [Server]
    await query(worker, breakIt)
    await control(worker, 'restart')
    const refused = script('create.sh', [coordinator, worker].map(address), coordinator)
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${address(worker)} ${words}`),
    })
    expect(await query(coordinator, 'SELECT * FROM pg_dist_node')).toEqual([])
    await script('prepare.sh', [], worker)
  })

  it('stores sessions on its workers', async () => {
    await script('prepare.sh', [], coordinator)
    expect(await script('create.sh', [coordinator, ...workers].map(address), coordinator)).toContain(
      '2 workers',
    )
    port = `${await freePort()}`
    await start()
    workspace = await service.workspace()
    await append(12)
    expect(await missing(acknowledged)).toEqual([])
  })

  it('takes a worker and gives it up again while the service runs', async () => {
    const third = await preparedServer()
    expect(await script('worker.sh', ['add', address(third)], coordinator)).toContain(address(third))
    await append(4)
    expect(await script('worker.sh', ['remove', address(third)], coordinator)).not.toContain(address(third))
    await expect.poll(() => missing(acknowledged), { timeout: RECOVERY_MS }).toEqual([])
  })

  it('loses no acknowledged batch when the standby of a worker takes over', async () => {
    const [lost] = workers as [Server]
    const standby = await standbyOf(lost, 'worker_standby')
    await append(12)
    await kill(lost)
    await control(standby, 'promote')
    await script('worker.sh', ['replace', address(lost), address(standby)], coordinator)
    await expect.poll(() => missing(acknowledged), { timeout: RECOVERY_MS }).toEqual([])
    await append(4)
    workers[0] = standby
  })

  it('loses no acknowledged batch when the standby of the coordinator takes over', async () => {
    const standby = await standbyOf(coordinator, 'coordinator_standby')
    await append(4)
    await kill(coordinator)
    await control(standby, 'promote')
    await query(standby, `SELECT citus_set_coordinator_host('127.0.0.1', ${standby.port})`)
    await service.stop()
    coordinator = standby
    await start()
    await expect.poll(() => missing(acknowledged), { timeout: RECOVERY_MS }).toEqual([])
  })

  it('restores all servers to the same point in time', async () => {
    for (const server of [coordinator, ...workers]) await script('prepare.sh', [], server)
    // The session spans the backup: its first batch is in the copies, its last only in the archives.
    const during = newSessionId()
    await workspace.send(during, RECORDED.slice(0, 1))
    const backup = join(folder, 'backup')
    await script('backup.sh', [backup], coordinator)
    const before = [...acknowledged]
    const later = newSessionId()
    await workspace.send(later, RECORDED)
    await service.stop()
    for (const server of [coordinator, ...workers]) {
      await control(server, '-m', 'fast', 'stop')
      await rm(server.data, { recursive: true })
      const copy = join(backup, `127.0.0.1_${server.port}`)
      await script('restore.sh', [copy, archiveOf(server), server.data])
    }
    for (const server of [coordinator, ...workers]) await control(server, 'start')
    for (const server of [coordinator, ...workers])
      await expect
        .poll(
          async () =>
            (await query<{ recovers: boolean }>(server, 'SELECT pg_is_in_recovery() AS recovers'))[0]
              ?.recovers,
          { timeout: RECOVERY_MS },
        )
        .toBe(false)
    await start()
    await expect.poll(() => missing([...before, during]), { timeout: RECOVERY_MS }).toEqual([])
    expect(await statusOf(later)).toBe(404)
    await service.stop()
  })
})
