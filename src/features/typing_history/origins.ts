/** How much of the final text was typed, and which parts came in bulk insertions. */
import type { Span } from '../../contract/survey.ts'
import type { Edit } from './edits.ts'
import { kindOf } from './insertions.ts'

export interface Origins {
  /** Remaining characters that came by key, by word or as a correction. */
  readonly typedChars: number
  /** Remaining characters that came in bulk. */
  readonly bulkChars: number
  /** The parts of the final text that came in bulk. */
  readonly bulkParts: readonly Span[]
}

const TYPED = 0
const BULK = 1

/** The same number as in `editsOf`. */
const KEPT_TEXTS = 20

interface Field {
  readonly text: string
  /** One per character of the text. */
  readonly origins: Uint8Array
}

/** Removed text does not count. Text that was cut and restored keeps its first origin. */
export function originsOf(edits: readonly Edit[]): Origins {
  let field: Field = { text: '', origins: new Uint8Array() }
  const lost: Field[] = []
  for (const edit of edits) {
    if (edit.removed !== '' && lost.at(-1)?.text.startsWith(field.text) !== true) {
      lost.push(field)
      if (lost.length > KEPT_TEXTS) lost.shift()
    }
    field = applied(field, edit, originsOfInserted(edit, lost))
  }
  const bulkChars = field.origins.reduce((sum, origin) => sum + origin, 0)
  return { bulkChars, typedChars: field.origins.length - bulkChars, bulkParts: bulkPartsOf(field.origins) }
}

function bulkPartsOf(origins: Uint8Array): Span[] {
  const parts: Span[] = []
  for (let start = origins.indexOf(BULK); start !== -1; start = origins.indexOf(BULK, start)) {
    const typed = origins.indexOf(TYPED, start)
    const end = typed === -1 ? origins.length : typed
    parts.push({ start, end })
    start = end
  }
  return parts
}

function originsOfInserted(edit: Edit, lost: readonly Field[]): Uint8Array {
  const { inserted } = edit
  if (edit.restored) {
    const before = lost.findLast(({ text }) => text.includes(inserted))
    const at = before?.text.indexOf(inserted) ?? -1
    if (before !== undefined && at >= 0) return before.origins.slice(at, at + inserted.length)
  }
  return new Uint8Array(inserted.length).fill(kindOf(edit) === 'bulk' ? BULK : TYPED)
}

function applied({ text, origins }: Field, { position, removed, inserted }: Edit, added: Uint8Array): Field {
  const next = new Uint8Array(origins.length - removed.length + inserted.length)
  next.set(origins.subarray(0, position))
  next.set(added, position)
  next.set(origins.subarray(position + removed.length), position + inserted.length)
  return {
    text: text.slice(0, position) + inserted + text.slice(position + removed.length),
    origins: next,
  }
}
