import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { StoreRefused } from '../errors.ts'
import { databaseFile, openForReading } from './connection.ts'
import { STEPS, type Step } from './migrations/steps.ts'

/** Migrates the database in one immediate transaction: a second process waits and finds it current. Tests pass other steps. */
export function migrate(db: Database, steps: readonly Step[] = STEPS): void {
  if (version(db) === steps.length) return
  db.transaction(() => {
    const from = version(db)
    if (from > steps.length) {
      throw new StoreRefused(
        `The database has version ${from}, but this version of Byhand only supports version ${steps.length}. Run the newer version, or restore a backup.`,
      )
    }
    db.exec('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
    const record = db.prepare('INSERT INTO migrations (number, name) VALUES (?, ?)')
    for (const [index, step] of steps.entries()) {
      if (index < from) continue
      db.exec(step.sql)
      record.run(index + 1, step.name)
    }
    db.pragma(`user_version = ${steps.length}`)
  }).immediate()
}

/** Whether there is a database of exactly this version. */
export const isCurrent = (folder: string): boolean => storedVersion(folder) === NEWEST_VERSION

export const NEWEST_VERSION = STEPS.length

/** The version of the database in this folder; null: there is none yet. */
export function storedVersion(folder: string): number | null {
  if (!existsSync(databaseFile(folder))) return null
  const db = openForReading(folder)
  try {
    return version(db)
  } finally {
    db.close()
  }
}

function version(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number
}
