import type { Database } from 'better-sqlite3'
import { TRANSACTIONS } from '../transactions.ts'
import { factWrites } from './fact_writes.ts'
import { sessionWrites } from './session_writes.ts'
import { statementWrites } from './statement_writes.ts'

/** Every write of the store. They run on the writer thread, inside the transaction of their group. */
export function writes(db: Database) {
  return {
    ...sessionWrites(db),
    ...factWrites(db),
    ...statementWrites(db),
  }
}

export type Writes = ReturnType<typeof writes>
export type WriteName = keyof Writes

/** After these writes, the write-ahead log is truncated, and a VACUUM is due. */
export const ERASING: ReadonlySet<string> = new Set<string>([
  'eraseSession',
  'truncateAddresses',
  ...TRANSACTIONS.filter(({ erases }) => erases).map(({ name }) => name),
])
