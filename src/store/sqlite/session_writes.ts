import type { Database } from 'better-sqlite3'
import { decideAppend, keptDigest, type SessionState } from '../append_decision.ts'
import { bucketOf } from '../bucket.ts'
import { erasedHash } from '../erased.ts'
import { storedMarks } from '../marks.ts'
import { packId, unpackId } from '../packed_id.ts'
import { claimParams, isClaimed } from '../queries/claim.ts'
import { RecentSessions } from '../recent_sessions.ts'
import {
  identityChecksum,
  type RawSession,
  rawBatch,
  rawReport,
  SESSION_COLUMNS,
  sessionChecksum,
  sessionState,
} from '../rows/session.ts'
import type { AppendResult, NewBatch, NewReport, SessionKey } from '../sessions.ts'
import { truncatedAddress } from '../truncated_address.ts'
import { factStatements } from './fact_writes.ts'
import { markStatements } from './mark_writes.ts'

const NO_TAGS = '[]'

/** As in the partial index, so that SQLite uses it. */
export const HAS_FULL_ADDRESS = `workspace = ? AND started_at < ? AND ip IS NOT NULL AND instr(ip, '/') = 0`

/** What the writer caches of a session. */
interface RecentSession {
  readonly no: number
  readonly packedId: Buffer
  /** Checksum of the columns that never change. */
  readonly identity: number
  readonly state: SessionState
  /** The tags as stored. */
  readonly tags: string
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
    `SELECT no, ${SESSION_COLUMNS} FROM sessions WHERE workspace = ? AND session_id = ?`,
  )
  const held = db
    .prepare<[number, Buffer, number], Buffer>(
      'SELECT digest FROM batches WHERE session = ? AND tab = ? AND seq = ?',
    )
    .pluck()
  const create = db.prepare(
    `INSERT INTO sessions (${SESSION_COLUMNS}) VALUES (${SESSION_COLUMNS.map(() => '?')})`,
  )
  const update = db.prepare(`
    UPDATE sessions SET last_at = ?, revision = ?, batch_count = ?, row_count = ?, byte_count = ?, tampered = ?,
      overflow = ?, checksum = ? WHERE no = ?`)
  const setIp = db.prepare('UPDATE sessions SET ip = ? WHERE no = ?')
  const setDue = db.prepare('UPDATE sessions SET due = ? WHERE no = ?')
  const setUser = db.prepare('UPDATE sessions SET user_id = ?, user_at = ? WHERE no = ?')
  const setTags = db.prepare('UPDATE sessions SET tags = ?, tags_at = ? WHERE no = ?')
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
    `SELECT no, ${SESSION_COLUMNS} FROM sessions WHERE ${HAS_FULL_ADDRESS} ORDER BY started_at LIMIT ?`,
  )

  const { saveFacts, eraseFacts } = factStatements(db)
  const { addMarks, eraseMarks } = markStatements(db)
  const recent = new RecentSessions<RecentSession>()
  let groupSize = 1

  function lookUp(workspace: string, sessionId: string): RecentSession | null {
    const known = recent.get(workspace, sessionId)
    if (known) return known
    const packedId = packId(sessionId)
    const raw = find.get(workspace, packedId)
    if (!raw) return null
    const state = sessionState(raw)
    const identity = identityChecksum(workspace, packedId, state)
    return { no: raw.no, packedId, identity, state, tags: raw.tags, tabs: null }
  }

  function storedDigest(session: RecentSession | null, { tab, seq }: NewBatch): Buffer | null {
    if (session === null) return null
    if (session.tabs !== null && seq > (session.tabs.get(tab) ?? -1)) return null
    return held.get(session.no, packId(tab), seq) ?? null
  }

  function append(batch: NewBatch): AppendResult {
    const { workspace, sessionId } = batch
    const before = lookUp(workspace, sessionId)
    const { result, next, keep } = decideAppend(before?.state ?? null, storedDigest(before, batch), batch)
    if (!next) return result
    if (!before && isErased.get(workspace, erasedHash(batch)) !== undefined) return { status: 'refused' }
    const after = before ? change(before, next) : begin(workspace, sessionId, next)
    recent.set(workspace, sessionId, keep ? { ...after, tabs: withBatch(after.tabs, batch) } : after)
    if (after.tags !== (before?.tags ?? NO_TAGS)) moveTags(workspace, before?.state.tags ?? [], after)
    if (keep) {
      const raw = rawBatch(after.packedId, batch, groupSize)
      const digest = keptDigest(batch.digest)
      insert.run(after.no, raw.tab, raw.seq, raw.page, raw.received_at, digest, raw.sealed)
    }
    return result
  }

  function begin(workspace: string, sessionId: string, s: SessionState): RecentSession {
    const packedId = packId(sessionId)
    const tags = JSON.stringify(s.tags)
    const identity = identityChecksum(workspace, packedId, s)
    const { lastInsertRowid } = create.run(
      workspace,
      packedId,
      s.siteKeyId,
      s.startedAt,
      s.lastAt,
      s.userId,
      s.userAt,
      tags,
      s.tagsAt,
      s.tabSecret,
      s.revision,
      s.batchCount,
      s.rowCount,
      s.byteCount,
      s.tampered,
      s.overflow,
      s.ip,
      sessionChecksum(identity, s, tags),
      s.due,
    )
    return { no: Number(lastInsertRowid), packedId, identity, state: s, tags, tabs: new Map() }
  }

  /** Indexed columns are written only when they change. */
  function change(
    { no, packedId, identity, state: old, tags: oldTags, tabs }: RecentSession,
    s: SessionState,
  ): RecentSession {
    const tags = s.tags === old.tags ? oldTags : JSON.stringify(s.tags)
    const sum = sessionChecksum(identity, s, tags)
    update.run(s.lastAt, s.revision, s.batchCount, s.rowCount, s.byteCount, s.tampered, s.overflow, sum, no)
    if (s.ip !== old.ip) setIp.run(s.ip, no)
    if (s.due !== old.due) setDue.run(s.due, no)
    if (s.userAt !== old.userAt || s.userId !== old.userId) setUser.run(s.userId, s.userAt, no)
    if (s.tagsAt !== old.tagsAt || tags !== oldTags) setTags.run(tags, s.tagsAt, no)
    return { no, packedId, identity, state: s, tags, tabs }
  }

  function moveTags(workspace: string, old: readonly string[], { no, packedId, state }: RecentSession): void {
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
      if (!session || session.state.revision !== report.revision) return
      const { no, packedId, state } = session
      if ((heldReport.get(no) ?? -1) > report.revision) return
      const raw = rawReport(key.workspace, packedId, report)
      saveReport.run({ session: no, ...raw })
      saveFacts(key.workspace, packedId, state, report)
      addMarks(no, storedMarks(key.workspace, report.marks ?? []))
      if (state.due === null) return
      setDue.run(null, no)
      recent.set(key.workspace, key.sessionId, { ...session, state: { ...state, due: null } })
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
      const { no, packedId, state } = session
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
        const state = sessionState(raw)
        const packedId = raw.session_id
        const identity = identityChecksum(workspace, packedId, state)
        const session = { no: raw.no, packedId, identity, state, tags: raw.tags, tabs: null }
        change(session, { ...state, ip: truncatedAddress(state.ip as string) })
        recent.delete(workspace, unpackId(packedId))
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
