import { clock } from '../../migrations/002-clock.ts'
import { queuedErasures } from '../../migrations/003-queued-erasures.ts'
import { codebooks } from '../../migrations/004-codebooks.ts'
import { SETTLE_INDEX, settledSurveys } from '../../migrations/005-settled-surveys.ts'
import { clockReference } from '../../migrations/007-clock-reference.ts'
import { DELIVERIES_INDEX } from '../../migrations/008-deliveries-by-webhook.ts'
import { clockLeaps } from '../../migrations/009-clock-leaps.ts'
import { inSqliteSpelling } from '../../migrations/sqlite_spelling.ts'
import { schema } from './001-schema.ts'

export interface Step {
  readonly name: string
  readonly sql: string
}

/** In order. Never edit a released step. The position in this list is the step's number, from 1. */
export const STEPS: readonly Step[] = [
  { name: 'schema', sql: schema },
  { name: 'clock', sql: inSqliteSpelling(clock) },
  { name: 'queued erasures', sql: inSqliteSpelling(queuedErasures) },
  { name: 'codebooks', sql: inSqliteSpelling(codebooks) },
  { name: 'settled surveys', sql: inSqliteSpelling(settledSurveys) },
  { name: 'index of settled surveys', sql: `CREATE INDEX ${SETTLE_INDEX.name} ON ${SETTLE_INDEX.on};` },
  { name: 'clock reference', sql: inSqliteSpelling(clockReference) },
  {
    name: 'index of deliveries by webhook',
    sql: `CREATE INDEX ${DELIVERIES_INDEX.name} ON ${DELIVERIES_INDEX.on};`,
  },
  { name: 'clock leaps', sql: inSqliteSpelling(clockLeaps) },
]
