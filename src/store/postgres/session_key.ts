import type { SessionKey } from '../sessions.ts'
import { bucketOf } from '../values/bucket.ts'
import { packId } from '../values/packed_id.ts'
import type { Value } from './pool.ts'
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

/** The condition that a row belongs to one of these sessions. `isCluster`: they may be in several buckets of a cluster. */
export function isOneOf(
  alias: string,
  keys: readonly PrimaryKey[],
  isCluster = false,
): { text: string; values: Value[] } {
  const { text, values } = valueRows(keys, KEY_CASTS)
  const columns = KEY_COLUMNS.map((column) => `${alias}.${column}`)
  return { text: `(${columns}) IN (VALUES ${text}) ${inBuckets(alias, keys, isCluster)}`, values }
}

/** Citus cannot derive shards from a list of rows, so the buckets are also stated as constants. */
export function inBuckets(alias: string, keys: readonly PrimaryKey[], isCluster: boolean): string {
  const buckets = new Set(keys.map(([bucket]) => bucket))
  if (buckets.size === 1) return `AND ${alias}.bucket = ${[...buckets][0]}`
  return isCluster ? `AND ${alias}.bucket IN (${[...buckets]})` : ''
}
