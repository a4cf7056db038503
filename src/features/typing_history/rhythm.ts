/** The rhythm of single keys: how fast, how regular, and whether the language shows in it. */
import type { Edit } from './edits.ts'

export interface Rhythm {
  /** Gaps between one typed character and the next, pauses and repeated keys left out. */
  readonly gaps: number
  readonly medianGapMs: number
  /** Standard deviation over mean. */
  readonly variation: number
  /** Standard deviation of the natural logarithm. */
  readonly logDeviation: number
  /** Gaps of any length over half a second and over two seconds. */
  readonly halfSecondPauses: number
  readonly longPauses: number
  readonly longestPauseMs: number
  /** How much slower words begin than they go on, in standard errors; people think between words, loops do not. */
  readonly wordStartEffect: number
  /** The same measure as `variation`, inside words only, and how many gaps that is. */
  readonly insideVariation: number
  readonly insideGaps: number
  /** Share of gaps under 20 ms: rolled keys are rare, queued keys are all like that. */
  readonly instantShare: number
}

/** Beyond this a gap is a pause, which has a length of its own and says nothing about rhythm. */
export const PAUSE_MS = 2_000
const HALF_SECOND_MS = 500
const INSTANT_MS = 20

/** Fewer gaps on either side of the comparison tell nothing. */
const MIN_COMPARED = 8

export function rhythmOf(edits: readonly Edit[]): Rhythm {
  const gaps: number[] = []
  const starts: number[] = []
  const inside: number[] = []
  const insideMs: number[] = []
  let halfSecondPauses = 0
  let longPauses = 0
  let longestPauseMs = 0
  let instant = 0
  let previous: Edit | null = null
  for (const edit of edits) {
    const gap = edit.gapMs
    if (gap !== null) {
      if (gap > HALF_SECOND_MS) halfSecondPauses++
      if (gap > PAUSE_MS) longPauses++
      longestPauseMs = Math.max(longestPauseMs, gap)
    }
    if (isTyped(edit) && previous !== null && isTyped(previous) && gap !== null && gap <= PAUSE_MS) {
      if (
        edit.inserted !== previous.inserted &&
        edit.position === previous.position + previous.inserted.length
      ) {
        gaps.push(gap)
        if (gap < INSTANT_MS) instant++
        const log = Math.log(Math.max(1, gap))
        if (/\s/.test(previous.inserted)) starts.push(log)
        else if (/\p{L}/u.test(edit.inserted) && /\p{L}/u.test(previous.inserted)) {
          inside.push(log)
          insideMs.push(gap)
        }
      }
    }
    previous = edit
  }
  const logs = gaps.map((gap) => Math.log(Math.max(1, gap)))
  return {
    gaps: gaps.length,
    medianGapMs: median(gaps),
    variation: variationOf(gaps),
    logDeviation: deviation(logs),
    halfSecondPauses,
    longPauses,
    longestPauseMs,
    wordStartEffect: effect(starts, inside),
    insideVariation: variationOf(insideMs),
    insideGaps: insideMs.length,
    instantShare: gaps.length === 0 ? 0 : instant / gaps.length,
  }
}

function variationOf(values: readonly number[]): number {
  const mean = average(values)
  return mean === 0 ? 0 : deviation(values) / mean
}

function isTyped(edit: Edit): boolean {
  return edit.removed === '' && [...edit.inserted].length === 1
}

/** Difference of the means in standard errors (Welch); 0 where too little is known. */
function effect(a: readonly number[], b: readonly number[]): number {
  if (a.length < MIN_COMPARED || b.length < MIN_COMPARED) return 0
  const error = Math.sqrt(deviation(a) ** 2 / a.length + deviation(b) ** 2 / b.length)
  return error === 0 ? 0 : (average(a) - average(b)) / error
}

export function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function deviation(values: readonly number[]): number {
  const mean = average(values)
  return Math.sqrt(average(values.map((value) => (value - mean) ** 2)))
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
