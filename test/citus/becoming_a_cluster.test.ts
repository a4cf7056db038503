/** A database becomes a Citus cluster: existing rows, later migrations, a lost worker. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../src/store/errors.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { STEPS } from '../../src/store/postgres/migrations/steps.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { newFacts } from '../samples/session_facts.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import { newBatch, newReport, newSessionId, startSession } from '../store/engine.ts'
import { keyOf, newAnalysis, newAnswer } from '../store/surveys.ts'
import { placedIds } from './placed_ids.ts'

const WORKSPACE = 'ws_moves'
const MANY = 100

describe('a database that becomes a cluster', () => {
  let cluster: CitusCluster
  let url: string
  let client: pg.Client
  const ids = Array.from({ length: 200 }, newSessionId)

  beforeAll(async () => {
    cluster = await startCitus()
    url = await cluster.newDatabase({ distribute: false })
    client = new pg.Client({ connectionString: url })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await cluster?.stop()
  })

  const readAll = async (store: Store) => ({
    sessions: await store.sessions.byTag(WORKSPACE, 'all', { limit: 500 }),
    user: await store.sessions.byUser(WORKSPACE, 'u3', { limit: 500 }),
    facts: await store.facts.list({
      workspace: WORKSPACE,
      filter: {},
      order: 'score',
      limit: 500,
    }),
    analysis: await store.surveys.find(keyOf(WORKSPACE, 'p')),
    similar: await store.surveys.neighbors(keyOf(WORKSPACE, 'x'), 'q1', [1n], 9),
    secret: await store.keys.secret('name', Uint8Array.of(9)),
  })

  it('keeps its rows, on the workers, without local copies', async () => {
    const one = await openPostgres({ url })
    for (const [index, sessionId] of ids.entries()) {
      await startSession(one, WORKSPACE, {
        sessionId,
        userId: `u${index % 7}`,
        tags: ['all'],
        receivedAt: index,
      })
      const report = { ...newReport(1, { score: index % 100 }), facts: newFacts() }
      await one.sessions.saveReport({ workspace: WORKSPACE, sessionId }, report)
    }
    await one.surveys.save(newAnalysis(keyOf(WORKSPACE, 'p')), [newAnswer([1n])])
    await one.keys.secret('name', Uint8Array.of(1, 2, 3))
    const before = await readAll(one)
    await one.close()

    await cluster.distribute(url)
    const many = await openPostgres({ url })
    expect(await readAll(many)).toEqual(before)
    const { rows } = await client.query(
      `SELECT relname, pg_relation_size(oid) AS bytes FROM pg_class WHERE relname IN ('sessions', 'batches', 'keys')`,
    )
    expect(rows.map(({ bytes }) => bytes)).toEqual(['0', '0', '0'])
    await many.close()
  })

  it('runs later steps of the schema on every worker, with concurrent indexes', async () => {
    const steps = [
      ...STEPS,
      {
        name: 'later',
        sql: 'ALTER TABLE sessions ADD COLUMN IF NOT EXISTS later text',
        indexes: [{ name: 'sessions_later', on: 'sessions (workspace, later)' }],
      },
    ]
    await migrate(url, { steps })
    for (const worker of cluster.onWorkers(url)) {
      const there = new pg.Client({ connectionString: worker })
      await there.connect()
      // Citus hides shards from the catalog by default.
      await there.query('SET citus.override_table_visibility TO off')
      const { rows } = await there.query(
        `SELECT count(*)::integer AS count FROM pg_class WHERE relname ~ '^sessions_later_[0-9]+$'`,
      )
      await there.end()
      expect(rows[0].count).toBeGreaterThan(0)
    }
    const old = await openPostgres({ url })
    await startSession(old, WORKSPACE)
    await old.close()
  })

  it('rejects writes to a lost worker, accepts others, and recovers', async () => {
    const store = await openPostgres({ url })
    const [lost] = cluster.workers
    const idIn = await placedIds(url, lost?.url as string)
    const append = (sessionId: string) => store.sessions.append(newBatch({ workspace: WORKSPACE, sessionId }))
    await lost?.kill()
    await expect(append(idIn(true))).rejects.toThrow(StoreUnavailable)
    const others = [idIn(false), idIn(false)]
    for (const id of others) expect(await append(id)).toMatchObject({ status: 'stored' })
    // The claims of background jobs skip the lost worker too.
    const now = Date.now()
    expect((await store.sessions.unscored(now, MANY)).count).toBeGreaterThanOrEqual(others.length)
    const claimed = await store.sessions.claimUnscored(MANY, now, now, now + 1)
    expect(claimed.map(({ sessionId }) => sessionId)).toEqual(expect.arrayContaining(others))
    await expect(store.sessions.count()).rejects.toThrow(/^[^\n]+$/)
    await lost?.restart()
    await expect
      .poll(() => append(idIn(true)).catch(() => null), { timeout: 30_000 })
      .toMatchObject({
        status: 'stored',
      })
    for (const sessionId of ids)
      expect(await store.sessions.find({ workspace: WORKSPACE, sessionId })).not.toBeNull()
    await store.close()
  })
})
