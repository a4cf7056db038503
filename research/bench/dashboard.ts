/**
 * Time of the overview, the list and the histogram of the dashboard, with each filter, with few and with many sessions in
 * a workspace. Sessions spread over 90 days. The bench fills the tables directly and rebuilds terms and counters.
 *
 *   node research/bench/dashboard.ts [sqlite | postgres] [few, 10000] [many, 1000000]
 */
import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { SessionFilters, SessionQuery } from '../../src/contract/dashboard/sessions.ts'
import { overviewOf, overviewStatus } from '../../src/server/sessions/overview.ts'
import { histogramOf } from '../../src/server/sessions/session_counts.ts'
import { listSessions } from '../../src/server/sessions/session_list.ts'
import { openStore } from '../../src/store/open.ts'
import { FACT_COLUMNS, rawFacts } from '../../src/store/rows/facts.ts'
import { newStoredSession } from '../../src/store/rows/session.ts'
import { newSession, sessions } from '../../src/store/sessions.ts'
import { databaseFile } from '../../src/store/sqlite/connection.ts'
import { termStatements } from '../../src/store/sqlite/term_writes.ts'
import type { Store } from '../../src/store/store.ts'
import { DAY_MS, HOUR_MS, hoursOf } from '../../src/store/terms.ts'
import { bucketOf } from '../../src/store/values/bucket.ts'
import { packId } from '../../src/store/values/packed_id.ts'
import { newFacts } from '../../test/samples/session_facts.ts'
import { startPostgres } from '../../test/setup/postgres.ts'
import { temporaryFolder } from './processes.ts'
import { randomId, seeded } from './realistic_batch.ts'

const ENGINE = process.argv[2] ?? 'sqlite'
const FEW = Number(process.argv[3] ?? 10_000)
const MANY = Number(process.argv[4] ?? 1_000_000)
const DAYS = 90
const ROUNDS = 15
const ROWS_AT_ONCE = 1_000
const SESSIONS_A_COMMIT = 20_000
const LABELED_OF = 500
const WORKSPACE = 'bench'
const NOW = Date.now()
const START = NOW - DAYS * DAY_MS
const HOURS_FILLED = hoursOf({ from: START - HOUR_MS, to: NOW })

const ACTIONS = [
  ['Auto-accept', 10],
  ['Accept with monitoring', 30],
  ['Manual review or require additional verification', 60],
  ['Auto-reject or high-priority review', 85],
  ['Unknown', 5],
] as const
const SHARES = [0.7, 0.82, 0.84, 0.92, 1]
const BROWSERS = ['Chrome 140', 'Safari 19', 'Edge 140', 'Firefox 145', 'Opera 120', 'Samsung Internet 29']
const SYSTEMS = ['Windows', 'Android', 'iOS', 'macOS', 'Linux']
const COUNTRIES = Array.from({ length: 40 }, (_, index) =>
  String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 2)),
)
const PAGES = Array.from({ length: 60 }, (_, index) => `/page-${index}`)

/** Small numbers are much more frequent. */
const skewed = (random: () => number, below: number) => Math.floor(below * random() ** 3)

function session(number: number, of: number) {
  const random = seeded(number + 1)
  const sessionId = randomId(random, 22)
  const packedId = packId(sessionId)
  const startedAt = Math.floor(START + ((NOW - START) * number) / of)
  const drawn = random()
  const [action, around] = ACTIONS[SHARES.findIndex((share) => drawn < share)] as (typeof ACTIONS)[number]
  const score = Math.min(100, around + Math.floor(random() * 16))
  const routes = [PAGES[skewed(random, PAGES.length)] as string, `/orders/${number}`]
  const detected = score >= 50 ? (1 << 9) | (1 << Math.floor(random() * 15)) : 0
  const facts = newFacts({
    detected,
    country: COUNTRIES[skewed(random, COUNTRIES.length)] as string,
    browser: BROWSERS[skewed(random, BROWSERS.length)] as string,
    system: SYSTEMS[skewed(random, SYSTEMS.length)] as string,
    device: sessionId,
    inputs: random() < 0.4 ? 4 : 3,
    routes: random() < 0.3 ? routes : routes.slice(0, 1),
    savedAt: startedAt + 60_000,
  })
  const tags = [`campaign-${number % 40}`]
  const user = number % 5 < 3 ? `user-${Math.floor(number / 12)}` : null
  const { values } = newStoredSession({
    ...newSession({
      workspace: WORKSPACE,
      sessionId,
      siteKeyId: 'key',
      startedAt,
      tabSecret: createHash('sha256').update(sessionId).digest(),
    }),
    lastAt: startedAt + Math.floor(random() * 90_000),
    userId: user,
    tags,
    revision: 1,
    batchCount: 1,
    rowCount: 9,
    byteCount: 900,
  })
  const row = Object.fromEntries(sessions.columns.map((column, place) => [column, values[place]]))
  return {
    sessionId,
    startedAt,
    packedId,
    values,
    tags,
    facts: { ...row, ...rawFacts(packedId, { score, action }, facts, tags) },
  }
}
type Made = ReturnType<typeof session>

