import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newReport, startSession } from '../../../test/store/engine.ts'
import { checksum } from '../sealed.ts'
import { databaseFile } from './connection.ts'
import { STEPS } from './migrations/steps.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const upTo = (name: string) => STEPS.slice(0, STEPS.findIndex((step) => step.name === name) + 1)

/** The database of a program that knew only these steps. */
function makeDatabase(folder: string, steps: typeof STEPS): Sqlite.Database {
  const db = new Sqlite(databaseFile(folder))
  db.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
  for (const { sql } of steps) db.exec(sql)
  db.pragma(`user_version = ${steps.length}`)
  return db
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-migrate-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a database of an earlier version', () => {
  it('keeps its members, links and logins', async () => {
    const db = makeDatabase(folder, upTo('accounts'))
    const member = ['mem_1', 'a@example.org', 'scrypt', 7] as const
    db.prepare('INSERT INTO members (id, email, password, created_at, checksum) VALUES (?, ?, ?, ?, ?)').run(
      ...member,
      checksum([...member, null]),
    )
    const link = [Buffer.alloc(32, 1), 'ws', 'owner', 99] as const
    db.prepare('INSERT INTO links (hash, workspace, role, expires_at, checksum) VALUES (?, ?, ?, ?, ?)').run(
      ...link,
      checksum([...link, null, null, null, null]),
    )
    const login = [Buffer.alloc(32, 2), 'mem_1', 8] as const
    db.prepare(
      'INSERT INTO logins (hash, member_id, created_at, last_seen_at, checksum) VALUES (?, ?, ?, 9, ?)',
    ).run(...login, checksum(login))
    db.close()

    const store = await openSqlite({ folder })
    try {
      expect(await store.accounts.memberByEmail('a@example.org')).toEqual({
        id: 'mem_1',
        email: 'a@example.org',
        password: 'scrypt',
        createdAt: 7,
      })
      expect(await store.accounts.findLink(Buffer.alloc(32, 1), 1)).toMatchObject({
        role: 'owner',
        expiresAt: 99,
      })
      expect(await store.accounts.invitations('ws', 1)).toEqual([])
      expect(await store.accounts.findLogin(Buffer.alloc(32, 2))).toMatchObject({
        memberId: 'mem_1',
        lastSeenAt: 9,
      })
      await store.accounts.setName('mem_1', 'Ada')
      expect(await store.accounts.member('mem_1')).toMatchObject({ name: 'Ada', password: 'scrypt' })
      expect(await store.webhooks.all()).toEqual([])
    } finally {
      await store.close()
    }
  })

  it('finds the same sessions by their marks', async () => {
    const marks = [11, 12, 13]
    const store = await openSqlite({ folder })
    const keys = ['A', 'B'].map((letter) => ({ workspace: 'ws', sessionId: letter.repeat(22) }))
    for (const key of keys) {
      await startSession(store, key.workspace, { sessionId: key.sessionId, receivedAt: 1_000 })
      await store.sessions.saveReport(key, { ...newReport(1), marks })
    }
    await store.close()

    const db = new Sqlite(databaseFile(folder))
    db.exec('DROP TABLE webhooks; DROP TABLE deliveries; DROP TABLE challenge_votes')
    db.exec('ALTER TABLE labels DROP COLUMN note')
    db.exec(
      'DROP TABLE question_references; DROP TABLE step_ups; DROP TABLE used_results; DROP TABLE later_analyses; DROP INDEX surveys_again',
    )
    db.exec('ALTER TABLE surveys DROP COLUMN again; ALTER TABLE surveys DROP COLUMN again_at')
    for (const [table, column] of [
      ['workspaces', 'revision'],
      ['uploads', 'claims'],
    ])
      db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`)
    const { length } = upTo('accounts')
    db.exec(`DELETE FROM migrations WHERE number > ${length}`)
    db.pragma(`user_version = ${length}`)
    db.close()

    const migrated = await openSqlite({ folder })
    try {
      const newcomer = { workspace: 'ws', sessionId: 'C'.repeat(22) }
      expect(await migrated.sessions.sharing(newcomer, 1_001, marks, 3, 10)).toEqual(keys)
      expect(await migrated.sessions.erase(keys[0] as (typeof keys)[number])).toBe(true)
      expect(await migrated.sessions.sharing(newcomer, 1_001, marks, 3, 10)).toEqual([keys[1]])
      expect(await migrated.webhooks.all()).toEqual([])
    } finally {
      await migrated.close()
    }
  })

  it('is refused when a newer program wrote it', async () => {
    makeDatabase(folder, [...STEPS, { name: 'later', sql: '' }]).close()
    await expect(openSqlite({ folder })).rejects.toThrow(
      `The database has version ${STEPS.length + 1}, but this version of Byhand only supports version ${STEPS.length}.`,
    )
  })
})
