/** Measures a filled store: size of each table and index, and depth of the indexes. */
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { databaseFile } from '../../src/store/sqlite/connection.ts'

export interface Part {
  readonly table: string
  readonly name: string
  readonly isIndex: boolean
  readonly bytes: number
  /** Depth of the tree: pages read from the root to a row. */
  readonly depth?: number
}

export interface Weight {
  readonly parts: readonly Part[]
  readonly rows: Readonly<Record<string, number>>
}

const bytesOf = (parts: readonly Part[]) => parts.reduce((sum, { bytes }) => sum + bytes, 0)
export const total = ({ parts }: Weight) => bytesOf(parts)

export async function weighPostgres(url: string): Promise<Weight> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('CREATE EXTENSION IF NOT EXISTS pageinspect')
  await client.query('VACUUM ANALYZE')
  // Large text and blobs are in a TOAST table, which counts as part of its table.
  const { rows: parts } = await client.query(
    `SELECT t.relname AS table, i.relname AS name, i.relkind = 'i' AS index,
       CASE WHEN i.relkind = 'i' THEN pg_relation_size(i.oid)
         ELSE pg_table_size(i.oid) END::float8 AS bytes,
       CASE WHEN m.amname = 'btree' THEN (bt_metap(i.relname)).level + 1 END AS depth
     FROM pg_class t JOIN pg_class i ON i.oid = t.oid OR i.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = t.oid)
       LEFT JOIN pg_am m ON m.oid = i.relam
     WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' ORDER BY 1, 3, 2`,
  )
  const rows: Record<string, number> = {}
  for (const { table } of parts.filter(({ index }) => !index)) {
    rows[table] = Number((await client.query(`SELECT count(*) AS count FROM ${table}`)).rows[0].count)
  }
  await client.end()
  return {
    rows,
    parts: parts.map(({ table, name, index, bytes, depth }) => ({
      table,
      name,
      isIndex: index,
      bytes,
      ...(depth !== null && { depth: Number(depth) }),
    })),
  }
}

/** Bytes written to the write-ahead log so far. */
export async function loggedBytes(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`SELECT (pg_current_wal_lsn() - '0/0')::float8 AS bytes`)
  await client.end()
  return rows[0].bytes
}

/** After a checkpoint, the first change of a page logs the whole page. */
export async function checkpoint(url: string, compression: 'off' | 'lz4'): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`ALTER SYSTEM SET wal_compression = ${compression}`)
  await client.query('SELECT pg_reload_conf()')
  await client.query('CHECKPOINT')
  await client.end()
}

export function weighSqlite(folder: string): Weight {
  const file = new Sqlite(databaseFile(folder), { readonly: true })
  const found = file
    .prepare(
      `SELECT m.tbl_name AS "table", s.name, m.type = 'index' AS "index", sum(s.pgsize) AS bytes,
         max(length(s.path) - length(replace(s.path, '/', ''))) AS depth
       FROM dbstat s JOIN sqlite_schema m ON m.name = s.name WHERE s.pagetype <> 'overflow' GROUP BY s.name`,
    )
    .all() as { table: string; name: string; index: number; bytes: number; depth: number }[]
  const overflow = file
    .prepare(`SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE pagetype = 'overflow' GROUP BY name`)
    .all() as { name: string; bytes: number }[]
  const more = new Map(overflow.map(({ name, bytes }) => [name, bytes]))
  const rows: Record<string, number> = {}
  for (const { name } of found.filter(({ index }) => !index)) {
    rows[name] = Number(file.prepare(`SELECT count(*) FROM ${name}`).pluck().get())
  }
  file.close()
  const parts = found.map(({ table, name, index, bytes, depth }) => ({
    table,
    name,
    isIndex: index === 1,
    bytes: bytes + (more.get(name) ?? 0),
    depth,
  }))
  return { rows, parts }
}
