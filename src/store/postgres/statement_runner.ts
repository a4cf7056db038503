import type { StatementRunner } from '../queries/statement_runner.ts'
import type { Queries, Value } from './database.ts'

/** Runs shared statements on a connection pool or inside a transaction. */
export function statementRunner(queries: Queries): StatementRunner {
  return {
    keyPrefix: ['bucket'],
    rows: (text, params = {}) => queries.rows(...positional(text, params)),
    run: (text, params = {}) => queries.run(...positional(text, params)),
  }
}

/** `:name` becomes `$1`, and its value the first of the list. */
export function positional(text: string, params: object): [text: string, values: Value[]] {
  const names: string[] = []
  const numbered = text.replace(/:(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return [numbered, names.map((name) => (params as Record<string, Value>)[name] as Value)]
}
