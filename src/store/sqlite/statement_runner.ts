import type { Database, Statement } from 'better-sqlite3'
import { type Claim, type ClaimParams, claimAssignments, claimable, claimParams } from '../queries/claim.ts'
import type { StatementRunner } from '../queries/statement_runner.ts'
import type { Outcome, Steps, Transaction } from '../transaction.ts'
import { TRANSACTIONS } from '../transactions.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

/** Filters of lists combine to some hundreds of texts. */
const MAX_PREPARED = 200

/** Runs shared reads on this thread and shared writes on the writer thread. */
export function statementRunner(db: Database, queue: WriteQueue): StatementRunner {
  const prepared = statementCache(db)
  const rows = async <Row>(text: string, params: object = {}) =>
    reading(() => prepared(text).all(params) as Row[])
  return {
    keyPrefix: [],
    rows,
    longRows: rows,
    run: async (text, params = {}) => (await queue.write(0, 'execute', text, params)).changes,
    transact: (transaction, ...args) => queue.transact(transaction, ...args),
    claim: async <Row>(given: Claim, params: ClaimParams, limit: number, until: number) => {
      const { rows } = await queue.write(0, 'execute', claimText(given), {
        ...claimParams(params),
        limit,
        until,
      })
      return rows as Row[]
    },
  }
}

/** Only the writer thread claims, so no row needs a lock. */
const claimText = (given: Claim): string =>
  `UPDATE ${given.table} SET ${claimAssignments(given)} WHERE rowid IN (
    ${claimable(given, ['rowid'])}) RETURNING ${given.returning}`

/** The writer thread's half: one write for statements, and one for each transaction under its name. */
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

/** Prepares each text once. */
export function statementCache(db: Database): (text: string) => Statement {
  const prepared = new Map<string, Statement>()
  return (text) => {
    let statement = prepared.get(text)
    if (!statement) {
      statement = db.prepare(text.replace(/ FOR UPDATE( SKIP LOCKED)?/, ''))
      if (prepared.size >= MAX_PREPARED) prepared.clear()
      prepared.set(text, statement)
    }
    return statement
  }
}
