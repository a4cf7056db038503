/**
 * Transactions that both engines run. A transaction is a generator: it yields statements with named parameters (`:name`)
 * and receives their outcomes. The writer thread of SQLite runs it inside the commit of a group, without waiting;
 * PostgreSQL awaits each statement.
 */

export interface Statement {
  /** `FOR UPDATE` and `SKIP LOCKED` have no effect on SQLite, where only one transaction writes at a time. */
  readonly text: string
  /** May contain more names than the statement uses. */
  readonly params: object
}

export interface Outcome {
  readonly rows: readonly unknown[]
  /** The number of changed or returned rows. */
  readonly changes: number
}

export type Steps<Result> = Generator<Statement, Result, Outcome>

export interface Transaction<Args extends readonly unknown[], Result> {
  /** The writer thread finds the transaction by this name. */
  readonly name: string
  readonly steps: (...args: Args) => Steps<Result>
  /** It deletes personal data: it may take longer, and SQLite also removes the bytes from its files. */
  readonly erases: boolean
  /** Its statements may take long: they change many rows or large values. */
  readonly long: boolean
}

/** Arguments and result pass between threads, so they are plain data. */
export const transaction = <Args extends readonly unknown[], Result>(
  name: string,
  steps: (...args: Args) => Steps<Result>,
  { erases = false, long = false } = {},
): Transaction<Args, Result> => ({ name, steps, erases, long })

export function* rows<Raw>(text: string, params: object = {}): Steps<readonly Raw[]> {
  return (yield { text, params }).rows as Raw[]
}

/** The first row. */
export function* one<Raw>(text: string, params: object = {}): Steps<Raw | undefined> {
  const [raw] = yield* rows<Raw>(text, params)
  return raw
}

/** Returns the number of changed rows. */
export function* run(text: string, params: object = {}): Steps<number> {
  return (yield { text, params }).changes
}
