/** Bands of the duplicate index (locality-sensitive hashing). */
import { hash } from 'node:crypto'

/** The golden ratio as a 64-bit fraction: odd, so multiplication is bijective, and it spreads similar values. */
const SPREAD = 0x9e37_79b9_7f4a_7c15n

export interface Question {
  readonly workspace: string
  readonly surveyId: string
  readonly questionId: string
}

/**
 * One 64-bit key for each band of a question of a survey. Keys may collide, so the caller compares survey and question of
 * the rows found.
 */
export function bandKeys({ workspace, surveyId, questionId }: Question, bands: readonly bigint[]): bigint[] {
  const ids = [workspace, surveyId.toWellFormed(), questionId.toWellFormed()]
  const place = hash('sha256', JSON.stringify(ids), 'buffer').readBigUInt64LE(0)
  const keys = bands.map((band) => BigInt.asIntN(64, (BigInt.asUintN(64, band) ^ place) * SPREAD))
  return [...new Set(keys)]
}

export function packBands(bands: readonly bigint[]): Buffer {
  const packed = Buffer.alloc(bands.length * 8)
  for (const [index, band] of bands.entries()) packed.writeBigUInt64LE(BigInt.asUintN(64, band), index * 8)
  return packed
}

export function unpackBands(packed: Buffer): bigint[] {
  return Array.from({ length: packed.length / 8 }, (_, index) => packed.readBigUInt64LE(index * 8))
}

/** The weight of a band that more answers share than the limit: up to half of all texts may share one. */
export const CROWDED_BAND = 0.5
