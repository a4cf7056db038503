import type { Database } from 'better-sqlite3'
import type { PendingSession, StoredLabel } from '../facts.ts'
import { claimParams, isClaimed } from '../queries/claim.ts'
import { FACT_COLUMNS, LABEL_COLUMNS, rawFacts, rawLabel } from '../rows/facts.ts'
import type { NewReport, SessionKey, SessionState } from '../sessions.ts'
import { unpackTerms } from '../terms.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { termStatements } from './term_writes.ts'

interface RawPending {
  workspace: string
  session_id: Buffer
  started_at: number
  action: string
  notified_action: string
  complete: number
}

/** Used by the report writer: facts are saved in the report's transaction. */
export function factStatements(db: Database) {
  const save = db.prepare(`
    INSERT INTO session_facts (workspace, session_id, started_at, last_at, ${FACT_COLUMNS})
    VALUES (:workspace, :session_id, :started_at, :last_at, ${FACT_COLUMNS.map((column) => `:${column}`)})
    ON CONFLICT DO UPDATE SET last_at = excluded.last_at,
      ${FACT_COLUMNS.map((column) => `${column} = excluded.${column}`)}`)
  const dropFacts = db.prepare(
    'DELETE FROM session_facts WHERE workspace = ? AND started_at = ? AND session_id = ?',
  )
  const dropLabel = db.prepare('DELETE FROM labels WHERE workspace = ? AND session_id = ?')
  const labelOf = db
    .prepare<[string, Buffer], string>('SELECT label FROM labels WHERE workspace = ? AND session_id = ?')
    .pluck()
  const dropDeliveries = db.prepare('DELETE FROM deliveries WHERE workspace = ? AND subject = ?')
  const { countedSession, saveTerms } = termStatements(db)
  return {
    saveFacts(
      workspace: string,
      packedId: Buffer,
      { startedAt, lastAt, tags }: Pick<SessionState, 'startedAt' | 'lastAt' | 'tags'>,
      { facts, score, action }: NewReport,
    ): void {
      if (facts === undefined) return
      const before = countedSession(workspace, startedAt, packedId)
      const label = before === null ? (labelOf.get(workspace, packedId) ?? null) : before.label
      const raw = rawFacts(packedId, { score, action }, facts, tags)
      save.run({
        workspace,
        session_id: packedId,
        started_at: startedAt,
        last_at: lastAt,
        ...raw,
      })
      const terms = unpackTerms(raw.terms)
      saveTerms(workspace, packedId, before, { startedAt, action, label, terms })
    },
    eraseFacts(workspace: string, startedAt: number, packedId: Buffer): void {
      saveTerms(workspace, packedId, countedSession(workspace, startedAt, packedId), null)
      dropFacts.run(workspace, startedAt, packedId)
      dropLabel.run(workspace, packedId)
      dropDeliveries.run(workspace, unpackId(packedId))
    },
  }
}

export function factWrites(db: Database) {
  const { countedSession, saveTerms, recountHours } = termStatements(db)
  const startOf = db
    .prepare<[string, Buffer], number>(
      'SELECT started_at FROM sessions WHERE workspace = ? AND session_id = ?',
    )
    .pluck()
  const setLabel = db.prepare(`
    REPLACE INTO labels (${LABEL_COLUMNS}) VALUES (${LABEL_COLUMNS.map((column) => `:${column}`)})`)
  const dropLabel = db.prepare('DELETE FROM labels WHERE workspace = ? AND session_id = ?')
  const changed = db.prepare<[object], RawPending>(`
    SELECT workspace, session_id, started_at, action, notified_action, 0 AS complete FROM session_facts
    WHERE notified_complete = 0 AND notified_action <> action AND NOT ${isClaimed('claimed_until')}
    ORDER BY saved_at LIMIT :limit`)
  const complete = (waiting: string) =>
    db.prepare<[object], RawPending>(`
      SELECT f.workspace, f.session_id, f.started_at, f.action, f.notified_action, 1 AS complete FROM session_facts f
      JOIN sessions s ON s.workspace = f.workspace AND s.session_id = f.session_id
      WHERE f.notified_complete = 0 AND ${waiting} AND s.due IS NULL AND NOT ${isClaimed('f.claimed_until')}
      ORDER BY f.last_at LIMIT :limit`)
  const quiet = complete('f.last_at <= :quietBefore AND s.last_at <= :quietBefore')
  const strays = complete('f.last_at > :stray')
  const claim = db.prepare(
    'UPDATE session_facts SET claimed_until = ? WHERE workspace = ? AND started_at = ? AND session_id = ?',
  )
  const markNotified = db.prepare(`
    UPDATE session_facts SET notified_action = :action, notified_complete = max(notified_complete, :complete), claimed_until = 0
    WHERE workspace = :workspace AND session_id = :id
      AND started_at = (SELECT started_at FROM sessions WHERE workspace = :workspace AND session_id = :id)`)
  const markClustered = db.prepare(`
    UPDATE session_facts SET notified_clusters = coalesce(notified_clusters, '') || :kind || :cluster || ' '
    WHERE workspace = :workspace AND session_id = :id AND instr(coalesce(notified_clusters, ''), :kind) = 0
      AND started_at = (SELECT started_at FROM sessions WHERE workspace = :workspace AND session_id = :id)`)

  return {
    setLabel({ workspace, sessionId }: SessionKey, label: StoredLabel | null): boolean {
      const packedId = packId(sessionId)
      const startedAt = startOf.get(workspace, packedId)
      if (startedAt === undefined) return false
      const before = countedSession(workspace, startedAt, packedId)
      if (before !== null) {
        saveTerms(workspace, packedId, before, { ...before, label: label?.label ?? null })
      }
      if (label === null) dropLabel.run(workspace, packedId)
      else setLabel.run(rawLabel(workspace, packedId, startedAt, label))
      return true
    },

    recountHours,

    claimPendingSessions(limit: number, quietBefore: number, now: number, until: number): PendingSession[] {
      const found = new Map<string, RawPending>()
      const take = (raw: RawPending) => found.set(`${raw.workspace} ${raw.session_id.toString('hex')}`, raw)
      const params = { ...claimParams({ now }), quietBefore, limit }
      for (const statement of [changed, quiet, strays]) for (const raw of statement.all(params)) take(raw)
      return [...found.values()].map((raw) => {
        claim.run(until, raw.workspace, raw.started_at, raw.session_id)
        return {
          workspace: raw.workspace,
          sessionId: unpackId(raw.session_id),
          action: raw.action,
          notifiedAction: raw.notified_action,
          complete: raw.complete === 1,
        }
      })
    },

    sessionNotified({ workspace, sessionId }: SessionKey, action: string, complete: boolean): void {
      markNotified.run({ action, complete: complete ? 1 : 0, workspace, id: packId(sessionId) })
    },

    sessionClustered({ workspace, sessionId }: SessionKey, kind: string, cluster: string): void {
      markClustered.run({ kind: `${kind}:`, cluster, workspace, id: packId(sessionId) })
    },
  }
}
