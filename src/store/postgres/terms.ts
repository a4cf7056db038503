/** Keeps terms and counters in step with facts and labels, in the transaction that changes them. */
import { bucketOf } from '../bucket.ts'
import {
  capChanges,
  capCounts,
  cappedGroups,
  type HeldCounter,
  isCapped,
  MAX_VALUES,
} from '../counter_cap.ts'
import { unpackId } from '../packed_id.ts'
import type { SessionKey } from '../sessions.ts'
import {
  type CountChange,
  type Counted,
  type CountedQuery,
  type CountedRow,
  changesBetween,
  DIMENSIONS,
  HOUR_MS,
  hourCounts,
  inKeyOrder,
  isListed,
  labelTerm,
  type RecountStep,
  recountSteps,
  startsOf,
  termMoves,
  unpackTerms,
} from '../terms.ts'
import { type Database, LONG, LONG_MS, type Queries } from './database.ts'
import { KEY_IS, primaryKey } from './session_key.ts'
import { valueRows } from './values.ts'

/** Writers of one workspace wait for each other only within a bucket. */
const COUNT_BUCKETS = 2
const ALL_COUNT_BUCKETS = Array.from({ length: COUNT_BUCKETS }, (_, bucket) => BigInt(bucket))
const COUNT_KEY = ['bucket', 'workspace', 'span', 'dimension', 'at', 'value', 'kind'] as const
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
  readonly startedAt: number
  readonly tags: readonly string[]
  readonly label: string | null
  /** Null: not scored yet. */
  readonly counted: Counted | null
}

/** The caller has locked the session's row. */
export async function countedSession(queries: Queries, key: SessionKey): Promise<CountedSession | null> {
  const [raw] = await queries.rows<RawCounted>(
    `SELECT s.session_id, s.started_at, s.tags, f.action, f.terms, l.label FROM sessions s
     LEFT JOIN session_facts f USING (bucket, workspace, session_id)
     LEFT JOIN labels l USING (bucket, workspace, session_id)
     WHERE s.bucket = $1 AND s.workspace = $2 AND s.session_id = $3`,
    primaryKey(key),
  )
  if (!raw) return null
  const { started_at: startedAt, label } = raw
  return { startedAt, label, tags: JSON.parse(raw.tags), counted: countedOf(raw) }
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
  const { lost, gained } = termMoves(before, after)
  if (lost.length > 0) await dropTerms(queries, key, lost)
  if (after !== null) await addTerms(queries, key, after.startedAt, gained)
  await applyChanges(queries, key, changesBetween(before, after))
}

async function addTerms(
  queries: Queries,
  key: SessionKey,
  startedAt: number,
  terms: readonly string[],
): Promise<void> {
  if (terms.length === 0) return
  const place = primaryKey(key)
  const { text, values } = valueRows(terms.map((one) => [...place, one, startedAt]))
  await queries.run(
    `INSERT INTO session_terms (bucket, workspace, session_id, term, started_at) VALUES ${text}
     ON CONFLICT (bucket, workspace, session_id, term) DO NOTHING`,
    values,
  )
}

const dropTerms = (queries: Queries, key: SessionKey, terms: readonly string[]) =>
  queries.run(`DELETE FROM session_terms WHERE ${KEY_IS} AND term = ANY ($4::text[])`, [
    ...primaryKey(key),
    terms,
  ])

export async function saveLabelTerm(
  queries: Queries,
  key: SessionKey,
  startedAt: number,
  label: 'person' | 'bot' | null,
): Promise<void> {
  await dropTerms(queries, key, [labelTerm('person'), labelTerm('bot')])
  if (label !== null) await addTerms(queries, key, startedAt, [labelTerm(label)])
}

