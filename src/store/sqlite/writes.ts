import type { Database } from 'better-sqlite3'
import { TRANSACTIONS } from '../transactions.ts'
import { factWrites } from './fact_writes.ts'
import { sessionWrites } from './session_writes.ts'
import { statementWrites } from './statement_runner.ts'
import type { WriteMessage } from './write_message.ts'

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

export interface WriteRequest {
  readonly id: number
  /** A `WriteName`, or the name of a transaction. */
  readonly name: string
  readonly args: readonly unknown[]
}

/** The value, or the reason of the failure. */
export type WriteAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: string; readonly kind: 'unavailable' | 'damaged' | 'error' }

export type WriterMessage =
  | { readonly answers: readonly WriteAnswer[] }
  | { readonly fatal: string }
  | { readonly ready: true }
  /** `fault`: why the VACUUM failed. */
  | { readonly vacuumed: true; readonly fault?: string }
  | { readonly closed: true }

export type ToWriter = WriteMessage | { readonly vacuum: true } | { readonly close: true }
