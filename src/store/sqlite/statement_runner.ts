import type { Database } from 'better-sqlite3'
import { type Claim, type ClaimParams, claimAssignments, claimable, claimParams } from '../queries/claim.ts'
import type { StatementRunner } from '../queries/statement_runner.ts'
import { reading } from './reading.ts'
import { statementCache } from './statement_cache.ts'
import type { WriteQueue } from './write_queue.ts'

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
