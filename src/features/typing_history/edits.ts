/** What changed between one recorded text and the next. */
import type { HistoryEntry } from './entries.ts'

export interface Edit {
  readonly atMs: number
  /** Since the entry before; null for the first. */
  readonly gapMs: number | null
  readonly position: number
  readonly removed: string
  readonly inserted: string
  /** The inserted text had stood in the field before: undone, redone, or moved. */
  readonly restored: boolean
}

/** Shorter strings turn up again by chance. */
const RESTORED_CHARS = 8

/** Texts that are remembered for what may come back: nobody undoes further than this, and looking costs time. */
const REMEMBERED_TEXTS = 20

export function editsOf(entries: readonly HistoryEntry[]): Edit[] {
  const edits: Edit[] = []
  /** Texts that stood before something was removed from them: what may come back. */
  const lost: string[] = []
  let before = ''
  let lastMs: number | null = null
  for (const { text, atMs } of entries) {
    if (text === before) continue
    let start = 0
    const shorter = Math.min(before.length, text.length)
    while (start < shorter && before.charCodeAt(start) === text.charCodeAt(start)) start++
    let end = 0
    while (
      end < shorter - start &&
      before.charCodeAt(before.length - 1 - end) === text.charCodeAt(text.length - 1 - end)
    ) {
      end++
    }
    const removed = before.slice(start, before.length - end)
    const inserted = text.slice(start, text.length - end)
    const restored = inserted.length >= RESTORED_CHARS && lost.some((earlier) => earlier.includes(inserted))
    edits.push({
      atMs,
      gapMs: lastMs === null ? null : atMs - lastMs,
      position: start,
      removed,
      inserted,
      restored,
    })
    if (removed !== '') {
      // A text that only loses its last letters one by one is remembered once, as it was before.
      if (lost.at(-1)?.startsWith(before) !== true) lost.push(before)
      if (lost.length > REMEMBERED_TEXTS) lost.shift()
    }
    before = text
    lastMs = atMs
  }
  return edits
}
