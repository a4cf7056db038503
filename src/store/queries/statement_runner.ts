/**
 * SQL that both engines run unchanged, with named parameters (`:name`). It serves the small tables: accounts, keys,
 * webhooks, audit log, uploads. Statements on sessions, batches and surveys are written for each engine.
 */
export interface StatementRunner {
  /** Columns in front of every primary key of a large table: `bucket` on PostgreSQL, none on SQLite. */
  readonly keyPrefix: readonly string[]
  /** `params` may contain more names than the statement uses. */
  rows<Row>(text: string, params?: object): Promise<Row[]>
  /** Returns the number of changed rows. */
  run(text: string, params?: object): Promise<number>
}

export const insertInto = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns}) VALUES (${columns.map((column) => `:${column}`)})`

/** Replaces the row with the same key. */
export function upsertInto(table: string, key: readonly string[], columns: readonly string[]): string {
  const updates = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  return `${insertInto(table, columns)} ON CONFLICT (${key}) DO UPDATE SET ${updates}`
}

/** `a = :a AND b = :b` */
export const matching = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = :${column}`).join(' AND ')

/** The first row, converted; null if there is none. */
export function first<Raw, Row>(rows: readonly Raw[], convert: (raw: Raw) => Row): Row | null {
  const [raw] = rows
  return raw === undefined ? null : convert(raw)
}
