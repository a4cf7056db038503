import type { Database } from 'better-sqlite3'
import {
  COUNTER_COLUMNS,
  COUNTER_KEY,
  type Counted,
  type Counter,
  containing,
  counterChanges,
  DIMENSIONS,
  HOUR_MS,
  isFalling,
  pagesOf,
  termChanges,
  unpackTerms,
} from '../terms.ts'

interface RawCounted {
  session_id: Buffer
  started_at: number
  action: string
  terms: string
  label: string | null
}

const counted = (raw: RawCounted): Counted => ({
  startedAt: raw.started_at,
  action: raw.action,
  label: raw.label,
  terms: unpackTerms(raw.terms),
})

/** Keeps pages and counters in step with facts and labels, in the transaction that changes them. */
export function termStatements(db: Database) {
  const select = `SELECT f.session_id, f.started_at, f.action, f.terms, l.label FROM session_facts f
    LEFT JOIN labels l ON l.workspace = f.workspace AND l.session_id = f.session_id`
  const found = db.prepare<[string, number, Buffer], RawCounted>(
    `${select} WHERE f.workspace = ? AND f.started_at = ? AND f.session_id = ?`,
  )
  const ofHour = db.prepare<[string, number, number], RawCounted>(
    `${select} WHERE f.workspace = ? AND f.started_at >= ? AND f.started_at < ?`,
  )
  const addPage = db.prepare(
    'INSERT OR IGNORE INTO session_pages (workspace, page, started_at, session_id) VALUES (?, ?, ?, ?)',
  )
  const dropPage = db.prepare(
    'DELETE FROM session_pages WHERE workspace = ? AND page = ? AND started_at = ? AND session_id = ?',
  )
  const columns = [...COUNTER_KEY, ...COUNTER_COLUMNS]
  const add = db.prepare(`
    INSERT INTO session_counts (workspace, ${columns}) VALUES (:workspace, ${columns.map((column) => `:${column}`)})
    ON CONFLICT DO UPDATE SET ${COUNTER_COLUMNS.map((column) => `${column} = ${column} + excluded.${column}`)}`)
  const dropEmpty = db.prepare(`
    DELETE FROM session_counts WHERE workspace = :workspace
      AND ${COUNTER_KEY.map((column) => `${column} = :${column}`).join(' AND ')} AND ${COUNTER_COLUMNS.join(' + ')} = 0`)
  // The key names the dimension before the time.
  const ofAny = `dimension IN (${DIMENSIONS.map((name) => `'${name}'`)})`
  const clear = db.prepare(
    `DELETE FROM session_counts WHERE workspace = ? AND span = ? AND ${ofAny} AND at = ?`,
  )
  const sumShorter = db.prepare(`
    INSERT INTO session_counts (workspace, ${columns})
    SELECT workspace, :span, dimension, :from, value, label, ${COUNTER_COLUMNS.map((column) => `sum(${column})`)}
    FROM session_counts WHERE workspace = :workspace AND span = :shorter AND ${ofAny} AND at >= :from AND at < :to
    GROUP BY dimension, value, label`)

  function addCounters(workspace: string, changes: readonly Counter[]): void {
    for (const change of changes) {
      add.run({ workspace, ...change })
      if (isFalling(change)) dropEmpty.run({ workspace, ...change })
    }
  }

  function recountHour(workspace: string, hour: number): number {
    clear.run(workspace, 1, hour)
    const sessions = ofHour.all(workspace, hour, hour + HOUR_MS)
    for (const raw of sessions) {
      for (const page of pagesOf(counted(raw))) addPage.run(workspace, page, raw.started_at, raw.session_id)
    }
    const changes = sessions.map((raw) => [counted(raw), 1] as const)
    addCounters(workspace, counterChanges(changes, [1]))
    return sessions.length
  }

  return {
    countedSession(workspace: string, startedAt: number, packedId: Buffer): Counted | null {
      const raw = found.get(workspace, startedAt, packedId)
      return raw ? counted(raw) : null
    },

    /** `before` and `after`: one session before and after a change; null: not scored. */
    saveTerms(workspace: string, packedId: Buffer, before: Counted | null, after: Counted | null): void {
      const { lost, gained, counters } = termChanges(before, after)
      for (const page of lost) dropPage.run(workspace, page, before?.startedAt, packedId)
      for (const page of gained) addPage.run(workspace, page, after?.startedAt, packedId)
      addCounters(workspace, counters)
    },

    /** Also rebuilds the longer counters that contain these hours. Returns the number of sessions. */
    recountHours(workspace: string, hours: readonly number[]): number {
      let sessions = 0
      for (const hour of hours) sessions += recountHour(workspace, hour)
      for (const summed of containing(hours)) {
        clear.run(workspace, summed.span, summed.from)
        sumShorter.run({ workspace, ...summed })
      }
      return sessions
    },
  }
}
