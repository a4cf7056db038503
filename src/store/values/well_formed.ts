/** Replaces lone surrogates by U+FFFD before values are compared or checksummed: UTF-8 cannot encode them. */
import type { NewBatch } from '../sessions.ts'

export function wellFormedBatch(batch: NewBatch): NewBatch {
  if (batch.userId === undefined && batch.tags === undefined) return batch
  return {
    ...batch,
    ...(batch.userId !== undefined && { userId: batch.userId.toWellFormed() }),
    ...(batch.tags !== undefined && { tags: batch.tags.map((tag) => tag.toWellFormed()) }),
  }
}

/** The same for every string property of a record. */
export function wellFormed<T extends object>(record: T): T {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed() : value,
  ])
  return Object.fromEntries(entries) as T
}
