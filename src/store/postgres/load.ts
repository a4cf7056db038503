import {
  type BackupRow,
  BUCKET_FROM,
  bucketFrom,
  columnsOf,
  named,
  TABLE_NAMES,
  type Value,
} from '../backup/tables.ts'
import { StoreRefused } from '../errors.ts'
import { unpackMarks } from '../marks.ts'
import { addToIndex } from '../queries/survey_transactions.ts'
import { answers } from '../surveys.ts'
import { HOUR_MS } from '../terms.ts'
import { migrate } from './migrate.ts'
import { type Queries, withConnection } from './pool.ts'
import { drive } from './statement_runner.ts'
import { recountHours } from './terms.ts'
import { valueRows } from './values.ts'

const ROWS_AT_ONCE = 200

/** The same for tables that have no bucket on SQLite. */
const BUCKETED: Partial<Record<string, string>> = {
  sessions: 'session_id',
  batches: 'session_id',
  reports: 'session_id',
  session_facts: 'session_id',
  labels: 'session_id',
}

/** Fills an empty database from a backup in one transaction. */
export async function loadPostgres(url: string, rows: AsyncIterable<BackupRow>): Promise<void> {
  await migrate(url)
  await withConnection(url, async (queries) => {
    await queries.run('BEGIN')
    // No other node may write until the backup is loaded.
    await queries.run(`LOCK TABLE ${TABLE_NAMES} IN EXCLUSIVE MODE`)
    await refuseUnlessEmpty(queries)
    let waiting: Value[][] = []
    let current = ''
    const flush = async () => {
      if (waiting.length > 0) await insert(queries, current, waiting)
      waiting = []
    }
    for await (const { table, values } of rows) {
      if (table !== current || waiting.length === ROWS_AT_ONCE) await flush()
      current = table
      waiting.push([...values])
    }
    await flush()
    await rebuildTerms(queries)
    await queries.run('COMMIT')
    // The planner would otherwise choose slow plans until autovacuum has counted the rows.
    await queries.run(`ANALYZE ${TABLE_NAMES}, session_pages, session_tags`)
  })
}

/** Pages and counters are not part of a backup. */
async function rebuildTerms(queries: Queries): Promise<void> {
  const hours = await queries.rows<{ workspace: string; hour: number }>(
    `SELECT DISTINCT workspace, started_at / ${HOUR_MS} * ${HOUR_MS} AS hour FROM session_facts`,
  )
  for (const [workspace, found] of Map.groupBy(hours, (row) => row.workspace)) {
    await recountHours(
      queries,
      workspace,
      found.map(({ hour }) => hour),
    )
  }
}

async function refuseUnlessEmpty(queries: Queries): Promise<void> {
  for (const table of TABLE_NAMES) {
    if ((await queries.rows(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) {
      throw new StoreRefused('The database is not empty. Restore into an empty one.')
    }
  }
}

async function insert(queries: Queries, table: string, rows: readonly Value[][]): Promise<void> {
  if (table === 'answers')
    for (const row of rows) await drive(queries, addToIndex(answers.row(named(table, row))))
  else if (table === 'session_marks') await insertMarks(queries, rows)
  else {
    await insertPlain(queries, table, rows)
    if (table === 'sessions') await insertTags(queries, rows)
  }
}

async function insertPlain(queries: Queries, table: string, rows: readonly Value[][]): Promise<void> {
  const columns = columnsOf(table)
  const source = BUCKET_FROM.get(table) ?? BUCKETED[table]
  const bucketed = source ? rows.map((row) => [bucketFrom(row[columns.indexOf(source)]), ...row]) : rows
  const { text, values } = valueRows(bucketed)
  await queries.run(`INSERT INTO ${table} (${source ? 'bucket, ' : ''}${columns}) VALUES ${text}`, values)
}

async function insertMarks(queries: Queries, rows: readonly Value[][]): Promise<void> {
  const { text, values } = valueRows(
    rows.map(([workspace = null, id = null, marks]) => [
      bucketFrom(id),
      workspace,
      id,
      unpackMarks(marks as Uint8Array),
    ]),
    ['smallint', 'text', 'bytea', 'integer[]'],
  )
  await queries.run(`INSERT INTO session_marks (bucket, workspace, session_id, marks) VALUES ${text}`, values)
}

async function insertTags(queries: Queries, rows: readonly Value[][]): Promise<void> {
  const tags = rows.flatMap((row) => {
    const { workspace = null, session_id = null, started_at = null, tags: list } = named('sessions', row)
    const bucket = bucketFrom(session_id)
    return (JSON.parse(String(list)) as string[]).map((tag) => [
      bucket,
      workspace,
      session_id,
      tag,
      started_at,
    ])
  })
  if (tags.length === 0) return
  const { text, values } = valueRows(tags)
  await queries.run(
    `INSERT INTO session_tags (bucket, workspace, session_id, tag, started_at) VALUES ${text}`,
    values,
  )
}
