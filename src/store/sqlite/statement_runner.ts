import type { Database, Statement } from 'better-sqlite3'
import type { StatementRunner } from '../queries/statement_runner.ts'
import { reading } from './reading.ts'
import type { WriteQueue } from './write_queue.ts'

/** Filters of lists combine to some hundreds of texts. */
const MAX_PREPARED = 200

/** Runs shared reads on this thread and shared writes on the writer thread. */
export function statementRunner(db: Database, queue: WriteQueue): StatementRunner {
  const prepared = statementCache(db)
  return {
    keyPrefix: [],
    rows: async <Row>(text: string, params: object = {}) =>
      reading(() => prepared(text).all(params) as Row[]),
    run: (text, params = {}) => queue.write(0, 'runStatement', text, params),
  }
}

/** The writer thread's half. */
export function statementWrites(db: Database) {
  const prepared = statementCache(db)
  return { runStatement: (text: string, params: object): number => prepared(text).run(params).changes }
}

/** Prepares each text once. */
export function statementCache(db: Database): (text: string) => Statement {
  const prepared = new Map<string, Statement>()
  return (text) => {
    let statement = prepared.get(text)
    if (!statement) {
      statement = db.prepare(text)
      if (prepared.size >= MAX_PREPARED) prepared.clear()
      prepared.set(text, statement)
    }
    return statement
  }
}
