/** Parses untrusted JSON: a linear scan checks depth and size before parsing. */
import { SURVEY } from '../../../contract/limits.ts'
import { RequestFault } from './fault.ts'

/**
 * The longest real histories have about 170,000 values in 16 MiB, because each entry holds the text so far. A body with
 * more values than this is mostly punctuation and only costs time.
 */
const MAX_VALUES = 1_000_000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_SQUARE = 0x5b
const CLOSE_SQUARE = 0x5d
const OPEN_CURLY = 0x7b
const CLOSE_CURLY = 0x7d

export function parseJson(text: string, pointer: string): unknown {
  rejectHostileShape(text, pointer)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RequestFault(
      pointer,
      `is not valid JSON${placeOf(error)}`,
      pointer === '' ? 'invalid_json' : 'invalid_request',
    )
  }
}

/** The message of `JSON.parse` quotes the body; only the position is reported. */
function placeOf(error: unknown): string {
  const position = /position (\d+)/.exec(String(error))?.[1]
  return position === undefined ? '' : ` (at character ${position})`
}

function rejectHostileShape(text: string, pointer: string): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (code === OPEN_CURLY || code === OPEN_SQUARE) {
      depth++
      values++
      if (depth > SURVEY.depth) {
        throw new RequestFault(pointer, `is nested deeper than ${SURVEY.depth} levels`, 'body_too_deep')
      }
    } else if (code === CLOSE_CURLY || code === CLOSE_SQUARE) {
      depth--
    } else if (code === COMMA) {
      values++
    }
    if (values > MAX_VALUES)
      throw new RequestFault(pointer, `contains more than ${MAX_VALUES} values`, 'body_too_large')
  }
}

/** Index of the closing quote, or the end of the text; `JSON.parse` reports a missing quote. */
function endOfString(text: string, open: number): number {
  for (let at = open; ; ) {
    at = text.indexOf('"', at + 1)
    if (at === -1) return text.length
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((at - before) % 2 === 1) return at
  }
}
