/** Tables and columns of a backup, the same for both engines. A restore rebuilds the indexes. */

import { FACT_ROW, LABEL_COLUMNS } from '../rows/facts.ts'
import { sessions } from '../sessions.ts'
import { DESCRIBED } from '../tables.ts'
import { bucketOf } from '../values/bucket.ts'
import { unpackId } from '../values/packed_id.ts'

/** In the order of the file: a session before its batches. */
const TABLES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['sessions', sessions.columns],
  ['batches', ['workspace', 'session_id', 'tab', 'seq', 'page', 'received_at', 'digest', 'sealed']],
  ['reports', ['workspace', 'session_id', 'revision', 'version', 'sealed']],
  ['session_facts', FACT_ROW],
  ['session_marks', ['workspace', 'session_id', 'marks']],
  ['labels', LABEL_COLUMNS],
  ['erased_sessions', ['workspace', 'session_hash', 'at']],
  ...DESCRIBED.map(({ name, columns }) => [name, columns] as const),
])

export const TABLE_NAMES: readonly string[] = [...TABLES.keys()]

export function columnsOf(table: string): readonly string[] {
  const columns = TABLES.get(table)
  if (columns === undefined) throw new Error(`the table ${table} is not part of a backup`)
  return columns
}

/** The column that the bucket of a row is derived from, by table. A restore computes the bucket. */
export const BUCKET_FROM: ReadonlyMap<string, string | null> = new Map(
  DESCRIBED.map(({ name, bucketFrom }) => [name, bucketFrom]),
)

/** Session ids are packed; all other ids are text. */
export const bucketFrom = (value: Value | undefined): number =>
  bucketOf(value instanceof Uint8Array ? unpackId(value) : String(value))

export type Value = string | number | null | Uint8Array

/** Values in the order of the table's columns. */
export interface BackupRow {
  readonly table: string
  readonly values: readonly Value[]
}

export function named(table: string, values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(columnsOf(table).map((column, index) => [column, values[index] ?? null]))
}
