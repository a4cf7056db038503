/** The splice that turns one text into another: position, removed length, inserted text. */
import { min } from '../natives.ts'

export interface Splice {
  readonly at: number
  readonly removedChars: number
  readonly inserted: string
}

/** `caret` (after the change, -1 unknown) decides which of several equal characters were typed. */
export function spliceBetween(before: string, after: string, caret: number): Splice {
  const shorter = min(before.length, after.length)
  let start = 0
  let end = 0
  const extendEnd = (limit: number): void => {
    while (end < limit && before[before.length - end - 1] === after[after.length - end - 1]) end++
  }
  extendEnd(caret < 0 ? 0 : min(shorter, after.length - caret))
  while (start < shorter - end && before[start] === after[start]) start++
  extendEnd(shorter - start)
  return {
    at: start,
    removedChars: before.length - start - end,
    inserted: after.slice(start, after.length - end),
  }
}

export const applySplice = (text: string, { at, removedChars, inserted }: Splice): string =>
  text.slice(0, at) + inserted + text.slice(at + removedChars)
