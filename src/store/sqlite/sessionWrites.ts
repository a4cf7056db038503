import type { Database } from 'better-sqlite3'
import { admit, keptDigest, type SessionState } from '../admission.ts'
import { packId, unpackId } from '../packedId.ts'
import { checksum, seal } from '../sealed.ts'
import type { AppendResult, NewBatch, SessionKey, StoredReport } from '../sessions.ts'
import { type RawSession, SESSION_COLUMNS, sessionChecksum, sessionState } from './sessionRow.ts'

export function sessionWrites(db: Database) {
  const find = db.prepare<[string, Buffer], RawSession>(
    `SELECT ${SESSION_COLUMNS} FROM sessions WHERE workspace = ? AND session_id = ?`,
  )
  const held = db
    .prepare<[number, Buffer, number], Buffer>(
      'SELECT digest FROM batches WHERE session = ? AND tab = ? AND seq = ?',
    )
    .pluck()
  const create = db.prepare(`
    INSERT INTO sessions (workspace, session_id, site_key_id, started_at, last_at, user_id, user_at, tags, tags_at,
      claim, revision, batch_count, row_count, byte_count, tampered, overflow, ip, checksum, due)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const update = db.prepare(`
    UPDATE sessions SET last_at = ?, revision = ?, batch_count = ?, row_count = ?, byte_count = ?, tampered = ?,
      overflow = ?, ip = ?, checksum = ? WHERE no = ?`)
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
  const saveReport = db.prepare(
    'REPLACE INTO reports (session, revision, version, record, score, action, checksum, log) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const claim = db.prepare<
    [number, number, number, number, number],
    { workspace: string; session_id: Buffer }
  >(`
    UPDATE sessions SET claimed_until = ? WHERE no IN (
      SELECT no FROM sessions WHERE due <= ? AND last_at <= ? AND claimed_until <= ? ORDER BY due LIMIT ?)
    RETURNING workspace, session_id`)
  const dropBatches = db.prepare('DELETE FROM batches WHERE session = ?')
  const dropReport = db.prepare('DELETE FROM reports WHERE session = ?')
  const dropDevice = db.prepare('DELETE FROM devices WHERE workspace = ? AND session_id = ?')
  const dropSession = db.prepare('DELETE FROM sessions WHERE no = ?')

  function append(batch: NewBatch): AppendResult {
    const packedId = packId(batch.sessionId)
    const tab = packId(batch.tab)
    const raw = find.get(batch.workspace, packedId)
    const before = raw ? sessionState(raw) : null
    const digest = raw ? (held.get(raw.no, tab, batch.seq) ?? null) : null
    const { result, next, keep } = admit(before, digest, batch)
    if (!next) return result
    const tags = JSON.stringify(next.tags)
    const sum = sessionChecksum(batch.workspace, packedId, next, tags)
    const no =
      raw && before ? change(raw, before, next, tags, sum) : begin(batch.workspace, packedId, next, tags, sum)
    if (before === null || next.tagsAt !== before.tagsAt || next.tags !== before.tags) {
      moveTags(batch.workspace, packedId, no, before?.tags ?? [], next)
    }
    if (keep) {
      const owner = [batch.workspace, packedId, tab, batch.seq, batch.page, batch.receivedAt]
      insert.run(
        no,
        tab,
        batch.seq,
        batch.page,
        batch.receivedAt,
        keptDigest(batch.digest),
        seal(batch.bytes, owner),
      )
    }
    return result
  }

  function begin(workspace: string, packedId: Buffer, s: SessionState, tags: string, sum: number): number {
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
      s.claim,
      s.revision,
      s.batchCount,
      s.rowCount,
      s.byteCount,
      s.tampered,
      s.overflow,
      s.ip,
      sum,
      s.due,
    )
    return Number(lastInsertRowid)
  }

  /** Columns that an index watches are written only when they change. */
  function change(raw: RawSession, before: SessionState, s: SessionState, tags: string, sum: number): number {
    const { no } = raw
    update.run(
      s.lastAt,
      s.revision,
      s.batchCount,
      s.rowCount,
      s.byteCount,
      s.tampered,
      s.overflow,
      s.ip,
      sum,
      no,
    )
    if (s.due !== before.due) setDue.run(s.due, no)
    if (s.userAt !== before.userAt || s.userId !== before.userId) setUser.run(s.userId, s.userAt, no)
    if (s.tagsAt !== before.tagsAt || tags !== raw.tags) setTags.run(tags, s.tagsAt, no)
    return no
  }

  function moveTags(
    workspace: string,
    id: Buffer,
    no: number,
    old: readonly string[],
    s: SessionState,
  ): void {
    for (const tag of old) {
      if (!s.tags.includes(tag)) dropTag.run(workspace, tag, s.startedAt, id)
    }
    for (const tag of s.tags) {
      if (!old.includes(tag)) addTag.run(workspace, tag, s.startedAt, id, no)
    }
  }

  return {
    append,

    saveReport(key: SessionKey, report: StoredReport): void {
      const packedId = packId(key.sessionId)
      const raw = find.get(key.workspace, packedId)
      if (!raw) return
      if (raw.revision !== report.revision || (heldReport.get(raw.no) ?? -1) > report.revision) return
      const owner = [key.workspace, packedId, report.revision, report.version]
      const sum = checksum([...owner, report.record, report.score, report.action])
      saveReport.run(
        raw.no,
        report.revision,
        report.version,
        report.record,
        report.score,
        report.action,
        sum,
        seal(report.log, owner),
      )
      if (raw.due !== null) setDue.run(null, raw.no)
    },

    claimUnscored(limit: number, quietBefore: number, now: number, until: number): SessionKey[] {
      const rows = claim.all(until, quietBefore, quietBefore, now, limit)
      return rows.map((row) => ({ workspace: row.workspace, sessionId: unpackId(row.session_id) }))
    },

    eraseSession(key: SessionKey): boolean {
      const packedId = packId(key.sessionId)
      const raw = find.get(key.workspace, packedId)
      if (!raw) return false
      for (const tag of JSON.parse(raw.tags)) dropTag.run(key.workspace, tag, raw.started_at, packedId)
      dropBatches.run(raw.no)
      dropReport.run(raw.no)
      dropDevice.run(key.workspace, packedId)
      dropSession.run(raw.no)
      return true
    },
  }
}
