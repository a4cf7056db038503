/** The change between two recorded texts. */

export type Change = readonly [position: number, removed: number, inserted: string]

/** The common prefix and suffix are unchanged; the text between them was replaced. */
export function changeBetween(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let start = 0
  // Nearly all changes append a character, and comparing whole strings is ten times as fast.
  if (after.slice(0, before.length) === before) start = before.length
  else while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let end = 0
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++
  }
  return [start, before.length - start - end, after.slice(start, after.length - end)]
}
