/** Suggests the known word closest to a mistyped one. */
import { elementAt } from './element_at.ts'

/** The share of characters that may differ in a typo. */
const TYPO_SHARE = 0.25

export function closestWord(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.floor(word.length * TYPO_SHARE) + 1
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = elementAt(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, elementAt(above, j) + 1, elementAt(row, j - 1) + 1))
    }
    above = row
  }
  return elementAt(above, b.length)
}
