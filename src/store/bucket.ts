import { crc32 } from 'node:zlib'

/** Fixed for ever: it is part of every primary key, and tells a cluster which machine holds a row. */
export const BUCKETS = 64

/** Where a session or a survey lives, derived from its id alone. */
export function bucketOf(id: string): number {
  return crc32(id) % BUCKETS
}
