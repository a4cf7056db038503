/** Steps taken while nodes of the version before go on working: they add, and hold no table for long. */
import { describe, expect, it } from 'vitest'
import type { Step } from './step.ts'
import { STEPS } from './steps.ts'

/** Steps before this one were never taken beside nodes at work. */
const FIRST_BESIDE_NODES = 6

const made = (sql: string) => [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, table]) => table)

/** What is wrong with a step, in words. */
function faults({ sql = '', indexes, needs }: Step): string[] {
  const found: string[] = []
  const own = new Set(made(sql))
  for (const [, table] of sql.matchAll(/CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)/g)) {
    if (!own.has(table)) found.push(`an index on ${table} stops its writers: put it into "indexes"`)
  }
  for (const [statement] of sql.matchAll(/ADD COLUMN[^;]*/g)) {
    if (/NOT NULL/.test(statement) && !/DEFAULT/.test(statement))
      found.push('a column that old nodes do not fill needs a default')
    if (/DEFAULT [^;]*\(/.test(statement)) found.push('a default that is computed rewrites the whole table')
  }
  if (/\b(UPDATE|DELETE FROM)\b/.test(sql))
    found.push('rows are changed a few at a time, by nodes, not by a step')
  const takes =
    /\b(DROP (TABLE|COLUMN|CONSTRAINT)|RENAME|SET NOT NULL|ALTER COLUMN \w+ TYPE|ADD CONSTRAINT)\b/
  if (takes.test(sql) && needs === undefined) found.push('what takes something away says which step it needs')
  if (indexes && /CREATE TABLE (?!IF NOT EXISTS)|ADD COLUMN (?!IF NOT EXISTS)/.test(sql))
    found.push('a step with indexes may be begun twice: IF NOT EXISTS')
  return found
}

describe('steps of the schema', () => {
  it.each(STEPS.slice(FIRST_BESIDE_NODES - 1).map((step) => [step.name, step] as const))(
    '%s can be taken beside nodes at work',
    (_, step) => {
      expect(faults(step)).toEqual([])
    },
  )

  it.each([
    'CREATE INDEX a ON sessions (b);',
    'ALTER TABLE sessions ADD COLUMN a text NOT NULL;',
    'ALTER TABLE sessions ADD COLUMN a text NOT NULL DEFAULT gen_random_uuid();',
    'UPDATE sessions SET due = 1;',
    'ALTER TABLE sessions DROP COLUMN due;',
    'ALTER TABLE sessions RENAME COLUMN due TO owed;',
    'ALTER TABLE sessions ALTER COLUMN due TYPE text;',
  ])('would not let pass: %s', (sql) => {
    expect(faults({ name: 'wrong', sql })).toHaveLength(1)
  })

  it('lets a later release take away what nobody uses any more', () => {
    expect(faults({ name: 'away', sql: 'ALTER TABLE sessions DROP COLUMN due;', needs: 9 })).toEqual([])
  })
})
