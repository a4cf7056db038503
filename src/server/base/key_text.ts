/**
 * Ids as the store keeps them. Databases cannot hold NUL or lone surrogates, and replacing them would let two ids become
 * one; such ids are written with JSON's escapes instead. An id with a backslash is escaped too, so that none collide.
 */
export function keyText(id: string): string {
  return /[\0\\]/.test(id) || !id.isWellFormed() ? JSON.stringify(id).slice(1, -1) : id
}

export function idOfKey(text: string): string {
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text
}
