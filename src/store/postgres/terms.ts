/** Keeps pages and counters in step with facts and labels, in the transaction that changes them. */

import type { SessionKey } from '../sessions.ts'
import {
  COUNTER_COLUMNS,
  COUNTER_KEY,
  type Counted,
  type Counter,
  type CounterQuery,
  type CounterSum,
  containing,
  counterChanges,
  DIMENSIONS,
  HOUR_MS,
  hoursOf,
  isFalling,
  pagesOf,
  type Span,
  stretchesOf,
  termChanges,
  unpackTerms,
} from '../terms.ts'
import { bucketOf } from '../values/bucket.ts'
import { unpackId } from '../values/packed_id.ts'
import type { Database } from './database.ts'
import { LONG, LONG_MS, type Queries, type Value } from './pool.ts'
import { KEY_IS, keyIs, primaryKey, sameKey } from './session_key.ts'
import { valueRows } from './values.ts'

/** Writers of one workspace wait for each other only within a part. */
const COUNT_PARTS = 2
const partOf = (sessionId: string): number => bucketOf(sessionId) % COUNT_PARTS
const KEY = COUNTER_KEY.map((name) => (name === 'at' ? 'hour' : name))
const keyColumn = (change: Counter, name: (typeof COUNTER_KEY)[number]) =>
  name === 'at' ? hourNumber(change.at) : change[name]
/** The first whole hour from a time on, counted since 1970. */
const hourNumber = (at: number): number => Math.ceil(at / HOUR_MS)
/** PostgreSQL accepts 65,535 parameters in a statement. */
const ROWS_AT_ONCE = 2_000

interface RawCounted {
  session_id: Buffer
  started_at: number
  action: string | null
  terms: string | null
  label: string | null
  tags: string
}

export interface CountedSession {
  readonly sessionId: string
  readonly startedAt: number
  readonly tags: readonly string[]
  readonly label: string | null
  /** Null: not scored yet. */
  readonly counted: Counted | null
}

export async function countedSession(queries: Queries, key: SessionKey): Promise<CountedSession | null> {
  const [session] = await countedSessions(queries, keyIs('s'), primaryKey(key))
  return session ?? null
}

/** The caller has locked the rows of these sessions, `s`. */
export async function countedSessions(
  queries: Queries,
  where: string,
  values: readonly Value[],
): Promise<CountedSession[]> {
  const raws = await queries.rows<RawCounted>(
    `SELECT s.session_id, s.started_at, s.tags, f.action, f.terms, l.label FROM sessions s
     LEFT JOIN session_facts f ON ${sameKey('f', 's')} LEFT JOIN labels l ON ${sameKey('l', 's')} WHERE ${where}`,
    values,
  )
  return raws.map((raw) => ({
    sessionId: unpackId(raw.session_id),
    startedAt: raw.started_at,
    label: raw.label,
    tags: JSON.parse(raw.tags),
    counted: countedOf(raw),
  }))
}

function countedOf({ started_at, action, terms, label }: RawCounted): Counted | null {
  if (action === null || terms === null) return null
  return { startedAt: started_at, action, label, terms: unpackTerms(terms) }
}

/** The last statements of a transaction: they lock counters that others wait for. */
export async function saveTerms(
  queries: Queries,
  key: SessionKey,
  before: Counted | null,
  after: Counted | null,
): Promise<void> {
  const { lost, gained, counters } = termChanges(before, after)
  if (lost.length > 0) {
    await queries.run(`DELETE FROM session_pages WHERE ${KEY_IS} AND page = ANY ($4::text[])`, [
      ...primaryKey(key),
      lost,
    ])
  }
  const startedAt = after?.startedAt ?? 0
  await addPages(
    queries,
    gained.map((page) => [...primaryKey(key), page, startedAt]),
  )
  await applyChanges(queries, key.workspace, partOf(key.sessionId), counters)
}

/** Counters without erased sessions, of one workspace. Also the last statements of a transaction. */
export async function uncount(queries: Queries, workspace: string, erased: readonly CountedSession[]) {
  // All transactions lock the parts in this order.
  for (let part = 0; part < COUNT_PARTS; part++) {
    const ofPart = erased.filter(({ sessionId }) => partOf(sessionId) === part)
    const changes = counterChanges(ofPart.map(({ counted }) => [counted, -1]))
    await applyChanges(queries, workspace, part, changes)
  }
}

function addPages(queries: Queries, rows: readonly (readonly Value[])[]): Promise<void> {
  return insert(queries, rows, (text) => {
    return `INSERT INTO session_pages (bucket, workspace, session_id, page, started_at) VALUES ${text}
      ON CONFLICT (bucket, workspace, session_id, page) DO NOTHING`
  })
}

async function insert(
  queries: Queries,
  rows: readonly (readonly Value[])[],
  statement: (values: string) => string,
): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const { text, values } = valueRows(rows.slice(first, first + ROWS_AT_ONCE))
    await queries.run(statement(text), values)
  }
}

async function applyChanges(
  queries: Queries,
  workspace: string,
  part: number,
  changes: readonly Counter[],
): Promise<void> {
  await addCounters(queries, workspace, part, changes)
  const falling = changes.filter(isFalling)
  if (falling.length === 0) return
  await queries.run(
    `DELETE FROM session_counts c USING unnest($4::smallint[], $5::text[], $6::integer[], $7::text[], $8::text[])
       AS k (${KEY})
     WHERE c.bucket = $1 AND c.workspace = $2 AND c.part = $3 AND ${KEY.map((name) => `c.${name} = k.${name}`).join(' AND ')}
       AND ${COUNTER_COLUMNS.map((name) => `c.${name}`).join(' + ')} = 0`,
    [
      bucketOf(workspace),
      workspace,
      part,
      ...COUNTER_KEY.map((name) => falling.map((change) => keyColumn(change, name))),
    ],
  )
}

