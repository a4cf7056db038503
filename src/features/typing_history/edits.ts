/** The edits between recorded texts. */
import { changeBetween } from './change.ts'
import type { EntryMark, HistoryEntry } from './entries.ts'

export interface Edit {
  readonly atMs: number
  /** Since the previous entry; null for the first. */
  readonly gapMs: number | null
  readonly position: number
  readonly removed: string
  readonly inserted: string
  /** The inserted text was in the field before: undo, redo, or moved text. */
  readonly restored: boolean
  readonly mark?: EntryMark
}

/** Shorter strings recur by chance. */
const RESTORED_CHARS = 8

/** Earlier texts that are searched for restored text. People do not undo further, and searching costs time. */
const KEPT_TEXTS = 20

export function editsOf(entries: readonly HistoryEntry[]): Edit[] {
  const edits: Edit[] = []
  /** Texts before a removal, from which text may be restored. */
  const lost: string[] = []
  let before = ''
  let lastMs: number | null = null
  for (const { text, atMs, mark } of entries) {
    if (text === before) continue
    const [position, removedChars, inserted] = changeBetween(before, text)
    const removed = before.slice(position, position + removedChars)
    // A clause that is moved may take the space before or after it along.
    const moved = inserted.length < RESTORED_CHARS ? inserted : inserted.trim()
    const restored = moved.length >= RESTORED_CHARS && lost.some((earlier) => earlier.includes(moved))
    const gapMs = lastMs === null ? null : atMs - lastMs
    const edit = { atMs, gapMs, position, removed, inserted, restored }
    edits.push(mark ? { ...edit, mark } : edit)
    if (removed !== '') {
      // A text that loses its last letters one by one is kept once.
      if (lost.at(-1)?.startsWith(before) !== true) lost.push(before)
      if (lost.length > KEPT_TEXTS) lost.shift()
    }
    before = text
    lastMs = atMs
  }
  return edits
}

/** The gaps that are known. */
export function gapsOf(edits: readonly Pick<Edit, 'gapMs'>[]): number[] {
  const gaps: number[] = []
  for (const { gapMs } of edits) if (gapMs !== null) gaps.push(gapMs)
  return gaps
}