async function applyChanges(
  queries: Queries,
  { workspace, sessionId }: SessionKey,
  given: readonly CountChange[],
): Promise<void> {
  const bucket = bucketOf(sessionId) % COUNT_BUCKETS
  const changes = await capped(queries, bucket, workspace, given)
  await addCounts(queries, bucket, workspace, changes)
  const falling = changes.filter(({ change }) => change < 0)
  if (falling.length === 0) return
  const column = <Name extends keyof CountChange>(name: Name) => falling.map((change) => change[name])
  await queries.run(
    `DELETE FROM session_counts c USING unnest($3::smallint[], $4::text[], $5::bigint[], $6::text[], $7::smallint[])
       AS k (span, dimension, at, value, kind)
     WHERE c.bucket = $1 AND c.workspace = $2 AND c.span = k.span AND c.dimension = k.dimension AND c.at = k.at
       AND c.value = k.value AND c.kind = k.kind AND c.count <= 0`,
    [bucket, workspace, column('span'), column('dimension'), column('at'), column('value'), column('kind')],
  )
}

async function addCounts(
  queries: Queries,
  bucket: number,
  workspace: string,
  changes: readonly CountChange[],
): Promise<void> {
  const rows = changes.map(({ span, dimension, at, value, kind, change }) => [
    ...[bucket, workspace, span, dimension, at, value, kind],
    change,
  ])
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const { text, values } = valueRows(rows.slice(first, first + ROWS_AT_ONCE))
    await queries.run(
      `INSERT INTO session_counts (${COUNT_KEY}, count) VALUES ${text}
       ON CONFLICT (${COUNT_KEY}) DO UPDATE SET count = session_counts.count + excluded.count`,
      values,
    )
  }
}

interface RawHeld extends HeldCounter {
  /** Index of the group. */
  group: number
  values: number
}

/** Concurrent writers may admit a few values more than the maximum. */
async function capped(
  queries: Queries,
  bucket: number,
  workspace: string,
  given: readonly CountChange[],
): Promise<readonly CountChange[]> {
  const groups = cappedGroups(given)
  if (groups.length === 0) return given
  const ofGroup = (alias: string) =>
    `${alias}.bucket = $1 AND ${alias}.workspace = $2 AND ${alias}.span = g.span
     AND ${alias}.dimension = g.dimension AND ${alias}.at = g.at`
  const held = await queries.rows<RawHeld>(
    `SELECT g.no - 1 AS group, n.values, c.value, c.kind, c.count
     FROM unnest($3::smallint[], $4::text[], $5::bigint[]) WITH ORDINALITY AS g (span, dimension, at, no)
     CROSS JOIN LATERAL (SELECT count(*) AS values FROM (SELECT DISTINCT d.value FROM session_counts d
       WHERE ${ofGroup('d')} LIMIT ${MAX_VALUES}) x) n
     LEFT JOIN session_counts c ON ${ofGroup('c')} AND c.value = ANY ($6::text[])`,
    [
      bucket,
      workspace,
      groups.map(({ span }) => span),
      groups.map(({ dimension }) => dimension),
      groups.map(({ at }) => at),
      [...new Set(groups.flatMap(({ changes }) => changes.map(({ value }) => value)))],
    ],
  )
  const byGroup = Map.groupBy(held, ({ group }) => group)
  const ofGroups = groups.flatMap((group, index) => {
    const rows = byGroup.get(index) ?? []
    const counters = rows.filter(({ value }) => value !== null)
    return capChanges(group, { values: rows[0]?.values ?? 0, counters })
  })
  return inKeyOrder([...given.filter(({ dimension }) => !isCapped(dimension)), ...ofGroups])
}

