/** The known route that a wrong path most likely means. */

import { closestWord } from '../../contract/closest_word.ts'
import { elementAt } from '../../contract/element_at.ts'

/** The cost grows with the length of the path, which a stranger chooses. */
const MAX_CHARS = 200
const VERSION = 'v1'

/** Of one segment. A parameter fits any segment, but less well than its own name. */
const COST = { same: 0, parameter: 0.1, typo: 0.3, other: 1, missing: 0.6 } as const

/**
 * `/v1/session/x/report` means `/v1/sessions/:id/report`. Undefined: no route begins with such a name. The version may
 * be missing.
 */
export function nearestRoute(path: string, routes: readonly string[]): string | undefined {
  if (path.length > MAX_CHARS) return undefined
  const [first, ...wanted] = segmentsOf(path)
  if (first === undefined) return undefined
  let best: string | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (const route of routes) {
    const [name = '', ...known] = segmentsOf(route)
    const start = costOf(first, name)
    if (start === COST.other) continue
    const cost = start + distance(wanted, known)
    if (cost < bestCost) [best, bestCost] = [route, cost]
  }
  return best
}

const segmentsOf = (path: string): string[] =>
  path.split('/').filter((segment) => segment !== '' && segment !== VERSION)

function distance(wanted: readonly string[], known: readonly string[]): number {
  let above = Array.from({ length: known.length + 1 }, (_, index) => index * COST.missing)
  for (const [i, segment] of wanted.entries()) {
    const row = [(i + 1) * COST.missing]
    for (const [j, name] of known.entries()) {
      row.push(
        Math.min(
          elementAt(above, j) + costOf(segment, name),
          elementAt(above, j + 1) + COST.missing,
          elementAt(row, j) + COST.missing,
        ),
      )
    }
    above = row
  }
  return elementAt(above, known.length)
}

function costOf(segment: string, name: string): number {
  if (segment === name) return COST.same
  if (name.startsWith(':')) return COST.parameter
  return closestWord(segment, [name]) === undefined ? COST.other : COST.typo
}
