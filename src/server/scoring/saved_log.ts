/**
 * The event log as it is kept: JSON with one entry a line. JSON escapes every line break inside a text, so entries
 * can be counted and cut without parsing them.
 */
import type { EventEntry } from '../../contract/session.ts'

const BETWEEN = ',\n'

export function writeLog(log: readonly EventEntry[]): string {
  return `[${log.map((entry) => JSON.stringify(entry)).join(BETWEEN)}]`
}

export function countEntries(saved: string): number {
  if (saved === '[]') return 0
  let count = 1
  for (let at = saved.indexOf(BETWEEN); at !== -1; at = saved.indexOf(BETWEEN, at + 1)) count++
  return count
}

/** The newest entries, at most `limit`, oldest of them first. */
export function newestEntries(saved: string, limit: number): string {
  let from = saved.length
  for (let seen = 0; seen < limit; seen++) {
    from = saved.lastIndexOf(BETWEEN, from - 1)
    if (from === -1) return saved
  }
  return `[${saved.slice(from + BETWEEN.length)}`
}

/** `limit` entries after the first `skip`. */
export function entriesAfter(saved: string, skip: number, limit: number): string {
  if (saved === '[]') return saved
  const start = entryStart(saved, 1, skip)
  if (start === -1) return '[]'
  const end = entryStart(saved, start, limit)
  return `[${end === -1 ? saved.slice(start) : `${saved.slice(start, end - BETWEEN.length)}]`}`
}

/** Where the entry that comes `count` entries after the one at `from` begins; -1: there is none. */
function entryStart(saved: string, from: number, count: number): number {
  let at = from
  for (let seen = 0; seen < count; seen++) {
    const border = saved.indexOf(BETWEEN, at)
    if (border === -1) return -1
    at = border + BETWEEN.length
  }
  return at
}

/** As it goes over the wire. */
export const compact = (saved: string): string => saved.replaceAll(BETWEEN, ',')
