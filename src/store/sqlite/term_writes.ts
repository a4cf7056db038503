import type { Database } from 'better-sqlite3'
import {
  type CappedGroup,
  capChanges,
  capCounts,
  cappedGroups,
  type HeldCounter,
  isCapped,
  MAX_VALUES,
} from '../counter_cap.ts'
import {
  type CountChange,
  type Counted,
  changesBetween,
  DIMENSIONS,
  HOUR_MS,
  hourCounts,
  isListed,
  labelTerm,
  type RecountStep,
  termMoves,
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

/** Keeps terms and counters in step with facts and labels, in the transaction that changes them. */
export function termStatements(db: Database) {
  const found = db.prepare<[string, number, Buffer], RawCounted>(`
    SELECT f.session_id, f.started_at, f.action, f.terms, l.label FROM session_facts f
    LEFT JOIN labels l ON l.workspace = f.workspace AND l.session_id = f.session_id
    WHERE f.workspace = ? AND f.started_at = ? AND f.session_id = ?`)
  const ofHour = db.prepare<[string, number, number], RawCounted>(`
    SELECT f.session_id, f.started_at, f.action, f.terms, l.label FROM session_facts f
    LEFT JOIN labels l ON l.workspace = f.workspace AND l.session_id = f.session_id
    WHERE f.workspace = ? AND f.started_at >= ? AND f.started_at < ?`)
  const add = db.prepare(
    'INSERT OR IGNORE INTO session_terms (workspace, term, started_at, session_id) VALUES (?, ?, ?, ?)',
  )
  const drop = db.prepare(
    'DELETE FROM session_terms WHERE workspace = ? AND term = ? AND started_at = ? AND session_id = ?',
  )
  const count = db.prepare(`
    INSERT INTO session_counts (workspace, span, dimension, at, value, kind, count) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`)
  const dropCount = db.prepare(`
    DELETE FROM session_counts
    WHERE workspace = ? AND span = ? AND dimension = ? AND at = ? AND value = ? AND kind = ? AND count <= 0`)
  const clear = db.prepare(`
    DELETE FROM session_counts WHERE workspace = ? AND span = ? AND dimension = ? AND at >= ? AND at < ?`)

  const ofHours = db.prepare<
    [string, string, number, number],
    Pick<CountChange, 'dimension' | 'value' | 'kind' | 'change'>
  >(`
    SELECT dimension, value, kind, sum(count) AS change FROM session_counts
    WHERE workspace = ? AND span = 1 AND dimension = ? AND at >= ? AND at < ? GROUP BY 1, 2, 3`)
  const heldValues = db
    .prepare<[string, number, string, number], number>(`
      SELECT count(*) FROM (SELECT DISTINCT value FROM session_counts
        WHERE workspace = ? AND span = ? AND dimension = ? AND at = ? LIMIT ${MAX_VALUES})`)
    .pluck()
  const heldCounters = db.prepare<[string, number, string, number, string], HeldCounter>(`
    SELECT value, kind, count FROM session_counts WHERE workspace = ? AND span = ? AND dimension = ? AND at = ?
      AND value IN (SELECT value FROM json_each(?))`)

  function capped(workspace: string, group: CappedGroup): CountChange[] {
    const { span, dimension, at, changes } = group
    const names = JSON.stringify(changes.map(({ value }) => value))
    const counters = heldCounters.all(workspace, span, dimension, at, names)
    const held = new Set(counters.map(({ value }) => value))
    const isNew = changes.some(({ value, change }) => change > 0 && !held.has(value))
    const values = isNew ? (heldValues.get(workspace, span, dimension, at) ?? 0) : held.size
    return capChanges(group, { counters, values })
  }

  function applyChanges(workspace: string, given: readonly CountChange[]): void {
    const changes = [
      ...given.filter(({ dimension }) => !isCapped(dimension)),
      ...cappedGroups(given).flatMap((group) => capped(workspace, group)),
    ]
    for (const { span, dimension, at, value, kind, change } of changes) {
      count.run(workspace, span, dimension, at, value, kind, change)
      if (change < 0) dropCount.run(workspace, span, dimension, at, value, kind)
    }
  }

  return {
    countedSession(workspace: string, startedAt: number, packedId: Buffer): Counted | null {
      const raw = found.get(workspace, startedAt, packedId)
      return raw ? counted(raw) : null
    },

    /** `before` and `after`: one session before and after a change; null: not scored. */
    saveTerms(workspace: string, packedId: Buffer, before: Counted | null, after: Counted | null): void {
      const { lost, gained } = termMoves(before, after)
      for (const one of lost) drop.run(workspace, one, before?.startedAt, packedId)
      for (const one of gained) add.run(workspace, one, after?.startedAt, packedId)
      applyChanges(workspace, changesBetween(before, after))
    },

    saveLabelTerm(workspace: string, startedAt: number, packedId: Buffer, label: string | null): void {
      for (const name of ['person', 'bot'] as const) {
        const write = name === label ? add : drop
        write.run(workspace, labelTerm(name), startedAt, packedId)
      }
    },

    /** Returns the number of sessions if the step is an hour. */
    recountStep(workspace: string, { span, at }: RecountStep): number {
      const end = at + span * HOUR_MS
      for (const dimension of DIMENSIONS) clear.run(workspace, span, dimension, at, end)
      const sessions = span === 1 ? ofHour.all(workspace, at, end) : []
      for (const raw of sessions) {
        for (const one of counted(raw).terms.filter(isListed))
          add.run(workspace, one, raw.started_at, raw.session_id)
      }
      const counts =
        span === 1
          ? hourCounts(sessions.map(counted))
          : DIMENSIONS.flatMap((dimension) => ofHours.all(workspace, dimension, at, end)).map((sum) => ({
              ...sum,
              span,
              at,
            }))
      for (const { dimension, value, kind, change } of capCounts(counts)) {
        count.run(workspace, span, dimension, at, value, kind, change)
      }
      return sessions.length
    },
  }
}
