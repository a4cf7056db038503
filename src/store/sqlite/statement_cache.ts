import type { Database, Statement } from 'better-sqlite3'

/** Filters of lists combine to some hundreds of texts. */
const MAX_PREPARED = 200

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