export function counted(db: Database, query: CountedQuery): Promise<CountedRow[]> {
  const { workspace, span, dimension, values, from, to, by } = query
  // One value is sought in each period. Several are as fast to filter, because dimensions of ranges have few values.
  const isSought = values?.length === 1
  const where = isSought ? 'at = ANY ($5::bigint[])' : 'at >= $5 AND at < $6'
  const only = values === undefined ? '' : `AND value = ANY ($${isSought ? 6 : 7}::text[])`
  return db.rows<CountedRow>(
    `SELECT ${by} AS key, kind, sum(count)::bigint AS count FROM session_counts
     WHERE bucket = ANY ($1::smallint[]) AND workspace = $2 AND span = $3 AND dimension = $4 AND ${where} ${only}
     GROUP BY 1, 2`,
    [
      ALL_COUNT_BUCKETS,
      workspace,
      span,
      dimension,
      ...(isSought ? [startsOf(query)] : [from, to]),
      ...(values === undefined ? [] : [values]),
    ],
  )
}

/** In the transaction of the caller. Returns the number of sessions if the step is an hour. */
export async function recountStep(
  queries: Queries,
  workspace: string,
  { span, at }: RecountStep,
): Promise<number> {
  const end = at + span * HOUR_MS
  // Writers change facts first and counters last: none of them is between both after this.
  await queries.run('LOCK TABLE session_counts IN SHARE ROW EXCLUSIVE MODE')
  await queries.run(
    `DELETE FROM session_counts WHERE bucket = ANY ($1::smallint[]) AND workspace = $2 AND span = $3
       AND dimension = ANY ($4::text[]) AND at = $5`,
    [ALL_COUNT_BUCKETS, workspace, span, DIMENSIONS, at],
  )
  if (span !== 1) {
    const sums = await queries.rows<CountChange & { bucket: number }>(
      `SELECT bucket, dimension, value, kind, sum(count)::bigint AS change FROM session_counts
       WHERE bucket = ANY ($1::smallint[]) AND workspace = $2 AND span = 1 AND dimension = ANY ($3::text[])
         AND at >= $4 AND at < $5 GROUP BY 1, 2, 3, 4`,
      [ALL_COUNT_BUCKETS, workspace, DIMENSIONS, at, end],
    )
    for (const [bucket, ofBucket] of Map.groupBy(sums, (sum) => sum.bucket)) {
      await addCounts(queries, bucket, workspace, capCounts(ofBucket.map((sum) => ({ ...sum, span, at }))))
    }
    return 0
  }
  const raws = await queries.rows<RawCounted>(
    `SELECT f.session_id, f.started_at, f.action, f.terms, l.label FROM session_facts f
     LEFT JOIN labels l USING (bucket, workspace, session_id)
     WHERE f.workspace = $1 AND f.started_at >= $2 AND f.started_at < $3`,
    [workspace, at, end],
  )
  for (const [bucket, ofBucket] of Map.groupBy(raws, countBucketOf)) {
    const counted = ofBucket.map(countedOf).filter((one) => one !== null)
    await addCounts(queries, bucket, workspace, capCounts(hourCounts(counted)))
  }
  const rows = raws.flatMap((raw) => {
    const place = primaryKey({ workspace, sessionId: unpackId(raw.session_id) })
    return (countedOf(raw)?.terms ?? []).filter(isListed).map((one) => [...place, one, raw.started_at])
  })
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const { text, values } = valueRows(rows.slice(first, first + ROWS_AT_ONCE))
    await queries.run(
      `INSERT INTO session_terms (bucket, workspace, session_id, term, started_at) VALUES ${text}
       ON CONFLICT (bucket, workspace, session_id, term) DO NOTHING`,
      values,
    )
  }
  return raws.length
}

const countBucketOf = ({ session_id }: RawCounted): number => bucketOf(unpackId(session_id)) % COUNT_BUCKETS

export async function recount(db: Database, workspace: string, from: number, to: number): Promise<number> {
  let sessions = 0
  for (const step of recountSteps(startsOf({ span: 1, from, to }))) {
    sessions += await db.transaction(async (queries) => {
      await queries.run(`SET LOCAL statement_timeout = ${LONG_MS}`)
      return recountStep(queries, workspace, step)
    }, LONG)
  }
  return sessions
}
