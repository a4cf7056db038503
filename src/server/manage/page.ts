/** Pages of lists. The dashboard sends a cursor as `before`, the management API as `cursor`. */
import { readCursor } from '../http/cursor.ts'

export interface PageQuery {
  readonly before?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** The place at which the page begins; undefined: at the start. */
export function placeOf<const Kinds extends readonly ('number' | 'string')[]>(
  { before, cursor }: PageQuery,
  kinds: Kinds,
) {
  if (cursor !== undefined) return readCursor(cursor, kinds, 'cursor')
  return before === undefined ? undefined : readCursor(before, kinds)
}
