/** Where the next page begins. Opaque to pages: they hand it back as they got it. */
import { invalid } from '../http/errors.ts'

export const writeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** `kinds`: what each part must be. */
export function readCursor<const Kinds extends readonly ('number' | 'string')[]>(
  text: string,
  kinds: Kinds,
  name = 'before',
): { [Index in keyof Kinds]: Kinds[Index] extends 'number' ? number : string } {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw notACursor(name)
  }
  const isOne =
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every(
      (part, index) =>
        typeof part === kinds[index] && (typeof part !== 'number' || Number.isSafeInteger(part)),
    )
  if (!isOne) throw notACursor(name)
  return parts as never
}

const notACursor = (name: string) => invalid(name, 'must be a cursor that this service gave')
