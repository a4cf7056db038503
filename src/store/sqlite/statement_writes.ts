/** The writer thread's half of the statement runner. */
import type { Database } from 'better-sqlite3'
import type { Outcome, Steps, Transaction } from '../transaction.ts'
import { TRANSACTIONS } from '../transactions.ts'
import { statementCache } from './statement_cache.ts'

/** One write for statements, and one for each transaction under its name. */
export function statementWrites(db: Database) {
  const execute = statementExecutor(db)
  const driven =
    ({ steps }: Transaction<never[], unknown>) =>
    (...args: never[]): unknown =>
      drive(execute, steps(...args))
  const transactions: object = Object.fromEntries(TRANSACTIONS.map((each) => [each.name, driven(each)]))
  return { execute, ...transactions }
}

export type Execute = (text: string, params: object) => Outcome

/** Needs a connection that may write. */
export function statementExecutor(db: Database): Execute {
  const prepared = statementCache(db)
  return (text, params) => {
    const statement = prepared(text)
    if (!statement.reader) return { rows: [], changes: statement.run(params).changes }
    const rows = statement.all(params)
    return { rows, changes: rows.length }
  }
}

export function drive<Result>(execute: Execute, steps: Steps<Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next(execute(step.value.text, step.value.params))
  return step.value
}
