import type { Database } from 'better-sqlite3'
import { type BackupRow, TABLES, type TableName, type Value } from '../backup/tables.ts'
import { bandKeys, unpackBands } from '../bands.ts'
import { StoreRefused } from '../store.ts'
import { HOUR_MS } from '../terms.ts'
import { openForWriting } from './connection.ts'
import { prepareFolder } from './data_folder.ts'
import { lockFolder } from './lock.ts'
import { markStatements } from './mark_writes.ts'
import { migrate } from './migrate.ts'
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
      for await (const { table, values } of rows) load[table](values)
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
  for (const table of Object.keys(TABLES)) {
    if (db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()) {
      throw new StoreRefused(`The data folder ${folder} is not empty. Restore into an empty one.`)
    }
  }
}

/** Pages and counters are not part of a backup. */
function rebuildTerms(db: Database): void {
  const { recountHour } = termStatements(db)
  const hours = db
    .prepare<[], { workspace: string; hour: number }>(
      `SELECT DISTINCT workspace, started_at / ${HOUR_MS} * ${HOUR_MS} AS hour FROM session_facts`,
    )
    .all()
  for (const { workspace, hour } of hours) recountHour(workspace, hour)
}

type Load = (values: readonly Value[]) => void

function loaders(db: Database): Record<TableName, Load> {
  const plain = (table: TableName, columns: readonly string[] = TABLES[table]) => {
    const statement = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
    return (values: readonly Value[]) => Number(statement.run(...values).lastInsertRowid)
  }
  const all = Object.fromEntries(
    (Object.keys(TABLES) as TableName[])
      .filter(isPlain)
      .map((table): [TableName, Load] => [table, plain(table)]),
  ) as Record<TableName, Load>
  const session = plain('sessions')
  const tag = db.prepare(
    'INSERT INTO session_tags (workspace, tag, started_at, session_id, session) VALUES (?, ?, ?, ?, ?)',
  )
  const sessionNo = db.prepare<[Value, Value], number>(
    'SELECT no FROM sessions WHERE workspace = ? AND session_id = ?',
  )
  const analysisNo = db.prepare<[Value, Value, Value], number>(
    'SELECT no FROM analyses WHERE workspace = ? AND survey_id = ? AND participant_id = ?',
  )
  const batch = plain('batches', ['session', ...TABLES.batches.slice(2)])
  const report = plain('reports', ['session', ...TABLES.reports.slice(2)])
  const answer = plain('answers', ['analysis', ...TABLES.answers.slice(3)])
  const { saveMarks } = markStatements(db)
  const band = db.prepare('INSERT INTO bands (band, answer) VALUES (?, ?)')
  const owner = (no: number | undefined): number => {
    if (no === undefined)
      throw new StoreRefused('The backup contains a row whose session or analysis is missing.')
    return no
  }
  return {
    ...all,
    sessions(values) {
      const no = session(values)
      const { workspace, session_id, started_at, tags } = named('sessions', values)
      for (const one of JSON.parse(String(tags))) tag.run(workspace, one, started_at, session_id, no)
    },
    batches: ([workspace = null, id = null, ...rest]) =>
      void batch([owner(sessionNo.pluck().get(workspace, id)), ...rest]),
    reports: ([workspace = null, id = null, ...rest]) =>
      void report([owner(sessionNo.pluck().get(workspace, id)), ...rest]),
    session_marks([workspace = null, mark = null, id = null]) {
      saveMarks(String(workspace), owner(sessionNo.pluck().get(workspace, id)), [Number(mark)])
    },
    answers([workspace = null, survey = null, participant = null, ...rest]) {
      const no = answer([owner(analysisNo.pluck().get(workspace, survey, participant)), ...rest])
      const [question, , , bands] = rest
      const place = { workspace: String(workspace), surveyId: String(survey), questionId: String(question) }
      for (const key of bandKeys(place, unpackBands(bands as Buffer))) band.run(key, no)
    },
  }
}

const OWNED = new Set<TableName>(['sessions', 'batches', 'reports', 'answers', 'session_marks'])
const isPlain = (table: TableName): boolean => !OWNED.has(table)

function named(table: TableName, values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(TABLES[table].map((column, index) => [column, values[index] ?? null]))
}
