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
  // Changed in place: a copy for every key would take longer than everything else here.
  const current = new Uint8Array(longestText(edits))
  let text = ''
  const lost: Field[] = []
  for (const edit of edits) {
    const { position, removed, inserted } = edit
    if (removed !== '' && lost.at(-1)?.text.startsWith(text) !== true) {
      lost.push({ text, origins: current.slice(0, text.length) })
      if (lost.length > KEPT_TEXTS) lost.shift()
    }
    const end = position + removed.length
    if (end < text.length) current.copyWithin(position + inserted.length, end, text.length)
    setOrigins(current, edit, lost)
    text = text.slice(0, position) + inserted + text.slice(end)
  }
  const origins = current.subarray(0, text.length)
  const bulkChars = origins.reduce((sum, origin) => sum + origin, 0)
  return { bulkChars, typedChars: origins.length - bulkChars, bulkParts: bulkPartsOf(origins) }
}

function longestText(edits: readonly Edit[]): number {
  let [length, longest] = [0, 0]
  for (const { removed, inserted } of edits) {
    length += inserted.length - removed.length
    longest = Math.max(longest, length)
  }
  return longest
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

function setOrigins(current: Uint8Array, edit: Edit, lost: readonly Field[]): void {
  const { position, inserted } = edit
  const moved = inserted.trim()
  const before = edit.restored ? lost.findLast(({ text }) => text.includes(moved)) : undefined
  if (before !== undefined) {
    const at = before.text.indexOf(moved)
    const start = position + inserted.indexOf(moved)
    current.fill(TYPED, position, position + inserted.length)
    current.set(before.origins.subarray(at, at + moved.length), start)
  } else current.fill(kindOf(edit) === 'bulk' ? BULK : TYPED, position, position + inserted.length)
}
