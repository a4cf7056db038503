/** Where the letters lie under a hand, for telling a hand at play from a word. QWERTY; others differ little here. */

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const PLACE = new Map<string, readonly [number, number]>()
for (const [row, keys] of ROWS.entries()) {
  for (const [column, key] of [...keys].entries()) PLACE.set(key, [column + row * 0.5, row])
}

/** A key is about one unit wide; letters that are not on the board count as far. */
const FAR = 3

export function keyDistance(a: string, b: string): number {
  const from = PLACE.get(a)
  const to = PLACE.get(b)
  return from && to ? Math.hypot(from[0] - to[0], from[1] - to[1]) : FAR
}

export const HOME_ROW = ROWS[1] as string
export const LEFT_HAND = 'qwertasdfgzxcvb'
