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

/** The longest run of neighboring keys of one row in one direction, such as "asdf" or "poiu". */
export function rowRun(word: string): number {
  return Math.max(0, ...rowRuns(word))
}

const LEAST_IN_RUN = 3

/** The share of the letters that are in such runs of at least three. */
export function shareInRowRuns(word: string): number {
  const inRuns = rowRuns(word).filter((length) => length >= LEAST_IN_RUN)
  return inRuns.reduce((sum, length) => sum + length, 0) / Math.max(1, word.length)
}

/** Lengths of the runs, which together make up the word. */
function rowRuns(word: string): number[] {
  const runs: number[] = []
  let direction = 0
  for (let at = 0; at < word.length; at++) {
    const step = at === 0 ? 0 : stepBetween(word[at - 1] as string, word[at] as string)
    const last = runs.length - 1
    const continues = step !== 0 && (step === direction || runs[last] === 1)
    if (continues) runs[last] = (runs[last] as number) + 1
    else runs.push(1)
    direction = continues ? step : 0
  }
  return runs
}

/** 1 or -1 for the next key to the right or left in the same row, otherwise 0. */
function stepBetween(a: string, b: string): number {
  const from = PLACE.get(a)
  const to = PLACE.get(b)
  if (from === undefined || to === undefined || from[1] !== to[1]) return 0
  const step = to[0] - from[0]
  return Math.abs(step) === 1 ? step : 0
}
