import { crc32 } from 'node:zlib'

/** Never change it: the bucket is part of every primary key, and Citus distributes tables by it. */
export const BUCKETS = 64

/** The bucket of a session or survey, derived from its id. */
export function bucketOf(id: string): number {
  return crc32(id) % BUCKETS
}
