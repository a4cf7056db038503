import type { StatementRunner } from '../queries/statement_runner.ts'
import type { Steps } from '../transaction.ts'
import { claim } from './claim.ts'
import type { Database } from './database.ts'
import { ERASING, LONG, type Queries, WRITING } from './pool.ts'
import { positional } from './positional.ts'

export function statementRunner(db: Database): StatementRunner {
  return {
    keyPrefix: ['bucket'],
    rows: (text, params = {}) => db.rows(...positional(text, params)),
    longRows: (text, params = {}) => db.longQuery(...positional(text, params)),
    run: (text, params = {}) => db.run(...positional(text, params)),
    transact: ({ steps, erases, long }, ...args) =>
      db.transaction((queries) => drive(queries, steps(...args)), long ? LONG : erases ? ERASING : WRITING),
    claim: (given, params, limit, until) => claim(db, given, params, limit, until),
  }
}

export async function drive<Result>(queries: Queries, steps: Steps<Result>): Promise<Result> {
  let step = steps.next()
  while (!step.done) {
    const { text, params } = step.value
    step = steps.next(await queries.execute(...positional(text, params)))
  }
  return step.value
}
