import type { Transaction } from '../transaction.ts'
import type { Claim, ClaimParams } from './claim.ts'

/**
 * SQL that both engines run unchanged, with named parameters (`:name`). Appends, lists of sessions and searches for
 * similar answers are written for each engine.
 */
export interface StatementRunner {
  /** Columns in front of the key of a session: `bucket` on PostgreSQL, none on SQLite. */
  readonly keyPrefix: readonly string[]
  /** `params` may contain more names than the statement uses. */
  rows<Row>(text: string, params?: object): Promise<Row[]>
  /** For statements on many rows or large values. */
  longRows<Row>(text: string, params?: object): Promise<Row[]>
  /** Returns the number of changed rows. */
  run(text: string, params?: object): Promise<number>
  /** Commits all statements or none. */
  transact<Args extends readonly unknown[], Result>(
    transaction: Transaction<Args, Result>,
    ...args: Args
  ): Promise<Result>
  /** Claims up to `limit` rows until the given time. `params`: the time, and those of the claim's conditions. */
  claim<Row>(claim: Claim, params: ClaimParams, limit: number, until: number): Promise<Row[]>
}

/** A part of a store whose statements a runner executes. */
export abstract class RunnerQueries {
  protected readonly runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.runner = runner
  }
}

/** Names of parameters for a list of values (`:id0`, `:id1`), and the parameters. */
export const listed = (name: string, values: readonly (string | bigint)[]) => ({
  names: values.map((_, index) => `:${name}${index}`),
  params: Object.fromEntries(values.map((value, index) => [`${name}${index}`, value])),
})

/** The first row, converted; null if there is none. */
export function first<Raw, Row>(rows: readonly Raw[], convert: (raw: Raw) => Row): Row | null {
  const [raw] = rows
  return raw === undefined ? null : convert(raw)
}
