/** Measures nesting before parsing: a JSON parser is twenty times slower on brackets than on events. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_SQUARE = 0x5b
const CLOSE_SQUARE = 0x5d
const OPEN_CURLY = 0x7b
const CLOSE_CURLY = 0x7d

/** 1 opens, 2 closes, 3 quotes, 0 is any other byte; one lookup rules out most bytes. */
const KIND = new Uint8Array(256)
KIND[OPEN_SQUARE] = KIND[OPEN_CURLY] = 1
KIND[CLOSE_SQUARE] = KIND[CLOSE_CURLY] = 2
KIND[QUOTE] = 3

/** One pass over the bytes: all bytes of a multi-byte character differ from these. */
export function isDeeperThan(json: Uint8Array, max: number): boolean {
  const { length } = json
  let depth = 0
  for (let at = 0; at < length; at++) {
    const kind = KIND[json[at] as number]
    if (kind === 0) continue
    if (kind === 1) {
      if (++depth > max) return true
    } else if (kind === 2) {
      depth--
    } else {
      for (at++; at < length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    }
  }
  return false
}
