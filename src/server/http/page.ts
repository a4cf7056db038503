/** Pages of lists. The dashboard sends a cursor as `before`, the management API as `cursor`. */
import { Type } from 'typebox'
import { readCursor } from './cursor.ts'

/** Of the time and id of the last item. */
export const CURSOR_EXAMPLE = 'WzE3NDI5MTMwNTAyMTAsInE3WnIwblhrVDJtVmI0THc5c1ljSGciXQ'

export const Cursor = Type.Optional(
  Type.String({ maxLength: 800, description: '`next` of the previous page.', examples: [CURSOR_EXAMPLE] }),
)

export const limitOf = (maximum: number, byDefault: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: byDefault, description: 'Items per page.' }))

/** Parameters of a list without filters. */
export const CursorPage = Type.Object(
  { cursor: Cursor, limit: limitOf(100, 25) },
  { additionalProperties: false },
)

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