const FACT_ROW = ['workspace', 'session_id', 'started_at', 'last_at', ...FACT_COLUMNS] as const
const factRow = ({ facts }: Made) => {
  const all: Readonly<Record<string, unknown>> = facts
  return FACT_ROW.map((column) => all[column])
}
const sessionRow = ({ values }: Made) => values

function fillSqlite(folder: string, count: number): void {
  const db = new Sqlite(databaseFile(folder))
  const insert = (table: string, columns: readonly string[]) =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
  const rows = insert('sessions', sessions.columns)
  const facts = insert('session_facts', FACT_ROW)
  const tags = insert('session_tags', ['workspace', 'tag', 'started_at', 'session_id', 'session'])
  db.pragma('synchronous = off')
  db.pragma('cache_size = -400000')
  const fillRange = db.transaction((first: number, last: number) => {
    for (let number = first; number < last; number++) {
      const made = session(number, count)
      const { lastInsertRowid } = rows.run(...sessionRow(made))
      facts.run(...factRow(made))
      for (const tag of made.tags) tags.run(WORKSPACE, tag, made.startedAt, made.packedId, lastInsertRowid)
    }
  })
  for (let first = 0; first < count; first += SESSIONS_A_COMMIT)
    fillRange(first, Math.min(first + SESSIONS_A_COMMIT, count))
  const { recountHours } = termStatements(db)
  db.transaction(() => recountHours(WORKSPACE, HOURS_FILLED))()
  db.close()
}

async function fillPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  // One parameter for all rows: binding each value takes most of the time.
  const insert = (table: string, columns: readonly string[], rows: unknown[][]) => {
    const text = (value: unknown) =>
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
    const records = rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, text(row[index])])),
    )
    const select = `SELECT ${columns} FROM jsonb_populate_recordset(null::${table}, $1)`
    return client.query(`INSERT INTO ${table} (${columns}) ${select}`, [JSON.stringify(records)])
  }
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const made = Array.from({ length: Math.min(ROWS_AT_ONCE, count - first) }, (_, i) =>
      session(first + i, count),
    )
    const bucketed = (rowOf: (one: Made) => readonly unknown[]) =>
      made.map((one) => [bucketOf(one.sessionId), ...rowOf(one)])
    await insert('sessions', ['bucket', ...sessions.columns], bucketed(sessionRow))
    await insert('session_facts', ['bucket', ...FACT_ROW], bucketed(factRow))
    await insert(
      'session_tags',
      ['bucket', 'workspace', 'session_id', 'tag', 'started_at'],
      bucketed(({ packedId, tags, startedAt }) => [WORKSPACE, packedId, tags[0], startedAt]),
    )
  }
  await client.end()
}

async function label(store: Store, count: number): Promise<void> {
  for (let number = 0; number < count; number += Math.ceil(count / LABELED_OF)) {
    const { sessionId } = session(number, count)
    const name = number % 2 === 0 ? 'bot' : 'person'
    await store.facts.setLabel(
      { workspace: WORKSPACE, sessionId },
      { label: name, memberId: 'm', at: 1, note: '' },
    )
  }
}

interface Place {
  readonly store: Store
  close(): Promise<void>
}

const server = ENGINE === 'postgres' ? await startPostgres({ fsync: false }) : undefined

