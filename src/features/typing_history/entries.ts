/** Brings a question's recorded history, in any of the shapes found in the wild, into one: entries in order of time. */

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

/** Null when there is nothing to read; a thing of the wrong shape is nothing to read. */
export function readHistory(value: unknown): HistoryRecord | null {
  const found: { entry: HistoryEntry; order: number }[] = []
  let copies = 0
  for (const item of flatten(parsed(value), 0)) {
    if (item.o === COPY) {
      copies++
    } else if (typeof item.s === 'string') {
      found.push({ entry: { text: item.s, atMs: item.t }, order: found.length })
    }
  }
  if (found.length === 0 && copies === 0) return null
  found.sort((a, b) => a.entry.atMs - b.entry.atMs || a.order - b.order)
  const jsonChars = typeof value === 'string' ? value.length : found.reduce(countJson, 0)
  return { entries: found.map(({ entry }) => entry), copies, jsonChars }
}

interface RawEntry {
  readonly s?: unknown
  readonly t: number
  readonly o?: unknown
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** An array of entries, arrays of such arrays, or an object keyed by time. Anything deeper is not a history. */
const MOST_NESTING = 4

function flatten(value: unknown, depth: number): RawEntry[] {
  if (value === null || typeof value !== 'object' || depth > MOST_NESTING) return []
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item, depth + 1))
  const entry = value as Record<string, unknown>
  if ('t' in entry || 's' in entry) {
    const t = Number(entry.t ?? 0)
    return Number.isFinite(t) ? [{ s: entry.s, t, o: entry.o }] : []
  }
  return Object.entries(entry).flatMap(([key, item]): RawEntry[] => {
    const t = Number(key)
    if (!Number.isFinite(t)) return flatten(item, depth + 1)
    if (typeof item === 'string') return [{ s: item, t }]
    return flatten(item, depth + 1).map((inner) => ({ ...inner, t: inner.t || t }))
  })
}

/** `{"s":"","t":1234},` around each text. */
const ENTRY_OVERHEAD = 19

function countJson(sum: number, { entry }: { entry: HistoryEntry }): number {
  return sum + entry.text.length + ENTRY_OVERHEAD
}
