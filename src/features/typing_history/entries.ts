/** A question's recorded history in order of time, with what is not field text set apart. */
import type { ChangeEntry } from '../../contract/survey.ts'

export interface HistoryEntry {
  /** The field's text so far. */
  readonly text: string
  /** Milliseconds since the question's first event. */
  readonly atMs: number
}

export interface HistoryRecord {
  readonly entries: readonly HistoryEntry[]
  /** Copy events carry the copied text, not the field's: they are counted and set apart. */
  readonly copies: number
  /** Length of the history as JSON, the measure by which common trackers stop recording. */
  readonly jsonChars: number
}

const COPY = 'c'

/** `{"s":"","t":1234},` around each text. */
const ENTRY_OVERHEAD = 19

export function readHistory(history: readonly ChangeEntry[]): HistoryRecord {
  const entries = history
    .flatMap(({ s, t, o }): HistoryEntry[] => (o === COPY || s === undefined ? [] : [{ text: s, atMs: t }]))
    .sort((a, b) => a.atMs - b.atMs)
  return {
    entries,
    copies: history.filter(({ o }) => o === COPY).length,
    jsonChars: entries.reduce((sum, { text }) => sum + text.length + ENTRY_OVERHEAD, 0),
  }
}
