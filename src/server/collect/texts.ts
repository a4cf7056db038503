/** Rejects text that JSON allows but databases cannot store: lone surrogates, and NUL in searchable columns. */
import type { Batch } from '../../contract/batch/batch.ts'
import type { FieldError } from '../http/errors.ts'

export function findTextFault(batch: Batch): FieldError | undefined {
  const { rows: _, ...texts } = batch
  return findIllFormed(texts, '') ?? findNul(batch)
}

function findIllFormed(value: unknown, pointer: string): FieldError | undefined {
  if (typeof value === 'string') {
    return value.isWellFormed() ? undefined : { pointer, detail: 'contains a lone surrogate' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    if (!key.isWellFormed()) return { pointer, detail: 'has a key with a lone surrogate' }
    const fault = findIllFormed(part, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** User ids and tags are text columns, and PostgreSQL's text cannot hold NUL. */
function findNul({ user_id, tags }: Batch): FieldError | undefined {
  if (user_id?.includes('\0')) return { pointer: '/user_id', detail: 'contains a NUL character' }
  const index = tags?.findIndex((tag) => tag.includes('\0')) ?? -1
  return index === -1 ? undefined : { pointer: `/tags/${index}`, detail: 'contains a NUL character' }
}
