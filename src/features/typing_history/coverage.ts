/** Whether a history accounts for the response it came with. */

export type Coverage =
  /** The last recorded text is the response, give or take what survey tools trim. */
  | 'complete'
  /** The tracker stopped before the person did: what it saw is the beginning. */
  | 'truncated'
  /** The record is short, was not cut off, and most of the response never appeared in it. */
  | 'unexplained'
  /** The record and the response differ in ways that prove nothing. */
  | 'differing'

/** Common trackers stop at 2,100 characters of JSON or later; a little below, for other ways of counting. */
const SHORTEST_CUT_JSON_CHARS = 1_800

/** Less than this missing can be an edit the tracker did not see. */
const MIN_UNEXPLAINED_CHARS = 30
const MIN_UNEXPLAINED_SHARE = 0.5

export function coverageOf(lastText: string, response: string, jsonChars: number): Coverage {
  const seen = squeeze(lastText)
  const given = squeeze(response)
  if (seen === given) return 'complete'
  const start = sharedStart(seen, given)
  if (jsonChars >= SHORTEST_CUT_JSON_CHARS) {
    return start >= 0.9 * given.length && seen.length <= 1.1 * given.length ? 'complete' : 'truncated'
  }
  const missing = given.length - sharedStart(seen, given) - sharedEnd(seen, given)
  if (missing >= MIN_UNEXPLAINED_CHARS && missing >= MIN_UNEXPLAINED_SHARE * given.length)
    return 'unexplained'
  return missing <= 0.1 * given.length ? 'complete' : 'differing'
}

/** Survey tools trim, join lines and change quotes; none of that is typing. */
function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

function sharedEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length) - sharedStart(a, b)
  let length = 0
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++
  return length
}
