/** Statements about one session go to the worker that holds it. Moved shards and refused connections cost time only. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkWorkers } from '../../src/cli/doctor/workers.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { bucketOf } from '../../src/store/values/bucket.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import type { PostgresServer } from '../setup/postgres.ts'
import { newBatch, newReport, newSessionId, withToken } from '../store/engine.ts'
import { bucketsOn, placedIds } from './placed_ids.ts'
import { openExplainer, portsOf, sentBy } from './statements.ts'

const WORKSPACE = 'ws_direct'
const USER = 'user'
/** A node tries again after half a minute. */
const RETRIED_MS = 60_000

let cluster: CitusCluster
let url: string
let client: pg.Client
const stores: Store[] = []

const open = async (onNotice?: (text: string) => void): Promise<Store> => {
  const store = await openPostgres({ url, ...(onNotice && { onNotice }) })
  stores.push(store)
  return store
}
const key = (sessionId: string) => ({ workspace: WORKSPACE, sessionId })
const first = (sessionId: string) => newBatch({ ...key(sessionId), userId: USER, receivedAt: Date.now() })
const later = (sessionId: string, seq: number) => withToken(newBatch({ ...key(sessionId), seq }))
const portOf = (address: string) => Number(new URL(address).port)
const listed = async (store: Store) =>
  (await store.sessions.byUser(WORKSPACE, USER, { limit: 100 })).map(({ session }) => session.sessionId)

beforeAll(async () => {
  cluster = await startCitus()
  url = await cluster.newDatabase()
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await client?.end()
  await cluster?.stop()
})

describe('statements about one session', () => {
  it('go to its worker, which needs no other server', async () => {
    const store = await open()
    const explainer = await openExplainer(url, ...cluster.onWorkers(url))
    for (const worker of cluster.workers) {
      const idOn = await placedIds(url, worker.url)
      const id = idOn(true)
      // The first statement to a worker finds out whether it can be reached; others do not wait for it.
      await store.sessions.append(first(id))
      await store.sessions.saveReport(key(id), newReport(1))
      const sent = await sentBy(async () => {
        await store.sessions.append(first(idOn(true)))
        await store.sessions.append(later(id, 1))
        expect(await store.sessions.find(key(id))).toMatchObject({
          session: { revision: 2 },
          report: { revision: 1 },
        })
        expect(await store.sessions.find(key(idOn(true)))).toBeNull()
        expect(await store.sessions.batches(key(id))).toHaveLength(2)
        expect(await store.facts.label(key(id))).toBeNull()
      })
      expect(sent.length).toBeGreaterThan(5)
      expect([...new Set(sent.map(({ port }) => port))]).toEqual([portOf(worker.url)])
      // Of a table on every server, EXPLAIN names the first, although the worker reads its own copy.
      for (const statement of sent.filter(({ text }) => !text.includes('erased_sessions'))) {
        const ports = portsOf(await explainer.explain(statement))
        expect([...ports].filter((port) => port !== statement.port)).toEqual([])
      }
    }
    await explainer.close()
  })
})

it('does not restore a session that another node has erased', async () => {
  const [appending, erasing] = await Promise.all([open(), open()])
  const [erased, kept] = [newSessionId(), newSessionId()]
  for (const id of [erased, kept]) {
    await appending.sessions.append(first(id))
    expect(await appending.sessions.append(later(id, 1))).toMatchObject({ status: 'stored' })
  }
  await erasing.sessions.erase(key(erased), Date.now())
  const [after, other] = await Promise.all(
    [erased, kept].map((id) => appending.sessions.append(later(id, 2))),
  )
  expect(after).toMatchObject({ status: 'refused' })
  expect(other).toMatchObject({ status: 'stored' })
  expect(await appending.sessions.find(key(erased))).toBeNull()
  expect((await appending.sessions.find(key(kept)))?.session.revision).toBe(3)
  const { rows } = await client.query(
    'SELECT count(*)::integer AS count FROM sessions WHERE claimed_until < 0',
  )
  expect(rows).toEqual([{ count: 0 }])
})

