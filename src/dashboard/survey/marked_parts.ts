/** Splits an answer into the parts behind failed checks, and the rest. */
import type { ExplainedCheck } from '../../contract/survey.ts'

export interface MarkedPart {
  /** In characters of the answer. */
  readonly start: number
  readonly text: string
  /** Names of the failed checks; empty for an unmarked part. */
  readonly checks: readonly string[]
}

export function markedParts(answer: string, results: readonly ExplainedCheck[]): MarkedPart[] {
  const characters = [...answer]
  // The answer may be cut.
  const marks = results.flatMap(({ check, spans }) =>
    (spans ?? [])
      .filter(({ start }) => start < characters.length)
      .map(({ start, end }) => ({ check, start, end: Math.min(end, characters.length) })),
  )
  const borders = [0, ...marks.flatMap(({ start, end }) => [start, end]), characters.length]
  const sorted = [...new Set(borders)].sort((a, b) => a - b)
  return sorted.slice(0, -1).map((start, at) => ({
    start,
    text: characters.slice(start, sorted[at + 1]).join(''),
    checks: [
      ...new Set(marks.filter((mark) => mark.start <= start && start < mark.end).map(({ check }) => check)),
    ],
  }))
}
