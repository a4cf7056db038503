import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checksum } from '../sealed.ts'
import { databaseFile } from './connection.ts'
import { STEPS } from './migrations/steps.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; nothing here depends on how long. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** The tables as they were before the dashboard. */
const BEFORE_DASHBOARD = 3

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-migrate-'))
  const db = new Sqlite(databaseFile(folder))
  db.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
  for (const { sql } of STEPS.slice(0, BEFORE_DASHBOARD)) db.exec(sql)
  db.pragma(`user_version = ${BEFORE_DASHBOARD}`)
  const member = ['mem_1', 'a@example.org', 'scrypt', 7] as const
  db.prepare('INSERT INTO members (id, email, password, created_at, checksum) VALUES (?, ?, ?, ?, ?)').run(
    ...member,
    checksum(member),
  )
  const link = [Buffer.alloc(32, 1), 'ws', 'owner', 99] as const
  db.prepare('INSERT INTO links (hash, workspace, role, expires_at, checksum) VALUES (?, ?, ?, ?, ?)').run(
    ...link,
    checksum(link),
  )
  const login = [Buffer.alloc(32, 2), 'mem_1', 8] as const
  db.prepare(
    'INSERT INTO logins (hash, member_id, created_at, last_seen_at, checksum) VALUES (?, ?, ?, 9, ?)',
  ).run(...login, checksum(login))
  db.close()
})
afterEach(() => rm(folder, { recursive: true }))

describe('a database from before the dashboard', () => {
  it('keeps its people, links and logins', async () => {
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
    } finally {
      await store.close()
    }
  })
})
