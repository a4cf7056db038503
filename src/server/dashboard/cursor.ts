/** Opaque cursors for the pages of lists. */
import { invalid } from '../http/errors.ts'

export const writeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** `kinds`: the expected type of each part. */
export function readCursor<const Kinds extends readonly ('number' | 'string')[]>(
  text: string,
  kinds: Kinds,
  name = 'before',
): { [Index in keyof Kinds]: Kinds[Index] extends 'number' ? number : string } {
  let parts: unknown
  try {
    const bytes = Buffer.from(text, 'base64url')
    // Decoding ignores appended characters; encoding again shows them.
    if (bytes.toString('base64url') === text) parts = JSON.parse(bytes.toString())
  } catch {
    throw invalidCursor(name)
  }
  const isValid =
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every(
      (part, index) =>
        typeof part === kinds[index] && (typeof part !== 'number' || Number.isSafeInteger(part)),
    )
  if (!isValid) throw invalidCursor(name)
  return parts as never
}

const invalidCursor = (name: string) => invalid(name, 'must be a cursor from an earlier response')
