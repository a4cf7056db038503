/** Whether a typing history covers its response. */

export type Coverage =
  /** The last recorded text is the response, apart from whitespace and quotes. */
  | 'complete'
  /** The tracker stopped early: the history covers the beginning. */
  | 'truncated'
  /** The history is not truncated, but does not contain most of the response. */
  | 'unexplained'
  /** The history and the response differ, but not by enough for a conclusion. */
  | 'differing'

/** Common trackers stop at 2,100 characters of JSON or later. This is lower, for other ways of counting. */
const SHORTEST_CUT_JSON_CHARS = 1_800

/** A smaller missing part can be an edit that the tracker did not record. */
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

/** Removes the changes that survey tools make: trimming, joined lines, other quotes. */
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
