/** UTF-8 has no lone surrogates: each becomes U+FFFD here, before anything is compared, counted or summed. */
import type { NewBatch } from './sessions.ts'

export function wellFormedBatch(batch: NewBatch): NewBatch {
  if (batch.userId === undefined && batch.tags === undefined) return batch
  return {
    ...batch,
    ...(batch.userId !== undefined && { userId: batch.userId.toWellFormed() }),
    ...(batch.tags !== undefined && { tags: batch.tags.map((tag) => tag.toWellFormed()) }),
  }
}

/** The same for every text directly in a record. */
export function wellFormed<T extends object>(record: T): T {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed() : value,
  ])
  return Object.fromEntries(entries) as T
}
