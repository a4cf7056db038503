import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packId } from '../packed_id.ts'
import { checksum } from '../sealed.ts'
import type { NewBatch } from '../sessions.ts'
import { databaseFile } from './connection.ts'
import { STEPS } from './migrations/steps.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; nothing here depends on how long. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** The tables as they were before the dashboard, and before marks were numbered. */
const BEFORE_DASHBOARD = 3
const BEFORE_NUMBERS = 6

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

describe('a database whose marks name their sessions', () => {
  it('finds the same sessions by them', async () => {
    const store = await openSqlite({ folder })
    const startedAt = 1_000
    const sessions = ['A', 'B'].map((letter) => ({ workspace: 'ws', sessionId: letter.repeat(22) }))
    for (const { workspace, sessionId } of sessions) {
      await store.sessions.append(anyBatch(workspace, sessionId, startedAt))
    }
    await store.close()

    const db = new Sqlite(databaseFile(folder))
    db.exec('DROP TABLE session_marks; DROP TABLE marked_workspaces')
    db.exec(STEPS.find(({ name }) => name === 'marks')?.sql ?? '')
    db.exec(`DELETE FROM migrations WHERE number > ${BEFORE_NUMBERS}`)
    db.pragma(`user_version = ${BEFORE_NUMBERS}`)
    const mark = db.prepare('INSERT INTO session_marks VALUES (?, ?, ?, ?)')
    for (const { workspace, sessionId } of sessions) {
      for (const number of [11, 12, 13]) mark.run(workspace, number, packId(sessionId), startedAt)
    }
    db.close()

    const migrated = await openSqlite({ folder })
    try {
      const newcomer = { workspace: 'ws', sessionId: 'C'.repeat(22) }
      const found = await migrated.sessions.sharing(newcomer, startedAt + 1, [11, 12, 13], 3, 10)
      expect(found).toEqual(sessions)
      expect(await migrated.sessions.erase(sessions[0] as (typeof sessions)[number])).toBe(true)
      expect(await migrated.sessions.sharing(newcomer, startedAt + 1, [11, 12, 13], 3, 10)).toEqual([
        sessions[1],
      ])
    } finally {
      await migrated.close()
    }
  })
})

function anyBatch(workspace: string, sessionId: string, receivedAt: number): NewBatch {
  const digest = Buffer.alloc(32, 1)
  const stream = { tab: 'tab', page: 0, seq: 0, rows: 0, final: false }
  return {
    workspace,
    sessionId,
    siteKeyId: 'key',
    receivedAt,
    ...stream,
    bytes: digest,
    digest,
    claim: digest,
  }
}