describe('a shard that has moved', () => {
  /** Moves the shards of a session to another worker. */
  async function move(sessionId: string): Promise<void> {
    const [from, to] = await Promise.all(
      cluster.workers.map(async (worker) => {
        return { port: portOf(worker.url), has: (await bucketsOn(url, worker.url)).has(bucketOf(sessionId)) }
      }),
    ).then((found) => found.toSorted((a, b) => Number(b.has) - Number(a.has)))
    await client.query(
      `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('sessions', $1::smallint),
         '127.0.0.1', $2, '127.0.0.1', $3, shard_transfer_mode => 'block_writes')`,
      [bucketOf(sessionId), from?.port, to?.port],
    )
  }

  it('is read and written at its new place by nodes that know the old one', {
    timeout: 120_000,
  }, async () => {
    const id = newSessionId()
    const [writing, reading, listing, late] = await Promise.all([open(), open(), open(), open()])
    await writing.sessions.append(first(id))
    for (const store of stores) {
      // Prepares the statements; the first reads find out whether the workers can be reached.
      for (let turn = 0; turn < 2; turn++) {
        expect((await store.sessions.find(key(id)))?.session.revision).toBe(1)
        expect(await listed(store)).toContain(id)
      }
    }
    await move(id)
    expect(await writing.sessions.append(later(id, 1))).toMatchObject({ status: 'stored' })
    const { rows } = await client.query(`SELECT count(*)::integer AS count FROM citus_shards
      WHERE table_name = 'sessions'::regclass AND shardid = get_shard_id_for_distribution_column('sessions', ${bucketOf(id)}::smallint)`)
    expect(rows).toEqual([{ count: 1 }])
    expect((await reading.sessions.find(key(id)))?.session.revision).toBe(2)
    expect(
      (await listing.sessions.byUser(WORKSPACE, USER, { limit: 100 })).find(
        ({ session }) => session.sessionId === id,
      )?.session.revision,
    ).toBe(2)
    // Now the old shard is gone.
    await client.query('CALL citus_cleanup_orphaned_resources()')
    expect((await late.sessions.find(key(id)))?.session.revision).toBe(2)
    const fresh = newSessionId()
    await late.sessions.append(first(fresh))
    expect(await listed(late)).toEqual(expect.arrayContaining([id, fresh]))
  })
})

describe('a worker that refuses the connections of a node', () => {
  let refusing: PostgresServer
  let rules: string

  const reload = async () => {
    const admin = new pg.Client({ connectionString: `${refusing.url}?sslmode=no-verify` })
    await admin.connect()
    await admin.query('SELECT pg_reload_conf()')
    await admin.end()
  }

  beforeAll(async () => {
    refusing = cluster.workers[1] as PostgresServer
    rules = join(refusing.data, 'pg_hba.conf')
    const accepting = await readFile(rules, 'utf8')
    // The servers use TLS, this node does not.
    await writeFile(rules, `hostnossl all all all reject\n${accepting}`)
    await reload()
  })

  it('is served through the coordinator, which the log and the doctor say, and later directly', {
    timeout: 2 * RETRIED_MS,
  }, async () => {
    const notices: string[] = []
    const store = await open((text) => notices.push(text))
    const idOn = await placedIds(url, refusing.url)
    const ids = Array.from({ length: 5 }, () => idOn(true))
    for (const id of ids) {
      expect(await store.sessions.append(first(id))).toMatchObject({ status: 'stored' })
      expect(await store.sessions.append(later(id, 1))).toMatchObject({ status: 'stored' })
      expect((await store.sessions.find(key(id)))?.session.revision).toBe(2)
    }
    expect(await listed(store)).toEqual(expect.arrayContaining(ids))
    const place = new URL(refusing.url).host
    expect(notices).toEqual([expect.stringContaining(`cannot connect to the worker ${place}`)])
    expect(await checkWorkers(url)).toEqual([
      expect.objectContaining({ state: 'warning', detail: expect.stringContaining(place) }),
    ])

    await writeFile(rules, (await readFile(rules, 'utf8')).replace(/^hostnossl.*\n/, ''))
    await reload()
    expect(await checkWorkers(url)).toMatchObject([{ state: 'ok' }])
    const directly = async () => {
      const sent = await sentBy(() => store.sessions.find(key(ids[0] as string)))
      return sent.every(({ port }) => port === portOf(refusing.url))
    }
    await expect.poll(directly, { timeout: RETRIED_MS, interval: 1_000 }).toBe(true)
    expect(notices).toHaveLength(1)
  })
})
