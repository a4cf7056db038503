/** Pages of lists. */
import { readCursor } from './cursor.ts'

export interface PageQuery {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** The place at which the page begins; undefined: at the start. */
export const placeOf = <const Kinds extends readonly ('number' | 'string')[]>(
  { cursor }: PageQuery,
  kinds: Kinds,
) => (cursor === undefined ? undefined : readCursor(cursor, kinds))
