/** Positions of letters on a QWERTY keyboard, to recognize random keys. Other layouts differ little here. */

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const PLACE = new Map<string, readonly [number, number]>()
for (const [row, keys] of ROWS.entries()) {
  for (const [column, key] of [...keys].entries()) PLACE.set(key, [column + row * 0.5, row])
}

/** The distance to letters that are not on the keyboard. A key is about one unit wide. */
const FAR = 3

export function keyDistance(a: string, b: string): number {
  const from = PLACE.get(a)
  const to = PLACE.get(b)
  return from && to ? Math.hypot(from[0] - to[0], from[1] - to[1]) : FAR
}

export const HOME_ROW = ROWS[1] as string
export const LEFT_HAND = 'qwertasdfgzxcvb'
