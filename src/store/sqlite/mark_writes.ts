import type { Database } from 'better-sqlite3'
import { packMarks, unpackMarks } from '../marks.ts'

/** Used by the report writer: marks are saved in the report's transaction. `session`: the session's number. */
export function markStatements(db: Database) {
  const held = db.prepare<[number], Buffer>('SELECT marks FROM session_marks WHERE session = ?').pluck()
  const save = db.prepare('REPLACE INTO session_marks (session, marks) VALUES (?, ?)')
  const drop = db.prepare('DELETE FROM session_marks WHERE session = ?')
  const index = db.prepare('INSERT OR IGNORE INTO mark_index (mark, session) VALUES (?, ?)')
  const unindex = db.prepare('DELETE FROM mark_index WHERE mark = ? AND session = ?')
  const marksOf = (session: number): number[] => {
    const packed = held.get(session)
    return packed === undefined ? [] : unpackMarks(packed)
  }

  return {
    /** Adds stored marks to those saved before. */
    addMarks(session: number, marks: readonly number[]): void {
      if (marks.length === 0) return
      const before = marksOf(session)
      const all = [...new Set([...before, ...marks])]
      if (all.length === before.length) return
      for (const mark of all.slice(before.length)) index.run(mark, session)
      save.run(session, packMarks(all))
    },
    eraseMarks(session: number): void {
      for (const mark of marksOf(session)) unindex.run(mark, session)
      drop.run(session)
    },
  }
}
