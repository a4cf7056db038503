/** An answer as it grows: the text at any moment, and which of its characters came in one piece. */
import type { TypingChange } from '../../contract/dashboard/surveys.ts'

/** More than one word can hold: text that came in one piece. */
export const BULK_CHARS = 20
/** A deletion stays visible, struck through, for this long. */
export const STRUCK_MS = 900

/** How a change's characters came. */
export type Origin = 'typed' | 'bulk'

export interface Written {
  readonly text: string
  /** As long as `text`: `t` where a character was typed, `b` where it came in bulk. */
  readonly origins: string
}

export interface Run {
  readonly text: string
  readonly origin: Origin | 'removed'
}

const NOTHING: Written = { text: '', origins: '' }
/** States are kept this far apart, so that no moment needs more changes than that to be found. */
const KEPT_EVERY = 200

export interface Growth {
  readonly changes: readonly TypingChange[]
  readonly kept: readonly Written[]
  readonly durationMs: number
}

export function growthOf(changes: readonly TypingChange[]): Growth {
  const kept: Written[] = [NOTHING]
  let written = NOTHING
  for (const [index, change] of changes.entries()) {
    written = applied(written, change)
    if ((index + 1) % KEPT_EVERY === 0) kept.push(written)
  }
  return { changes, kept, durationMs: changes.at(-1)?.[0] ?? 0 }
}

export const isBulk = ([, , , inserted]: TypingChange): boolean => inserted.length >= BULK_CHARS

function applied({ text, origins }: Written, change: TypingChange): Written {
  const [, position, removed, inserted] = change
  const put = (before: string, middle: string) =>
    before.slice(0, position) + middle + before.slice(position + removed)
  return {
    text: put(text, inserted),
    origins: put(origins, (isBulk(change) ? 'b' : 't').repeat(inserted.length)),
  }
}

/** After the first `count` changes. */
export function writtenAfter({ changes, kept }: Growth, count: number): Written {
  const from = Math.min(kept.length - 1, Math.floor(count / KEPT_EVERY))
  let written = kept[from] ?? NOTHING
  for (const change of changes.slice(from * KEPT_EVERY, count)) written = applied(written, change)
  return written
}

/** How many changes had happened by then. */
export function countAt({ changes }: Growth, atMs: number): number {
  const next = changes.findIndex(([t]) => t > atMs)
  return next === -1 ? changes.length : next
}

/** The text then, in runs of one origin; what was removed a moment ago still stands in its place. */
export function runsAt(growth: Growth, atMs: number): Run[] {
  const count = countAt(growth, atMs)
  const { text, origins } = writtenAfter(growth, count)
  const last = growth.changes[count - 1]
  const runs = split(text, origins)
  if (last === undefined || last[2] === 0 || atMs - last[0] >= STRUCK_MS) return runs
  const [, position, removed] = last
  const gone = writtenAfter(growth, count - 1).text.slice(position, position + removed)
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

/** Longer than this, a pause is named on the axis. */
export const PAUSE_MS = 2_000

export function pausesOf({ changes }: Growth): { readonly from: number; readonly to: number }[] {
  return changes.flatMap(([t], i) => {
    const before = changes[i - 1]?.[0] ?? 0
    return t - before >= PAUSE_MS ? [{ from: before, to: t }] : []
  })
}
