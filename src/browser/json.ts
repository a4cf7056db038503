/** A JSON writer, because pages replace `JSON.stringify` and add `toJSON` to arrays and strings. */

/** Undefined members are omitted, as in JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json }

const UNSAFE = /["\\\p{Cc}\p{Cs}]/gu

/** A lone surrogate becomes the replacement character. */
const escapeOf = (char: string): string =>
  char > '\ud7ff' ? '\ufffd' : `\\u00${`0${char.charCodeAt(0).toString(16)}`.slice(-2)}`

export function stringify(value: Json): string {
  if (typeof value === 'string') return `"${value.replace(UNSAFE, escapeOf)}"`
  if (Array.isArray(value)) return `[${value.map(stringify).join()}]`
  if (value && typeof value === 'object') {
    const members = value as { [key: string]: Json }
    const keys = Object.keys(value).filter((key) => members[key] !== undefined)
    return `{${keys.map((key) => `${stringify(key)}:${stringify(members[key])}`).join()}}`
  }
  return typeof value === 'number' && !(value - value === 0) ? 'null' : `${value}`
}
