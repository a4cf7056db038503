import type { Database } from 'better-sqlite3'

/** Used by the report writer: marks are saved in the report's transaction. `session`: the session's number. */
export function markStatements(db: Database) {
  const name = db.prepare('INSERT OR IGNORE INTO marked_workspaces (workspace) VALUES (?)')
  const number = db.prepare<[string], number>('SELECT no FROM marked_workspaces WHERE workspace = ?').pluck()
  const add = db.prepare('INSERT OR IGNORE INTO session_marks (workspace, mark, session) VALUES (?, ?, ?)')
  const drop = db.prepare('DELETE FROM session_marks WHERE session = ?')

  function numberOf(workspace: string): number {
    const known = number.get(workspace)
    if (known !== undefined) return known
    name.run(workspace)
    return number.get(workspace) as number
  }

  return {
    saveMarks(workspace: string, session: number, marks: readonly number[]): void {
      if (marks.length === 0) return
      const no = numberOf(workspace)
      for (const mark of marks) add.run(no, mark, session)
    },
    eraseMarks(session: number): void {
      drop.run(session)
    },
  }
}
