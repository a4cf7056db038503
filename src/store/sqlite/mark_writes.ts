import type { Database } from 'better-sqlite3'

/** What the writer of reports needs: marks are saved in the report's own transaction. */
export function markStatements(db: Database) {
  const add = db.prepare(
    'INSERT OR IGNORE INTO session_marks (workspace, mark, session_id, started_at) VALUES (?, ?, ?, ?)',
  )
  const drop = db.prepare('DELETE FROM session_marks WHERE workspace = ? AND session_id = ?')
  return {
    saveMarks(workspace: string, packedId: Buffer, startedAt: number, marks: readonly number[]): void {
      for (const mark of marks) add.run(workspace, mark, packedId, startedAt)
    },
    eraseMarks(workspace: string, packedId: Buffer): void {
      drop.run(workspace, packedId)
    },
  }
}
