/**
 * A step of the schema, taken while nodes of the version before go on working. It expands: new tables, new columns that
 * may be null or have a default, new indexes. What old nodes still use is taken away a release later, by a step that
 * says so in `needs`. `steps.test.ts` holds steps to it.
 */
export interface Step {
  readonly name: string
  /** In one transaction, which gives up when a lock is not had at once and is tried again: nobody queues behind it. */
  readonly sql?: string
  /** On tables that may hold many rows: made afterwards, without a lock that stops writers. */
  readonly indexes?: readonly Index[]
  /** The step a program must know to work with the schema after this one. Absent: older programs go on as before. */
  readonly needs?: number
}

export interface Index {
  readonly name: string
  /** `sessions (workspace, started_at DESC)`, with a WHERE if it is to be partial. */
  readonly on: string
  readonly unique?: true
}
