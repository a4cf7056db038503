import { type BackupRow, TABLES, type TableName, type Value } from '../backup/tables.ts'
import { unpackBands } from '../bands.ts'
import { bucketOf } from '../bucket.ts'
import { unpackId } from '../packed_id.ts'
import type { RawAnswer } from '../rows/survey.ts'
import { StoreRefused } from '../store.ts'
import { HOUR_MS } from '../terms.ts'
import { type Queries, withConnection } from './database.ts'
import { migrate } from './migrate.ts'
import { addToIndex } from './survey_writes.ts'
import { recountHour } from './terms.ts'
import { valueRows } from './values.ts'

const ROWS_AT_ONCE = 200

/** The column that the bucket is derived from. */
const BUCKETED: Partial<Record<TableName, string>> = {
  sessions: 'session_id',
  batches: 'session_id',
  reports: 'session_id',
  analyses: 'survey_id',
  later_analyses: 'survey_id',
  answers: 'survey_id',
  surveys: 'survey_id',
  questions: 'survey_id',
  question_samples: 'survey_id',
  question_references: 'survey_id',
  idempotency: 'key',
  devices: 'fingerprint_id',
  session_facts: 'session_id',
  session_marks: 'mark',
  labels: 'session_id',
  step_ups: 'session_id',
  audit: 'id',
  deliveries: 'id',
  uploads: 'id',
}

/** Fills an empty database from a backup in one transaction. */
export async function loadPostgres(url: string, rows: AsyncIterable<BackupRow>): Promise<void> {
  await migrate(url)
  await withConnection(url, async (queries) => {
    await queries.run('BEGIN')
    // No other node may write until the backup is loaded.
    await queries.run(`LOCK TABLE ${Object.keys(TABLES)} IN EXCLUSIVE MODE`)
    await refuseUnlessEmpty(queries)
    let waiting: Value[][] = []
    let current: TableName = 'workspaces'
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
    await queries.run(`ANALYZE ${Object.keys(TABLES)}, session_pages, session_tags`)
  })
}

/** Pages and counters are not part of a backup. */
async function rebuildTerms(queries: Queries): Promise<void> {
  const hours = await queries.rows<{ workspace: string; hour: number }>(
    `SELECT DISTINCT workspace, started_at / ${HOUR_MS} * ${HOUR_MS} AS hour FROM session_facts`,
  )
  for (const { workspace, hour } of hours) await recountHour(queries, workspace, hour)
}

async function refuseUnlessEmpty(queries: Queries): Promise<void> {
  for (const table of Object.keys(TABLES)) {
    if ((await queries.rows(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) {
      throw new StoreRefused('The database is not empty. Restore into an empty one.')
    }
  }
}

async function insert(queries: Queries, table: TableName, rows: readonly Value[][]): Promise<void> {
  if (table === 'answers') for (const row of rows) await insertAnswer(queries, named(table, row))
  else {
    await insertPlain(queries, table, rows)
    if (table === 'sessions') await insertTags(queries, rows)
  }
}

async function insertPlain(queries: Queries, table: TableName, rows: readonly Value[][]): Promise<void> {
  const columns: readonly string[] = TABLES[table]
  const source = BUCKETED[table]
  const bucketed = source ? rows.map((row) => [bucketFrom(row[columns.indexOf(source)]), ...row]) : rows
  const { text, values } = valueRows(bucketed)
  await queries.run(`INSERT INTO ${table} (${source ? 'bucket, ' : ''}${columns}) VALUES ${text}`, values)
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

async function insertAnswer(queries: Queries, row: Record<string, Value>): Promise<void> {
  const survey = String(row.survey_id)
  const raw = row as unknown as RawAnswer
  const place = [bucketOf(survey), String(row.workspace), survey, String(row.participant_id)] as const
  await addToIndex(queries, [...place], raw, unpackBands(raw.bands))
}

/** Session ids are packed; all other ids are text. */
function bucketFrom(value: Value | undefined): number {
  return bucketOf(value instanceof Uint8Array ? unpackId(value) : String(value))
}

function named(table: TableName, values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(TABLES[table].map((column, index) => [column, values[index] ?? null]))
}
