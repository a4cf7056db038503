import type { Database } from 'better-sqlite3'
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
import { openForWriting } from './connection.ts'
import { prepareFolder } from './data_folder.ts'
import { lockFolder } from './lock.ts'
import { markStatements } from './mark_writes.ts'
import { migrate } from './migrate.ts'
import { drive, statementExecutor } from './statement_writes.ts'
import { termStatements } from './term_writes.ts'

/** Fills an empty folder from a backup in one transaction. */
export async function loadSqlite(folder: string, rows: AsyncIterable<BackupRow>): Promise<void> {
  prepareFolder(folder, () => {})
  const lock = lockFolder(folder)
  try {
    const db = openForWriting(folder)
    try {
      migrate(db)
      db.exec('BEGIN IMMEDIATE')
      refuseUnlessEmpty(db, folder)
      const load = loaders(db)
      for await (const { table, values } of rows) load.get(table)?.(values)
      rebuildTerms(db)
      db.exec('COMMIT')
    } finally {
      db.close()
    }
  } finally {
    lock.release()
  }
}

function refuseUnlessEmpty(db: Database, folder: string): void {
  for (const table of TABLE_NAMES) {
    if (db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()) {
      throw new StoreRefused(`The data folder ${folder} is not empty. Restore into an empty one.`)
    }
  }
}

/** Pages and counters are not part of a backup. */
function rebuildTerms(db: Database): void {
  const { recountHours } = termStatements(db)
  const hours = db
    .prepare<[], { workspace: string; hour: number }>(
      `SELECT DISTINCT workspace, started_at / ${HOUR_MS} * ${HOUR_MS} AS hour FROM session_facts`,
    )
    .all()
  for (const [workspace, found] of Map.groupBy(hours, (row) => row.workspace)) {
    recountHours(
      workspace,
      found.map(({ hour }) => hour),
    )
  }
}

type Load = (values: readonly Value[]) => void

function loaders(db: Database): ReadonlyMap<string, Load> {
  const plain = (table: string, columns = columnsOf(table)) => {
    const statement = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
    return (values: readonly Value[]) => Number(statement.run(...values).lastInsertRowid)
  }
  const bucketed = (table: string, source: string): Load => {
    const columns = columnsOf(table)
    const insert = plain(table, ['bucket', ...columns])
    return (values) => insert([bucketFrom(values[columns.indexOf(source)]), ...values])
  }
  const session = plain('sessions')
  const tag = db.prepare(
    'INSERT INTO session_tags (workspace, tag, started_at, session_id, session) VALUES (?, ?, ?, ?, ?)',
  )
  const sessionNo = db.prepare<[Value, Value], number>(
    'SELECT no FROM sessions WHERE workspace = ? AND session_id = ?',
  )
  const batch = plain('batches', ['session', ...columnsOf('batches').slice(2)])
  const report = plain('reports', ['session', ...columnsOf('reports').slice(2)])
  const { addMarks } = markStatements(db)
  const execute = statementExecutor(db)
  const owner = (no: number | undefined): number => {
    if (no === undefined) throw new StoreRefused('The backup contains a row whose session is missing.')
    return no
  }
  const own: Readonly<Record<string, Load>> = {
    sessions(values) {
      const no = session(values)
      const { workspace, session_id, started_at, tags } = named('sessions', values)
      for (const name of JSON.parse(String(tags))) tag.run(workspace, name, started_at, session_id, no)
    },
    batches: ([workspace = null, id = null, ...rest]) =>
      void batch([owner(sessionNo.pluck().get(workspace, id)), ...rest]),
    reports: ([workspace = null, id = null, ...rest]) =>
      void report([owner(sessionNo.pluck().get(workspace, id)), ...rest]),
    session_marks([workspace = null, id = null, marks = null]) {
      addMarks(owner(sessionNo.pluck().get(workspace, id)), unpackMarks(marks as Uint8Array))
    },
    answers: (values) => drive(execute, addToIndex(answers.row(named('answers', values)))),
  }
  return new Map(
    TABLE_NAMES.map((table) => {
      const source = BUCKET_FROM.get(table)
      return [table, own[table] ?? (source ? bucketed(table, source) : plain(table))]
    }),
  )
}
