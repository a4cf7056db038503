import { type BackupRow, columnsOf, TABLE_NAMES, type Value } from '../backup/tables.ts'
import { openForReading } from './connection.ts'

/** Tables whose rows take their key from another table, or need an order. */
const SOURCES: Partial<Record<string, string>> = {
  batches: 'batches t JOIN sessions s ON s.no = t.session ORDER BY t.session, t.rowid',
  reports: 'reports t JOIN sessions s ON s.no = t.session ORDER BY t.session',
  answers: 'answers t ORDER BY t.no',
  analyses: 'analyses t ORDER BY t.no',
  sessions: 'sessions t ORDER BY t.no',
  session_marks: 'session_marks t JOIN sessions s ON s.no = t.session ORDER BY t.session',
}
const FROM_OWNER = new Set(['workspace', 'session_id', 'started_at'])

/** Every row, in one snapshot on a separate connection: it does not block writers. */
export function* dumpSqlite(folder: string): Generator<BackupRow> {
  const db = openForReading(folder)
  try {
    db.exec('BEGIN')
    for (const table of TABLE_NAMES) {
      const source = SOURCES[table] ?? `${table} t`
      const joined = source.includes(' JOIN ')
      const columns = columnsOf(table).map((name) => `${joined && FROM_OWNER.has(name) ? 's' : 't'}.${name}`)
      const rows = db.prepare<[], Value[]>(`SELECT ${columns} FROM ${source}`).raw()
      for (const values of rows.iterate()) yield { table, values }
    }
  } finally {
    db.close()
  }
}
