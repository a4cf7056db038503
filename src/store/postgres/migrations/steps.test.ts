/** Steps run while nodes of the previous version work: they only add, and lock no table for long. */
import { describe, expect, it } from 'vitest'
import type { Step } from './step.ts'
import { STEPS } from './steps.ts'

const made = (sql: string) => [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, table]) => table)

/** The faults of a step, in words. */
function faults({ sql = '', indexes, needs }: Step): string[] {
  const found: string[] = []
  const own = new Set(made(sql))
  for (const [, table] of sql.matchAll(/CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)/g)) {
    if (!own.has(table)) found.push(`an index on ${table} blocks its writers: put it into "indexes"`)
  }
  for (const [statement] of sql.matchAll(/ADD COLUMN[^;]*/g)) {
    if (/NOT NULL/.test(statement) && !/DEFAULT/.test(statement))
      found.push('a column that old nodes do not fill needs a default')
    if (/DEFAULT [^;]*\(/.test(statement)) found.push('a computed default rewrites the whole table')
  }
  if (/\b(UPDATE|DELETE FROM)\b/.test(sql)) found.push('nodes change rows, a few at a time; a step must not')
  const takes =
    /\b(DROP (TABLE|COLUMN|CONSTRAINT)|RENAME|SET NOT NULL|ALTER COLUMN \w+ TYPE|ADD CONSTRAINT)\b/
  if (takes.test(sql) && needs === undefined) found.push('a step that removes something must set "needs"')
  if (indexes && /CREATE TABLE (?!IF NOT EXISTS)|ADD COLUMN (?!IF NOT EXISTS)/.test(sql))
    found.push('a step with indexes may run twice: use IF NOT EXISTS')
  return found
}

describe('steps of the schema', () => {
  it.each(STEPS.map((step) => [step.name, step] as const))(
    '%s can run while nodes of the previous version work',
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
  ])('this check rejects: %s', (sql) => {
    expect(faults({ name: 'wrong', sql })).toHaveLength(1)
  })

  it('accepts a later release that removes an unused column', () => {
    expect(faults({ name: 'away', sql: 'ALTER TABLE sessions DROP COLUMN due;', needs: 9 })).toEqual([])
  })
})
