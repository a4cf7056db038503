/** Nesting is measured before parsing: a parser spends twenty times longer on brackets than on events. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_SQUARE = 0x5b
const CLOSE_SQUARE = 0x5d
const OPEN_CURLY = 0x7b
const CLOSE_CURLY = 0x7d

/** 1 opens, 2 closes, 3 quotes, 0 is anything else: most bytes are dismissed by one look into this table. */
const KIND = new Uint8Array(256)
KIND[OPEN_SQUARE] = KIND[OPEN_CURLY] = 1
KIND[CLOSE_SQUARE] = KIND[CLOSE_CURLY] = 2
KIND[QUOTE] = 3

/** One pass. All bytes of a multi-byte character are above these, so bytes will do. */
export function isDeeperThan(json: Uint8Array, most: number): boolean {
  const { length } = json
  let depth = 0
  for (let at = 0; at < length; at++) {
    const kind = KIND[json[at] as number]
    if (kind === 0) continue
    if (kind === 1) {
      if (++depth > most) return true
    } else if (kind === 2) {
      depth--
    } else {
      for (at++; at < length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    }
  }
  return false
}
