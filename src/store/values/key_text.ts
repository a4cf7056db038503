/**
 * Ids as the store keeps them. Databases cannot store NUL or lone surrogates, and replacing them could make two ids
 * equal. Such ids are escaped as in JSON; ids with a backslash too, so that no two collide.
 */
export function keyText(id: string): string {
  return /[\0\\]/.test(id) || !id.isWellFormed() ? JSON.stringify(id).slice(1, -1) : id
}

export function idOfKey(text: string): string {
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text
}
