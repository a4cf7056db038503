/**
 * Migrates a database by the steps of this program and a slow one: the process is killed in the middle.
 * `node migrate_steps.ts <url of PostgreSQL | folder of SQLite>`
 */
import Sqlite from 'better-sqlite3'
import { migrate as migratePostgres } from '../../src/store/postgres/migrate.ts'
import { STEPS as POSTGRES_STEPS } from '../../src/store/postgres/migrations/steps.ts'
import { databaseFile } from '../../src/store/sqlite/connection.ts'
import { migrate as migrateSqlite } from '../../src/store/sqlite/migrate.ts'
import { STEPS as SQLITE_STEPS } from '../../src/store/sqlite/migrations/steps.ts'

const [place] = process.argv.slice(2) as [string]
const BEFORE = 'CREATE TABLE added_first (number integer NOT NULL);'
const AFTER = 'CREATE TABLE added_last (number integer NOT NULL);'

process.stdout.write('begins\n')
if (place.startsWith('postgres')) {
  const steps = [
    { name: 'added', sql: `${BEFORE} INSERT INTO added_first SELECT generate_series(1, 100000);` },
    { name: 'slow', sql: `SELECT pg_sleep(1); ${AFTER}` },
    {
      name: 'index',
      sql: 'ALTER TABLE added_first ADD COLUMN IF NOT EXISTS more integer;',
      indexes: [{ name: 'added_first_number', on: 'added_first (number)' }],
    },
  ]
  await migratePostgres(place, { steps: [...POSTGRES_STEPS, ...steps] })
} else {
  const rows = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500000)'
  const sql = `${BEFORE} INSERT INTO added_first ${rows} SELECT i FROM n; CREATE INDEX added_first_number ON added_first (number);`
  const steps = [
    { name: 'added', sql },
    { name: 'last', sql: AFTER },
  ]
  const db = new Sqlite(databaseFile(place))
  db.pragma('journal_mode = wal')
  migrateSqlite(db, [...SQLITE_STEPS, ...steps])
  db.close()
}
process.stdout.write('ends\n')
