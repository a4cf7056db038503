/** The typing history of a question in order of time, without copy events. */
import type { ChangeEntry } from '../../contract/survey.ts'

export interface HistoryEntry {
  /** The field's text so far. */
  readonly text: string
  /** Milliseconds since the question's first event. */
  readonly atMs: number
  readonly mark?: EntryMark
}

/** How the browser made a change, if the tracker says so: `p` by a paste or drop, `a` by an aid (dictation, autocorrect). */
export type EntryMark = 'p' | 'a'

export interface HistoryRecord {
  readonly entries: readonly HistoryEntry[]
  /** Length of the history as JSON. Common trackers stop recording at a limit of it. */
  readonly jsonChars: number
}

/** Copy events hold the copied text instead of the field's text. */
const COPY = 'c'

/** Length of `{"s":"","t":1234},`. */
const ENTRY_OVERHEAD = 19

export function readHistory(history: readonly ChangeEntry[]): HistoryRecord {
  const entries: HistoryEntry[] = []
  for (const { s, t, o } of history) {
    if (o === COPY || s === undefined) continue
    entries.push(o === 'p' || o === 'a' ? { text: s, atMs: t, mark: o } : { text: s, atMs: t })
  }
  entries.sort((a, b) => a.atMs - b.atMs)
  return {
    entries,
    jsonChars: entries.reduce((sum, { text }) => sum + text.length + ENTRY_OVERHEAD, 0),
  }
}