function addCounters(
  queries: Queries,
  workspace: string,
  part: number,
  changes: readonly Counter[],
): Promise<void> {
  const rows = changes.map((change) => [
    bucketOf(workspace),
    workspace,
    part,
    ...COUNTER_KEY.map((name) => keyColumn(change, name)),
    ...COUNTER_COLUMNS.map((column) => change[column]),
  ])
  return insert(queries, rows, (text) => {
    return `INSERT INTO session_counts (bucket, workspace, part, ${KEY}, ${COUNTER_COLUMNS}) VALUES ${text}
      ON CONFLICT (bucket, workspace, ${KEY}, part) DO UPDATE
        SET ${COUNTER_COLUMNS.map((column) => `${column} = session_counts.${column} + excluded.${column}`)}`
  })
}

export function counted(db: Database, query: CounterQuery): Promise<CounterSum[]> {
  const { workspace, dimensions, values, by } = query
  const stretches = stretchesOf(query, query.barMs)
  const sums = COUNTER_COLUMNS.map((column) => `sum(c.${column})::bigint AS ${column}`)
  // A list of dimensions in one condition, or a join, may read all counters of a workspace: the dimension is before the
  // time in the key. OFFSET keeps the planner from making a join of this.
  return db.rows<CounterSum>(
    `SELECT c.dimension, ${by === 'at' ? `c.hour::bigint * ${HOUR_MS}` : 'c.value'} AS key, c.label, ${sums}
     FROM unnest($4::smallint[], $5::bigint[], $6::bigint[]) AS s (span, first, past)
     CROSS JOIN unnest($3::text[]) AS d (dimension)
     CROSS JOIN LATERAL (SELECT * FROM session_counts c
       WHERE c.bucket = $1 AND c.workspace = $2 AND c.span = s.span AND c.dimension = d.dimension
         AND c.hour >= s.first AND c.hour < s.past ${values === undefined ? '' : 'AND c.value = ANY ($7::text[])'}
       OFFSET 0) c
     GROUP BY 1, 2, 3`,
    [
      bucketOf(workspace),
      workspace,
      dimensions,
      stretches.map(({ span }) => span),
      stretches.map(({ from }) => hourNumber(from)),
      stretches.map(({ to }) => hourNumber(to)),
      ...(values === undefined ? [] : [values]),
    ],
  )
}

/** Also rebuilds the longer counters that contain these hours. In the transaction of the caller. Returns the number of sessions. */
export async function recountHours(
  queries: Queries,
  workspace: string,
  hours: readonly number[],
): Promise<number> {
  // Writers change facts first and counters last: none of them is between both after this.
  await queries.run('LOCK TABLE session_counts IN SHARE ROW EXCLUSIVE MODE')
  let sessions = 0
  for (const hour of hours) sessions += await recountHour(queries, workspace, hour)
  for (const { span, from, to, shorter } of containing(hours)) {
    await clear(queries, workspace, span, from)
    for (const dimension of DIMENSIONS) {
      await queries.run(
        `INSERT INTO session_counts (bucket, workspace, part, ${KEY}, ${COUNTER_COLUMNS})
         SELECT bucket, workspace, part, $3::smallint, dimension, $4::integer, value, label,
           ${COUNTER_COLUMNS.map((column) => `sum(${column})`)}
         FROM session_counts
         WHERE bucket = $1 AND workspace = $2 AND span = $5 AND dimension = $6 AND hour >= $4 AND hour < $7
         GROUP BY bucket, workspace, part, dimension, value, label`,
        [bucketOf(workspace), workspace, span, hourNumber(from), shorter, dimension, hourNumber(to)],
      )
    }
  }
  return sessions
}

/** One dimension at a time, because it is before the time in the key. */
async function clear(queries: Queries, workspace: string, span: Span, at: number): Promise<void> {
  for (const dimension of DIMENSIONS) {
    await queries.run(
      `DELETE FROM session_counts
       WHERE bucket = $1 AND workspace = $2 AND span = $3 AND dimension = $4 AND hour = $5`,
      [bucketOf(workspace), workspace, span, dimension, hourNumber(at)],
    )
  }
}

async function recountHour(queries: Queries, workspace: string, hour: number): Promise<number> {
  await clear(queries, workspace, 1, hour)
  const raws = await queries.rows<RawCounted>(
    `SELECT f.session_id, f.started_at, f.action, f.terms, l.label FROM session_facts f
     LEFT JOIN labels l USING (bucket, workspace, session_id)
     WHERE f.workspace = $1 AND f.started_at >= $2 AND f.started_at < $3`,
    [workspace, hour, hour + HOUR_MS],
  )
  for (const [part, ofPart] of Map.groupBy(raws, ({ session_id }) => partOf(unpackId(session_id)))) {
    const changes = ofPart.map((raw) => [countedOf(raw), 1] as const)
    await addCounters(queries, workspace, part, counterChanges(changes, [1]))
  }
  await addPages(
    queries,
    raws.flatMap((raw) => {
      const place = primaryKey({ workspace, sessionId: unpackId(raw.session_id) })
      return pagesOf(countedOf(raw)).map((page) => [...place, page, raw.started_at])
    }),
  )
  return raws.length
}

export async function recount(db: Database, workspace: string, from: number, to: number): Promise<number> {
  let sessions = 0
  for (const hour of hoursOf({ from, to })) {
    sessions += await db.transaction(async (queries) => {
      await queries.run(`SET LOCAL statement_timeout = ${LONG_MS}`)
      return recountHours(queries, workspace, [hour])
    }, LONG)
  }
  return sessions
}
