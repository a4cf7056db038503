/** Opaque cursors for the pages of lists. Clients get one in a response and send it back in the next request. */
import { invalid } from './errors.ts'

export const encodeCursor = (text: string): string => Buffer.from(text).toString('base64url')

/** Empty for text that this service did not write: decoding alone ignores appended characters. */
export function decodeCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  return bytes.toString('base64url') === cursor ? bytes.toString() : ''
}

export const writeCursor = (parts: readonly (string | number)[]): string =>
  encodeCursor(JSON.stringify(parts))

/** `kinds`: the expected type of each part. */
export function readCursor<const Kinds extends readonly ('number' | 'string')[]>(
  text: string,
  kinds: Kinds,
): { [Index in keyof Kinds]: Kinds[Index] extends 'number' ? number : string } {
  let parts: unknown
  try {
    parts = JSON.parse(decodeCursor(text))
  } catch {
    throw invalidCursor('cursor')
  }
  const isValid =
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every(
      (part, index) =>
        typeof part === kinds[index] && (typeof part !== 'number' || Number.isSafeInteger(part)),
    )
  if (!isValid) throw invalidCursor('cursor')
  return parts as never
}

export const invalidCursor = (name: string) => invalid(name, 'must be a cursor from an earlier response')
