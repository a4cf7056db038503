import type { Database, Statement } from 'better-sqlite3'
import { decideAppend, keptDigest } from '../append_decision.ts'
import { erasedHash } from '../erased.ts'
import { storedMarks } from '../marks.ts'
import { claimParams, isClaimed } from '../queries/claim.ts'
import { RecentSessions } from '../recent_sessions.ts'
import {
  changedSession,
  newStoredSession,
  packedIdOf,
  type RawSession,
  rawBatch,
  rawReport,
  type StoredSession,
  storedSession,
} from '../rows/session.ts'
import {
  type AppendResult,
  FIXED_COLUMNS,
  type NewBatch,
  type NewReport,
  type SessionKey,
  type SessionState,
  sessions,
} from '../sessions.ts'
import type { StoredValue } from '../table.ts'
import { bucketOf } from '../values/bucket.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { truncatedAddress } from '../values/truncated_address.ts'
import { factStatements } from './fact_writes.ts'
import { markStatements } from './mark_writes.ts'

/** As in the partial index, so that SQLite uses it. */
export const HAS_FULL_ADDRESS = `workspace = ? AND started_at < ? AND ip IS NOT NULL AND instr(ip, '/') = 0`

/** What the writer caches of a session. */
interface RecentSession {
  readonly no: number
  readonly stored: StoredSession
  /** Null: unknown, because the cache does not contain the session since its first batch. */
  readonly tabs: LastSeqs | null
}

/** The highest stored `seq` of each tab: a batch with a higher one is new and needs no lookup. */
type LastSeqs = Map<string, number>

/** Sessions with more tabs look up every batch in the database. */
const MAX_TABS = 32

function withBatch(tabs: LastSeqs | null, { tab, seq }: NewBatch): LastSeqs | null {
  if (tabs === null || tabs.size > MAX_TABS) return null
  return tabs.set(tab, Math.max(seq, tabs.get(tab) ?? -1))
}

