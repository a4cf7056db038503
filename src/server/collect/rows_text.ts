/**
 * The rows of a batch are most of its bytes: numbers between commas. They are read from where they stand, at less
 * than half of what a parser of any JSON takes. Whatever is not written as the script writes it is left to that parser.
 */
import { randomBytes } from 'node:crypto'
import type { FlatRows } from '../../contract/flat_rows.ts'
import { BATCH } from '../../contract/limits.ts'

/** Stands where the rows stood, so that what is left is JSON. Nobody outside can know it. */
export const PLACEHOLDER = randomBytes(16).toString('base64url')

export interface RowsText {
  /** Overwritten by the next text. */
  readonly rows: FlatRows
  /** The batch with the placeholder for its rows. */
  readonly rest: string
}

/** Larger batches are rare, and would make the scratch large for good. */
const MOST_BYTES = 64 * 1024

/** A key in this spelling cannot stand inside a text: there its quotes would be escaped. */
const KEY = Buffer.from('"rows":[')

const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39

/** A number and what ends it are two bytes at least. */
const values = new Float64Array(MOST_BYTES / 2)
const ends = new Uint32Array(BATCH.rows)

/** Undefined: not in the script's spelling. The first `rows` are read; whether they are the batch's is for the caller to see. */
export function readRowsText(bytes: Buffer): RowsText | undefined {
  if (bytes.length > MOST_BYTES) return undefined
  const key = bytes.indexOf(KEY)
  if (key === -1) return undefined
  const from = key + KEY.length - 1
  const to = scan(bytes, from)
  if (to === -1) return undefined
  const rest = `${bytes.toString('utf8', 0, from)}"${PLACEHOLDER}"${bytes.toString('utf8', to)}`
  return { rows: { count, values, ends }, rest }
}

let count = 0

/** From the opening bracket to the byte after the closing one; -1: something else came. */
function scan(bytes: Buffer, from: number): number {
  count = 0
  let at = from + 1
  if (bytes[at] === CLOSE) return at + 1
  let length = 0
  for (;;) {
    if (bytes[at++] !== OPEN || count === ends.length) return -1
    for (;;) {
      const isNegative = bytes[at] === MINUS
      if (isNegative) at++
      const first = at
      let value = 0
      let byte = bytes[at] as number
      while (byte >= ZERO && byte <= NINE) {
        value = value * 10 + (byte - ZERO)
        byte = bytes[++at] as number
      }
      // No digit at all, or a zero before others, is no number in JSON.
      if (at === first || (bytes[first] === ZERO && at > first + 1)) return -1
      values[length++] = isNegative ? -value : value
      at++
      if (byte === COMMA) continue
      if (byte === CLOSE) break
      return -1
    }
    ends[count++] = length
    const byte = bytes[at++]
    if (byte === CLOSE) return at
    if (byte !== COMMA) return -1
  }
}
