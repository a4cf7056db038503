import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { restore } from '../../src/store/restore.ts'
import { sessions } from '../../src/store/sessions.ts'
import { HOUR_MS, SPANS, WEEK_MS } from '../../src/store/terms.ts'
import { openExplainer, sentBy } from '../citus/statements.ts'
import { newFacts } from '../samples/session_facts.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { newReport, newWorkspace, startSession } from '../store/engine.ts'
import { storeSuite } from '../store/store.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

storeSuite({
  name: 'PostgreSQL',
  shared: true,
  async place() {
    const url = await server.newDatabase()
    return {
      open: () => openPostgres({ url }),
      restore: (file) => restore(file, url, ''),
      remove: async () => {},
    }
  },
})

it.each(SPANS)('a recount repairs damaged counters of %i hours', async (span) => {
  const url = await server.newDatabase()
  const store = await openPostgres({ url })
  const workspace = newWorkspace()
  const week = 2_900 * WEEK_MS
  for (const receivedAt of [week, week + HOUR_MS, week + 80 * HOUR_MS]) {
    const sessionId = await startSession(store, workspace, { receivedAt })
    await store.sessions.saveReport({ workspace, sessionId }, { ...newReport(1), facts: newFacts() })
  }
  const client = new pg.Client(url)
  await client.connect()
  const all = async () =>
    (await client.query('SELECT * FROM session_counts ORDER BY span, dimension, hour, value, label, part'))
      .rows
  const intact = await all()
  await client.query('UPDATE session_counts SET accept = accept + 7 WHERE span = $1 AND hour = $2', [
    span,
    week / HOUR_MS,
  ])
  await client.query(
    `INSERT INTO session_counts SELECT bucket, span, hour, 1, 0, 0, 0, 0, part, workspace, dimension, 'never there', label
     FROM session_counts WHERE span = $1 AND hour = $2 AND dimension = 'country'`,
    [span, week / HOUR_MS],
  )
  expect(await all()).not.toEqual(intact)
  expect(await store.facts.recount(workspace, week, week + HOUR_MS)).toBe(1)
  expect(await all()).toEqual(intact)
  await client.end()
  await store.close()
})

it('a search for shared marks uses their index', async () => {
  const url = await server.newDatabase()
  const store = await openPostgres({ url })
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`INSERT INTO sessions (bucket, ${sessions.columns}) SELECT n % 64, 'many', decode(md5(n::text), 'hex'),
    'key', n, '', n, NULL, -1, '[]', -1, 1, 1, 1, 1, 0, 0, NULL, 0, NULL FROM generate_series(1, 20000) n`)
  await client.query(`INSERT INTO session_marks SELECT n % 64, 'many', decode(md5(n::text), 'hex'),
    ARRAY[n * 97003, n * 96989, n * 96979] FROM generate_series(1, 20000) n`)
  await client.query('ANALYZE sessions, session_marks')
  const key = { workspace: 'many', sessionId: 'another' }
  const [search] = await sentBy(() => store.sessions.sharing(key, 1e9, [1, 2, 3], 1, 9))
  const explainer = await openExplainer(url)
  expect(await explainer.explain(search as NonNullable<typeof search>)).toContain('session_marks_marks')
  await explainer.close()
  await client.end()
  await store.close()
})
