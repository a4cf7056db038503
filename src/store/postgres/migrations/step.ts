/**
 * One step of the schema. It runs while nodes of the previous version keep working, so it only expands: new tables, new
 * columns that are nullable or have a default, new indexes. A later release removes what old nodes still use, by a step
 * with `needs`. `steps.test.ts` enforces this.
 */
export interface Step {
  readonly name: string
  /** Runs in one transaction with a short lock timeout, retried on contention: no request queues behind its locks. */
  readonly sql?: string
  /** On tables that may hold many rows: built afterwards with CREATE INDEX CONCURRENTLY, which does not block writers. */
  readonly indexes?: readonly Index[]
  /** The step a program must know to work with the schema after this one. Absent: older programs keep working. */
  readonly needs?: number
}

export interface Index {
  readonly name: string
  /** `sessions (workspace, started_at DESC)`, with a WHERE clause for a partial index. */
  readonly on: string
  readonly unique?: true
}
