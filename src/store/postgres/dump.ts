import { type BackupRow, columnsOf, TABLE_NAMES, type Value } from '../backup/tables.ts'
import { packMarks } from '../marks.ts'
import { type Queries, withConnection } from './pool.ts'

const ROWS_AT_ONCE = 500

/** The order of these rows is significant. */
const ORDER: Partial<Record<string, string>> = { analyses: 'ORDER BY no', answers: 'ORDER BY no' }

/** Streams every row to `write`, in one snapshot: it does not block writers. */
export async function dumpPostgres(
  url: string,
  write: (rows: AsyncGenerator<BackupRow>) => Promise<void>,
): Promise<void> {
  await withConnection(url, async (queries) => {
    await queries.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await write(everyRow(queries))
  })
}

async function* everyRow(queries: Queries): AsyncGenerator<BackupRow> {
  for (const table of TABLE_NAMES) {
    const columns = columnsOf(table)
    await queries.run(
      `DECLARE everything NO SCROLL CURSOR FOR SELECT ${columns} FROM ${table} ${ORDER[table] ?? ''}`,
    )
    for (;;) {
      const rows = await queries.rows<Record<string, Value | number[]>>(
        `FETCH ${ROWS_AT_ONCE} FROM everything`,
      )
      if (rows.length === 0) break
      for (const row of rows) yield { table, values: columns.map((column) => plainValue(row[column])) }
    }
    await queries.run('CLOSE everything')
  }
}

/** The only arrays are marks. */
const plainValue = (value: Value | number[] | undefined): Value =>
  Array.isArray(value) ? packMarks(value) : (value ?? null)
