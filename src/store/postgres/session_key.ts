import { bucketOf } from '../bucket.ts'
import { packId } from '../packed_id.ts'
import type { SessionKey } from '../sessions.ts'

/** A session's primary key, in the order of its columns. */
export function primaryKey({
  workspace,
  sessionId,
}: SessionKey): [bucket: number, workspace: string, id: Buffer] {
  return [bucketOf(sessionId), workspace, packId(sessionId)]
}

export const KEY_COLUMNS = ['bucket', 'workspace', 'session_id'] as const

export const KEY_IS = 'bucket = $1 AND workspace = $2 AND session_id = $3'

export const keyIs = (alias: string): string =>
  KEY_COLUMNS.map((column, index) => `${alias}.${column} = $${index + 1}`).join(' AND ')

export const sameKey = (a: string, b: string): string =>
  KEY_COLUMNS.map((column) => `${a}.${column} = ${b}.${column}`).join(' AND ')