async function prepare(count: number): Promise<Place> {
  const folder = await temporaryFolder()
  const url = server === undefined ? 'sqlite' : await server.newDatabase()
  await (await openStore(url, folder.path)).close()
  if (server === undefined) fillSqlite(folder.path, count)
  else await fillPostgres(url, count)
  const store = await openStore(url, folder.path)
  if (server !== undefined) {
    await store.facts.recount(WORKSPACE, START - HOUR_MS, NOW)
    const client = new pg.Client(url)
    await client.connect()
    await client.query('VACUUM ANALYZE')
    await client.end()
  }
  await label(store, count)
  return {
    store,
    close: async () => {
      await store.close()
      await folder.remove()
    },
  }
}

const since = (days: number) => ({
  since: String(Math.floor((NOW - days * DAY_MS) / 3_600_000) * 3_600_000),
})

const FILTERS: Readonly<Record<string, SessionFilters>> = {
  'no filter': {},
  tag: { tag: 'campaign-7' },
  user: { user: 'user-77' },
  'score at least 70': { min_score: 70 },
  'score at least 97': { min_score: 97 },
  'action review': { action: 'Manual review or require additional verification' },
  check: { check: 'bot' },
  'frequent page': { route: '/page-0' },
  'rare page': { route: '/page-59' },
  'pages of one kind': { route: '/orders/:id' },
  'frequent country': { country: 'AA' },
  'rare country': { country: COUNTRIES.at(-1) as string },
  browser: { browser: 'Firefox' },
  system: { system: 'Linux' },
  input: { input: 'touch' },
  label: { label: 'bot' },
  'last 7 days': since(7),
  'country and browser': { country: 'AA', browser: 'Firefox' },
}

type Request = (store: Store) => Promise<unknown>
const list =
  (query: SessionQuery): Request =>
  (store) =>
    listSessions(store, WORKSPACE, query)
const histogram =
  (query: SessionFilters): Request =>
  (store) =>
    histogramOf(store.facts, WORKSPACE, query, NOW)
const overview =
  (query: SessionFilters): Request =>
  (store) =>
    overviewOf(store.facts, WORKSPACE, query, NOW)

const REQUESTS: Readonly<Record<string, Request>> = {
  'overview, 24 hours': overview(since(1)),
  'overview, 7 days': overview(since(7)),
  'overview, 30 days': overview(since(30)),
  'overview, 90 days': overview(since(90)),
  'overview, status': (store) => overviewStatus(store, WORKSPACE, NOW),
  ...Object.fromEntries(
    Object.entries(FILTERS).map(([name, query]) => [
      `overview, ${name}`,
      overview({ ...since(30), ...query }),
    ]),
  ),
  ...Object.fromEntries(Object.entries(FILTERS).map(([name, query]) => [`list, ${name}`, list(query)])),
  'list, by score': list({ order: 'score' }),
  'list, search for a user': list({ q: 'user-77' }),
  'list, search for a path': list({ q: '/page-3' }),
  ...Object.fromEntries(
    Object.entries(FILTERS).map(([name, query]) => [`histogram, ${name}`, histogram(query)]),
  ),
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

async function timeOf(request: Request, store: Store): Promise<number> {
  const begun = performance.now()
  await request(store)
  return performance.now() - begun
}

const few = await prepare(FEW)
const many = await prepare(MANY)
let slowest = 0
let widest = 0
for (const [name, request] of Object.entries(REQUESTS)) {
  const times: { few: number[]; many: number[] } = { few: [], many: [] }
  // Both sizes alternate, so that other load on the machine affects them equally.
  for (let round = 0; round < ROUNDS; round++) {
    times.few.push(await timeOf(request, few.store))
    times.many.push(await timeOf(request, many.store))
  }
  const [a, b] = [median(times.few), median(times.many)]
  slowest = Math.max(slowest, b)
  widest = Math.max(widest, b / a)
  console.log(
    `${name}: ${a.toFixed(1)} ms at ${FEW}, ${b.toFixed(1)} ms at ${MANY}, ratio ${(b / a).toFixed(2)}`,
  )
}
console.log(
  JSON.stringify({
    bench: 'dashboard',
    engine: ENGINE,
    slowest_ms: Math.round(slowest),
    highest_ratio: Number(widest.toFixed(2)),
  }),
)
await few.close()
await many.close()
await server?.stop()
