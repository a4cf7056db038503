/**
 * The event log as stored: JSON with one entry per line. JSON escapes line breaks inside strings, so entries can be
 * counted and sliced without parsing.
 */
import type { EventEntry } from '../../contract/session.ts'

const SEPARATOR = ',\n'

export function writeLog(log: readonly EventEntry[]): string {
  return `[${log.map((entry) => JSON.stringify(entry)).join(SEPARATOR)}]`
}

export function countEntries(saved: string): number {
  if (saved === '[]') return 0
  let count = 1
  for (let at = saved.indexOf(SEPARATOR); at !== -1; at = saved.indexOf(SEPARATOR, at + 1)) count++
  return count
}

/** The newest entries, at most `limit`, oldest of them first. */
export function newestEntries(saved: string, limit: number): string {
  let from = saved.length
  for (let seen = 0; seen < limit; seen++) {
    from = saved.lastIndexOf(SEPARATOR, from - 1)
    if (from === -1) return saved
  }
  return `[${saved.slice(from + SEPARATOR.length)}`
}

/** `limit` entries after the first `skip`. */
export function entriesAfter(saved: string, skip: number, limit: number): string {
  if (saved === '[]') return saved
  const start = entryStart(saved, 1, skip)
  if (start === -1) return '[]'
  const end = entryStart(saved, start, limit)
  return `[${end === -1 ? saved.slice(start) : `${saved.slice(start, end - SEPARATOR.length)}]`}`
}

/** The start of the entry `count` entries after the one at `from`; -1: there is none. */
function entryStart(saved: string, from: number, count: number): number {
  let at = from
  for (let seen = 0; seen < count; seen++) {
    const border = saved.indexOf(SEPARATOR, at)
    if (border === -1) return -1
    at = border + SEPARATOR.length
  }
  return at
}

/** Without line breaks, as in responses. */
export const compact = (saved: string): string => saved.replaceAll(SEPARATOR, ',')
