/** How the duplicate index keeps an answer's bands. */
import { hash } from 'node:crypto'

/** Odd, so that multiplying by it loses nothing; the golden ratio's bits, so that neighbors land far apart. */
const SPREAD = 0x9e37_79b9_7f4a_7c15n

export interface Question {
  readonly workspace: string
  readonly surveyId: string
  readonly questionId: string
}

/**
 * One number for a band of a question of a survey: small enough to index a hundred million. Two may meet by chance, so
 * whoever looks one up checks survey and question on what it finds.
 */
export function bandKeys({ workspace, surveyId, questionId }: Question, bands: readonly bigint[]): bigint[] {
  const place = hash('sha256', JSON.stringify([workspace, surveyId, questionId]), 'buffer').readBigUInt64LE(0)
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

/** What sharing a band is worth that more answers share than are looked at: half of the texts in a survey may. */
export const CROWDED_BAND = 0.5
