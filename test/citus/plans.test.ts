/** The query plans of a Citus cluster: EXPLAIN for the statements that the store sends, on the server that gets them. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DISTRIBUTED_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from '../../src/store/postgres/distribute.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { sessions } from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'
import { newFacts } from '../samples/session_facts.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import { newBatch, newReport, newSessionId, withToken } from '../store/engine.ts'
import {
  type Explainer,
  openExplainer,
  type Sent,
  sentBy,
  shardsOf,
  shardsWithBuckets,
} from './statements.ts'

const WORKSPACE = 'ws_plans'
const SESSIONS = 400
/** Far fewer than the connections of a node, which a busy machine opens slowly. */
const AT_ONCE = 4
const MANY = 100_000

describe('a cluster', () => {
  let cluster: CitusCluster
  let url: string
  let store: Store
  let client: pg.Client
  let explainer: Explainer
  const ids = Array.from({ length: SESSIONS }, newSessionId)

  beforeAll(async () => {
    cluster = await startCitus()
    url = await cluster.newDatabase()
    store = await openPostgres({ url })
    client = new pg.Client({ connectionString: url })
    await client.connect()
    explainer = await openExplainer(url, ...cluster.onWorkers(url))
    const append = (index: number) =>
      store.sessions.append(
        newBatch({
          workspace: WORKSPACE,
          sessionId: ids[index] as string,
          receivedAt: 1_000 + index,
          userId: `user ${index % 10}`,
          tags: [`tag ${index % 10}`],
        }),
      )
    for (let from = 0; from < SESSIONS; from += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => append(from + index)))
    }
    for (const sessionId of ids.slice(0, 40)) {
      await store.sessions.saveReport(
        { workspace: WORKSPACE, sessionId },
        { ...newReport(1), facts: newFacts() },
      )
    }
    // Rows of another workspace: enough to make an index worthwhile.
    await client.query(`INSERT INTO sessions (bucket, ${sessions.columns}) SELECT n % 64, 'many', decode(md5(n::text), 'hex'),
      'key', n, '', n, 'u' || n % 1000, -1, '[]', -1, 1, 1, 1, 1, 0, 0, NULL, 0, NULL FROM generate_series(1, ${MANY}) n`)
    await client.query(`INSERT INTO session_tags SELECT n % 64, 'many', decode(md5(n::text), 'hex'), 't' || n % 1000, n
      FROM generate_series(1, ${MANY}) n`)
    for (const connectionString of [url, ...cluster.onWorkers(url)]) {
      const server = new pg.Client({ connectionString })
      await server.connect()
      await server.query('ANALYZE')
      await server.end()
    }
  })
  afterAll(async () => {
    await client?.end()
    await explainer?.close()
    await store?.close()
    await cluster?.stop()
  })

  const explain = (sent: Sent, how?: string) => explainer.explain(sent, how)
  /** A node sometimes reads the places of the buckets too, which uses no shard. */
  const expectOneShard = async (sent: readonly Sent[]) => {
    const shards: number[] = []
    for (const statement of sent) shards.push(shardsOf(await explain(statement)))
    expect(Math.max(...shards)).toBe(1)
  }
  const key = (index: number) => ({ workspace: WORKSPACE, sessionId: ids[index] as string })

  it('has every table in its category', async () => {
    const { rows } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
    const { rows: distributed } = await client.query(
      'SELECT logicalrelid::text AS name, partmethod AS method, colocationid AS colocation FROM pg_dist_partition',
    )
    const kind = (method: string) => distributed.filter((row) => row.method === method)
    expect(
      kind('h')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...DISTRIBUTED_TABLES].sort())
    expect(new Set(kind('h').map(({ colocation }) => colocation)).size).toBe(1)
    expect(
      kind('n')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...REFERENCE_TABLES].sort())
    const known: readonly string[] = [...DISTRIBUTED_TABLES, ...REFERENCE_TABLES, ...LOCAL_TABLES]
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  it('stores its rows on both workers, and none on the coordinator', async () => {
    const { rows } = await client.query(
      `SELECT nodeport, count(*)::integer AS shards FROM citus_shards WHERE table_name = 'batches'::regclass GROUP BY 1`,
    )
    expect(rows.map(({ nodeport }) => `${nodeport}`).sort()).toEqual(
      cluster.workers.map((worker) => new URL(worker.url).port).sort(),
    )
    const { rows: local } = await client.query(`SELECT pg_relation_size('batches') AS bytes`)
    expect(local).toEqual([{ bytes: '0' }])
  })

  it.each([
    ['a session by its id', () => store.sessions.find(key(3))],
    ['its batches', () => store.sessions.batches(key(3))],
    ['the facts of a session', () => store.facts.one(key(3))],
    ['a later batch', () => store.sessions.append(withToken(newBatch({ ...key(5), seq: 7 })))],
    ['its label', () => store.facts.label(key(3))],
    ['question statistics', () => store.surveys.questionStats(WORKSPACE, 'survey', 'q1')],
    [
      'an analysis by its participant',
      () => store.surveys.find({ workspace: WORKSPACE, surveyId: 's', participantId: 'p' }),
    ],
    [
      'similar answers',
      () =>
        store.surveys.neighbors(
          { workspace: WORKSPACE, surveyId: 's', participantId: 'p' },
          'q1',
          [1n, 2n],
          9,
          16,
        ),
    ],
    [
      'copies of an answer',
      () => store.surveys.copies({ workspace: WORKSPACE, surveyId: 's', participantId: 'p' }, 'q1', 1n, 9),
    ],
    ['an idempotency key', () => store.surveys.claimKey(WORKSPACE, 'key', Buffer.alloc(32), 5, 1)],
    ['a device', () => store.surveys.deviceSession(WORKSPACE, 'device')],
  ])('queries one shard for %s', async (_, work) => {
    const sent = await sentBy(work)
    expect(sent.length).toBeGreaterThan(0)
    await expectOneShard(sent)
  })

  it.each([
    ['a user', 'sessions_user', () => store.sessions.byUser(WORKSPACE, 'user 3', { limit: 10 })],
    ['a tag', 'session_tags_recent', () => store.sessions.byTag(WORKSPACE, 'tag 3', { limit: 10 })],
  ])('queries every shard for the newest sessions of %s, with an index', async (_, index, work) => {
    const sent = (await sentBy(work)).filter(({ text }) => text.includes('UNION ALL'))
    expect(sent).toHaveLength(2 * cluster.workers.length)
    let shards = 0
    for (const statement of sent) {
      const plan = await explain(statement, 'COSTS off, ANALYZE, TIMING off, SUMMARY off')
      // The few reports and labels of a shard fit on one page, which is read as a whole.
      expect(plan).not.toMatch(/Seq Scan on (?!reports|labels|pg_dist)/)
      if (statement.text.includes('unnest')) continue
      expect(plan).toContain(index)
      shards += shardsOf(plan)
    }
    expect(shards).toBe(await shardsWithBuckets(client))
  })

  it('appends batches on the worker that holds them, in few statements', async () => {
    const later = (index: number) => store.sessions.append(withToken(newBatch({ ...key(index), seq: 8 })))
    const sent = await sentBy(() => Promise.all(Array.from({ length: 100 }, (_, index) => later(index))))
    const writes = sent.filter(({ text }) => /(INSERT|UPDATE)/.test(text))
    // One group on each worker, with a statement for the sessions and one for the batches, which names its shards.
    expect(writes).toHaveLength(2 * cluster.workers.length)
    expect(new Set(writes.map(({ port }) => port)).size).toBe(cluster.workers.length)
    for (const statement of writes)
      expect(await explain(statement)).toMatch(/Insert on batches_\d+|Update on sessions_\d+/)
  })

  it('claims the sessions of a bucket on one shard', async () => {
    const sent = await sentBy(() => store.sessions.claimUnscored(4, MANY, MANY, MANY))
    const claims = sent.filter(({ text }) => text.includes('UPDATE sessions'))
    expect(claims.length).toBeGreaterThan(0)
    await expectOneShard(claims)
  })

  it('reads a key, a workspace and a member from local copies', async () => {
    const sent = await sentBy(async () => {
      await store.keys.findByHash(Buffer.alloc(32))
      await store.keys.workspace(WORKSPACE)
      await store.accounts.memberByEmail('a@b.example')
    })
    expect(sent).toHaveLength(3)
    for (const statement of sent) expect(await explain(statement)).toContain('Task Count: 1\n')
  })

  it('is not changed by another migration', async () => {
    const places = 'SELECT * FROM citus_shards ORDER BY table_name::text, shardid'
    const { rows: before } = await client.query(places)
    await migrate(url)
    expect((await client.query(places)).rows.length).toBe(before.length)
  })
})
