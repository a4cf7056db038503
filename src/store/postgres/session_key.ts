import { bucketOf } from '../bucket.ts'
import { packId } from '../packed_id.ts'
import type { SessionKey } from '../sessions.ts'
import type { Value } from './database.ts'
import { valueRows } from './values.ts'

/** A session's primary key, in the order of its columns. */
export type PrimaryKey = [bucket: number, workspace: string, id: Buffer]

export function primaryKey({ workspace, sessionId }: SessionKey): PrimaryKey {
  return [bucketOf(sessionId), workspace, packId(sessionId)]
}

export const KEY_COLUMNS = ['bucket', 'workspace', 'session_id'] as const

export const KEY_IS = 'bucket = $1 AND workspace = $2 AND session_id = $3'

export const keyIs = (alias: string): string =>
  KEY_COLUMNS.map((column, index) => `${alias}.${column} = $${index + 1}`).join(' AND ')

export const sameKey = (a: string, b: string): string =>
  KEY_COLUMNS.map((column) => `${a}.${column} = ${b}.${column}`).join(' AND ')

export const KEY_CASTS = ['smallint', 'text', 'bytea']

/** The condition that a row belongs to one of these sessions. */
export function isOneOf(alias: string, keys: readonly PrimaryKey[]): { text: string; values: Value[] } {
  const { text, values } = valueRows(keys, KEY_CASTS)
  const columns = KEY_COLUMNS.map((column) => `${alias}.${column}`)
  return { text: `(${columns}) IN (VALUES ${text}) ${inOneBucket(alias, keys)}`, values }
}

/** Citus cannot derive the shard from a list of rows, so a single bucket is also stated as a constant. */
export function inOneBucket(alias: string, keys: readonly PrimaryKey[]): string {
  const buckets = new Set(keys.map(([bucket]) => bucket))
  return buckets.size === 1 ? `AND ${alias}.bucket = ${[...buckets][0]}` : ''
}
