/** Nesting is measured before parsing: a parser spends twenty times longer on brackets than on events. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_SQUARE = 0x5b
const CLOSE_SQUARE = 0x5d
const OPEN_CURLY = 0x7b
const CLOSE_CURLY = 0x7d

/** One pass. All bytes of a multi-byte character are above these, so bytes will do. */
export function isDeeperThan(json: Uint8Array, most: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    } else if (byte === OPEN_SQUARE || byte === OPEN_CURLY) {
      if (++depth > most) return true
    } else if (byte === CLOSE_SQUARE || byte === CLOSE_CURLY) {
      depth--
    }
  }
  return false
}
