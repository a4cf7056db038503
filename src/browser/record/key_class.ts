/** Maps a key to its class; only the class is ever sent. */
import { KEY_CLASS } from '../../contract/batch/rows.ts'

/** In the order of the classes, from Backspace. */
const NAMED = [
  /Backs/,
  /Delete/,
  /Enter/,
  /Tab/,
  /Esc/,
  /Arrow/,
  /Home|End|Page/,
  /Shift/,
  /Contr|Alt|Meta|Lock|Fn/,
  /^F\d/,
]

/** `isHidden`: the key goes into a secret field, so its character has no class. */
export function classOf(key: string, isHidden: boolean): number {
  if (/^[A-Z]./.test(key)) {
    const found = NAMED.findIndex((name) => name.test(key))
    return found < 0
      ? /Unid|Proc/.test(key)
        ? KEY_CLASS.hidden
        : KEY_CLASS.other
      : found + KEY_CLASS.backspace
  }
  const upper = key.toUpperCase()
  return isHidden
    ? KEY_CLASS.hidden
    : /\s/.test(key)
      ? KEY_CLASS.space
      : /\p{Nd}/u.test(key)
        ? KEY_CLASS.digit
        : !/\p{L}/u.test(key)
          ? KEY_CLASS.punctuation
          : upper === key.toLowerCase()
            ? KEY_CLASS.letter
            : upper === key
              ? KEY_CLASS.upper
              : KEY_CLASS.lower
}
