/** Hashes of the duplicate index (locality-sensitive hashing): similar answers share some. */
import { hash as digest } from 'node:crypto'

/** The golden ratio as a 64-bit fraction: odd, so multiplication is bijective, and it spreads similar values. */
const SPREAD = 0x9e37_79b9_7f4a_7c15n

export interface Question {
  readonly workspace: string
  readonly surveyId: string
  readonly questionId: string
}

/**
 * One 64-bit key for each index hash of an answer to a question. Keys may collide, so the caller compares survey and
 * question of the rows found.
 */
export function indexKeys(
  { workspace, surveyId, questionId }: Question,
  hashes: readonly bigint[],
): bigint[] {
  const ids = [workspace, surveyId.toWellFormed(), questionId.toWellFormed()]
  const place = digest('sha256', JSON.stringify(ids), 'buffer').readBigUInt64LE(0)
  const keys = hashes.map((hash) => BigInt.asIntN(64, (BigInt.asUintN(64, hash) ^ place) * SPREAD))
  return [...new Set(keys)]
}

export function packHashes(hashes: readonly bigint[]): Buffer {
  const packed = Buffer.alloc(hashes.length * 8)
  for (const [index, hash] of hashes.entries()) packed.writeBigUInt64LE(BigInt.asUintN(64, hash), index * 8)
  return packed
}

export function unpackHashes(packed: Buffer): bigint[] {
  return Array.from({ length: packed.length / 8 }, (_, index) => packed.readBigUInt64LE(index * 8))
}

/** The weight of a hash that more answers share than the limit: up to half of all texts may share one. */
export const CROWDED_HASH = 0.5
