/** Edits of an answer: its text at any time, and which characters were inserted in bulk. */
import type { TypingChange } from '../../contract/dashboard/surveys.ts'

/** Insertions of at least this length are bulk: longer than a word. */
export const BULK_CHARS = 20
/** Deleted text stays visible, struck through, for this long. */
export const STRIKETHROUGH_MS = 900

export type Origin = 'typed' | 'bulk'

export interface TextState {
  readonly text: string
  /** One letter per character of `text`: `t` for typed, `b` for bulk. */
  readonly origins: string
}

export interface Run {
  readonly text: string
  readonly origin: Origin | 'removed'
}

const NOTHING: TextState = { text: '', origins: '' }
/** A snapshot every so many changes bounds the work of seeking. */
const SNAPSHOT_INTERVAL = 200

export interface EditHistory {
  readonly changes: readonly TypingChange[]
  readonly snapshots: readonly TextState[]
  readonly durationMs: number
}

export function editHistory(changes: readonly TypingChange[]): EditHistory {
  const snapshots: TextState[] = [NOTHING]
  let written = NOTHING
  for (const [index, change] of changes.entries()) {
    written = applied(written, change)
    if ((index + 1) % SNAPSHOT_INTERVAL === 0) snapshots.push(written)
  }
  return { changes, snapshots, durationMs: changes.at(-1)?.[0] ?? 0 }
}

export const isBulk = ([, , , inserted]: TypingChange): boolean => inserted.length >= BULK_CHARS

function applied({ text, origins }: TextState, change: TypingChange): TextState {
  const [, position, removed, inserted] = change
  const put = (before: string, middle: string) =>
    before.slice(0, position) + middle + before.slice(position + removed)
  return {
    text: put(text, inserted),
    origins: put(origins, (isBulk(change) ? 'b' : 't').repeat(inserted.length)),
  }
}

/** The text after the first `count` changes. */
export function stateAfter({ changes, snapshots }: EditHistory, count: number): TextState {
  const from = Math.min(snapshots.length - 1, Math.floor(count / SNAPSHOT_INTERVAL))
  let written = snapshots[from] ?? NOTHING
  for (const change of changes.slice(from * SNAPSHOT_INTERVAL, count)) written = applied(written, change)
  return written
}

/** Number of changes up to a time. */
export function changesUntil({ changes }: EditHistory, atMs: number): number {
  const next = changes.findIndex(([t]) => t > atMs)
  return next === -1 ? changes.length : next
}

/** The text at a time, split into runs of one origin. Text deleted just before is included. */
export function runsAt(history: EditHistory, atMs: number): Run[] {
  const count = changesUntil(history, atMs)
  const { text, origins } = stateAfter(history, count)
  const last = history.changes[count - 1]
  const runs = split(text, origins)
  if (last === undefined || last[2] === 0 || atMs - last[0] >= STRIKETHROUGH_MS) return runs
  const [, position, removed] = last
  const gone = stateAfter(history, count - 1).text.slice(position, position + removed)
  return [
    ...split(text.slice(0, position), origins.slice(0, position)),
    { text: gone, origin: 'removed' },
    ...split(text.slice(position), origins.slice(position)),
  ]
}

function split(text: string, origins: string): Run[] {
  return [...origins.matchAll(/t+|b+/g)].map(({ 0: run, index }) => ({
    text: text.slice(index, index + run.length),
    origin: run.startsWith('b') ? 'bulk' : 'typed',
  }))
}

/** Shorter pauses are not marked on the axis. */
export const PAUSE_MS = 2_000

export function pausesOf({ changes }: EditHistory): { readonly from: number; readonly to: number }[] {
  return changes.flatMap(([t], i) => {
    const before = changes[i - 1]?.[0] ?? 0
    return t - before >= PAUSE_MS ? [{ from: before, to: t }] : []
  })
}
