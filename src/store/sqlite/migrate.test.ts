import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseFile } from './connection.ts'
import { migrate, storedVersion } from './migrate.ts'
import { STEPS } from './migrations/steps.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const LATER = [...STEPS, { name: 'later', sql: 'ALTER TABLE workspaces ADD COLUMN later INTEGER DEFAULT 7' }]

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-migrate-'))
  const store = await openSqlite({ folder })
  await store.keys.createWorkspace({ id: 'ws', name: 'Kept', createdAt: 7, settings: {} })
  await store.close()
})
afterEach(() => rm(folder, { recursive: true }))

/** Migrates as a program does that knows these steps. */
function migrateTo(steps: typeof STEPS): void {
  const db = new Sqlite(databaseFile(folder))
  try {
    migrate(db, steps)
  } finally {
    db.close()
  }
}

const rowsOf = (table: string): unknown[] => {
  const db = new Sqlite(databaseFile(folder), { readonly: true })
  try {
    return db.prepare(`SELECT * FROM ${table}`).all()
  } finally {
    db.close()
  }
}

describe('a database of an earlier version', () => {
  it('keeps its rows and gets the missing steps, once', () => {
    for (let time = 0; time < 2; time++) migrateTo(LATER)
    expect(storedVersion(folder)).toBe(LATER.length)
    expect(rowsOf('migrations')).toEqual(LATER.map(({ name }, index) => ({ number: index + 1, name })))
    expect(rowsOf('workspaces')).toEqual([expect.objectContaining({ id: 'ws', name: 'Kept', later: 7 })])
  })

  it('stays as it was when a step fails', () => {
    const before = rowsOf('workspaces')
    const broken = [...LATER, { name: 'broken', sql: 'ALTER TABLE absent ADD COLUMN a' }]
    expect(() => migrateTo(broken)).toThrow('no such table: absent')
    expect(storedVersion(folder)).toBe(STEPS.length)
    expect(rowsOf('workspaces')).toEqual(before)
  })
})

describe('a database of a newer version', () => {
  it('is refused and not changed', async () => {
    migrateTo(LATER)
    const before = await readFile(databaseFile(folder))
    await expect(openSqlite({ folder })).rejects.toThrow(
      `The database has version ${LATER.length}, but this version of Byhand only supports version ${STEPS.length}.`,
    )
    expect(await readFile(databaseFile(folder))).toEqual(before)
  })
})