export function sessionWrites(db: Database) {
  const find = db.prepare<[string, Buffer], RawSession & { no: number }>(
    `SELECT no, ${sessions.columns} FROM sessions WHERE workspace = ? AND session_id = ?`,
  )
  const held = db
    .prepare<[number, Buffer, number], Buffer>(
      'SELECT digest FROM batches WHERE session = ? AND tab = ? AND seq = ?',
    )
    .pluck()
  const create = db.prepare(
    `INSERT INTO sessions (${sessions.columns}) VALUES (${sessions.columns.map(() => '?')})`,
  )
  const updates = new Map<number, Statement>()
  /** `changed`: one bit for each column. */
  const update = (changed: number): Statement => {
    const known = updates.get(changed)
    if (known) return known
    const columns = sessions.columns.filter((_, place) => Math.floor(changed / 2 ** place) % 2 === 1)
    const statement = db.prepare(`UPDATE sessions SET ${columns.join(' = ?, ')} = ? WHERE no = ?`)
    updates.set(changed, statement)
    return statement
  }
  const addTag = db.prepare(
    'INSERT INTO session_tags (workspace, tag, started_at, session_id, session) VALUES (?, ?, ?, ?, ?)',
  )
  const dropTag = db.prepare(
    'DELETE FROM session_tags WHERE workspace = ? AND tag = ? AND started_at = ? AND session_id = ?',
  )
  const insert = db.prepare(
    'INSERT INTO batches (session, tab, seq, page, received_at, digest, sealed) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const heldReport = db.prepare<[number], number>('SELECT revision FROM reports WHERE session = ?').pluck()
  const saveReport = db.prepare(`
    REPLACE INTO reports (session, revision, version, sealed)
    VALUES (:session, :revision, :version, :sealed)`)
  const claimWhere = (waiting: string) =>
    db.prepare<[object], { workspace: string; session_id: Buffer }>(`
      UPDATE sessions SET claimed_until = :until WHERE no IN (
        SELECT no FROM sessions WHERE ${waiting} AND NOT ${isClaimed('claimed_until')} ORDER BY due LIMIT :limit)
      RETURNING workspace, session_id`)
  const claimQuiet = claimWhere('due <= :quietBefore AND last_at <= :quietBefore')
  const claimStrays = claimWhere('due > :stray')
  const dropBatches = db.prepare('DELETE FROM batches WHERE session = ?')
  const dropReport = db.prepare('DELETE FROM reports WHERE session = ?')
  const dropDevice = db.prepare('DELETE FROM devices WHERE workspace = ? AND session_id = ?')
  const dropStepUp = db.prepare('DELETE FROM step_ups WHERE bucket = ? AND workspace = ? AND session_id = ?')
  const dropSession = db.prepare('DELETE FROM sessions WHERE no = ?')

  const again = db.prepare<[string, number, number], { started_at: number }>(`
    UPDATE sessions SET due = coalesce(due, last_at), claimed_until = 0 WHERE no IN (
      SELECT no FROM sessions WHERE workspace = ? AND started_at < ? ORDER BY started_at DESC, session_id LIMIT ?)
    RETURNING started_at`)

  const isErased = db
    .prepare<[string, Buffer], number>(
      'SELECT 1 FROM erased_sessions WHERE workspace = ? AND session_hash = ?',
    )
    .pluck()
  const markErased = db.prepare('REPLACE INTO erased_sessions (workspace, session_hash, at) VALUES (?, ?, ?)')
  const forgetErased = db.prepare('DELETE FROM erased_sessions WHERE workspace = ? AND at < ?')
  const withFullAddress = db.prepare<[string, number, number], RawSession & { no: number }>(
    `SELECT no, ${sessions.columns} FROM sessions WHERE ${HAS_FULL_ADDRESS} ORDER BY started_at LIMIT ?`,
  )

  const { saveFacts, eraseFacts } = factStatements(db)
  const { addMarks, eraseMarks } = markStatements(db)
  const recent = new RecentSessions<RecentSession>()
  let groupSize = 1

  function lookUp(workspace: string, sessionId: string): RecentSession | null {
    const known = recent.get(workspace, sessionId)
    if (known) return known
    const raw = find.get(workspace, packId(sessionId))
    return raw ? { no: raw.no, stored: storedSession(raw), tabs: null } : null
  }

  function storedDigest(session: RecentSession | null, { tab, seq }: NewBatch): Buffer | null {
    if (session === null) return null
    if (session.tabs !== null && seq > (session.tabs.get(tab) ?? -1)) return null
    return held.get(session.no, packId(tab), seq) ?? null
  }

  function append(batch: NewBatch): AppendResult {
    const { workspace, sessionId } = batch
    const before = lookUp(workspace, sessionId)
    const old = before?.stored
    const { result, next, keep } = decideAppend(old?.state ?? null, storedDigest(before, batch), batch)
    if (!next) return result
    if (!before && isErased.get(workspace, erasedHash(batch)) !== undefined) return { status: 'refused' }
    const after = before ? change(before, next) : begin(next)
    recent.set(workspace, sessionId, keep ? { ...after, tabs: withBatch(after.tabs, batch) } : after)
    if (next.tags !== old?.state.tags) moveTags(workspace, old?.state.tags ?? [], after)
    if (keep) {
      const raw = rawBatch(packedIdOf(after.stored), batch, groupSize)
      const digest = keptDigest(batch.digest)
      insert.run(after.no, raw.tab, raw.seq, raw.page, raw.received_at, digest, raw.sealed)
    }
    return result
  }

  function begin(state: SessionState): RecentSession {
    const stored = newStoredSession(state)
    const { lastInsertRowid } = create.run(stored.values)
    return { no: Number(lastInsertRowid), stored, tabs: new Map() }
  }

  /** Writes only the columns that change, because an update of an indexed column takes longer. */
  function change({ no, tabs, stored: before }: RecentSession, state: SessionState): RecentSession {
    const stored = changedSession(before, state)
    const values: StoredValue[] = []
    let changed = 0
    for (let place = FIXED_COLUMNS; place < stored.values.length; place++) {
      const value = stored.values[place] as StoredValue
      if (value === before.values[place]) continue
      changed += 2 ** place
      values.push(value)
    }
    update(changed).run(values, no)
    return { no, stored, tabs }
  }

  function moveTags(workspace: string, old: readonly string[], session: RecentSession): void {
    const { no, stored } = session
    const { state } = stored
    const packedId = packedIdOf(stored)
    for (const tag of old) {
      if (!state.tags.includes(tag)) dropTag.run(workspace, tag, state.startedAt, packedId)
    }
    for (const tag of state.tags) {
      if (!old.includes(tag)) addTag.run(workspace, tag, state.startedAt, packedId, no)
    }
  }

  return {
    append,

    saveReport(key: SessionKey, report: NewReport): void {
      const session = lookUp(key.workspace, key.sessionId)
      if (!session || session.stored.state.revision !== report.revision) return
      const { no, stored } = session
      const { state } = stored
      const packedId = packedIdOf(stored)
      if ((heldReport.get(no) ?? -1) > report.revision) return
      const raw = rawReport(key.workspace, packedId, report)
      saveReport.run({ session: no, ...raw })
      saveFacts(key.workspace, packedId, state, report)
      addMarks(no, storedMarks(key.workspace, report.marks ?? []))
      if (state.due === null) return
      recent.set(key.workspace, key.sessionId, change(session, { ...state, due: null }))
    },

    claimUnscored(limit: number, quietBefore: number, now: number, until: number): SessionKey[] {
      const params = { ...claimParams({ now }), quietBefore, until }
      const quiet = claimQuiet.all({ ...params, limit })
      const strays = claimStrays.all({ ...params, limit: limit - quiet.length })
      return [...quiet, ...strays].map((row) => ({
        workspace: row.workspace,
        sessionId: unpackId(row.session_id),
      }))
    },

    scoreAgain(workspace: string, before: number, limit: number): { count: number; last: number } {
      const rows = again.all(workspace, before, limit)
      recent.clear()
      return { count: rows.length, last: Math.min(before, ...rows.map(({ started_at }) => started_at)) }
    },

    eraseSession({ workspace, sessionId }: SessionKey, at?: number): boolean {
      const session = lookUp(workspace, sessionId)
      if (!session) return false
      const { no, stored } = session
      const { state } = stored
      const packedId = packedIdOf(stored)
      for (const tag of state.tags) dropTag.run(workspace, tag, state.startedAt, packedId)
      dropBatches.run(no)
      dropReport.run(no)
      dropDevice.run(workspace, packedId)
      eraseFacts(workspace, state.startedAt, packedId)
      eraseMarks(no)
      dropStepUp.run(bucketOf(sessionId), workspace, packedId)
      dropSession.run(no)
      recent.delete(workspace, sessionId)
      if (at !== undefined) markErased.run(workspace, erasedHash({ workspace, sessionId }), at)
      return true
    },

    forgetErased(workspace: string, before: number): void {
      forgetErased.run(workspace, before)
    },

    truncateAddresses(workspace: string, before: number, limit: number): number {
      const rows = withFullAddress.all(workspace, before, limit)
      for (const raw of rows) {
        const stored = storedSession(raw)
        const { state } = stored
        change({ no: raw.no, stored, tabs: null }, { ...state, ip: truncatedAddress(state.ip as string) })
        recent.delete(workspace, state.sessionId)
      }
      return rows.length
    },

    /** The number of requests in the next commit. */
    expectGroup(size: number): void {
      groupSize = size
    },

    /** After a rollback, the cache may contain states that were never committed. */
    forgetSessions(): void {
      recent.clear()
    },
  }
}
