/** The rhythm of single keys: speed, regularity, and its dependence on letters. */
import { deviation, mean, sortedMany, variation } from '../statistics.ts'
import type { Edit } from './edits.ts'
import { pairFit } from './letter_pairs.ts'

export interface Rhythm {
  /** Number of gaps between typed characters, without pauses and repeated keys. */
  readonly gaps: number
  readonly medianGapMs: number
  /** Standard deviation over mean. */
  readonly variation: number
  /** The same without the longest 5%, because a busy computer stalls sometimes. */
  readonly trimmedVariation: number
  /** The 90th and 95th percentiles. */
  readonly ninetiethGapMs: number
  readonly ninetyFifthGapMs: number
  /** Number of gaps over half a second and over two seconds. */
  readonly halfSecondPauses: number
  readonly longPauses: number
  readonly longestPauseMs: number
  /** Over all edits. These ignore one or two stalls of the computer. */
  readonly thirdLongestPauseMs: number
  readonly fifthLongestPauseMs: number
  /** How much slower words start than continue, in standard errors; null: too few words. */
  readonly wordStartEffect: number | null
  /** Correlation of gaps and letter pairs, -1 to 1; null: too few listed pairs. */
  readonly pairFit: number | null
  /** Share of gaps under 20 ms: rare for rolled keys, usual for queued keys. */
  readonly instantShare: number
}

/** Longer gaps are pauses, which are not part of the rhythm. */
export const PAUSE_MS = 2_000
const HALF_SECOND_MS = 500
const INSTANT_MS = 20
const TRIMMED_SHARE = 0.95
const NINETIETH = 0.9
const NINETY_FIFTH = 0.95

/** The minimum number of gaps on each side of a comparison. */
const MIN_COMPARED = 8

export function rhythmOf(edits: readonly Edit[]): Rhythm {
  const gaps: number[] = []
  const logs: number[] = []
  const pairs: string[] = []
  const starts: number[] = []
  const inside: number[] = []
  let halfSecondPauses = 0
  let longPauses = 0
  const pauses: number[] = []
  let instant = 0
  let previous: Edit | null = null
  for (const edit of edits) {
    const gap = edit.gapMs
    if (gap !== null) {
      if (gap > HALF_SECOND_MS) halfSecondPauses++
      if (gap > PAUSE_MS) longPauses++
      pauses.push(gap)
    }
    if (isTyped(edit) && previous !== null && isTyped(previous) && gap !== null && gap <= PAUSE_MS) {
      if (
        edit.inserted !== previous.inserted &&
        edit.position === previous.position + previous.inserted.length
      ) {
        const log = Math.log(Math.max(1, gap))
        gaps.push(gap)
        logs.push(log)
        pairs.push(previous.inserted + edit.inserted)
        if (gap < INSTANT_MS) instant++
        if (isSpace(previous.inserted)) starts.push(log)
        else if (isLetter(edit.inserted) && isLetter(previous.inserted)) inside.push(log)
      }
    }
    previous = edit
  }
  const sorted = sortedMany(gaps)
  const longest = sortedMany(pauses).reverse()
  return {
    gaps: gaps.length,
    medianGapMs: middleOf(sorted),
    variation: variation(gaps),
    trimmedVariation: variation(sorted.subarray(0, Math.ceil(sorted.length * TRIMMED_SHARE))),
    ninetiethGapMs: sorted[Math.floor(sorted.length * NINETIETH)] ?? 0,
    ninetyFifthGapMs: sorted[Math.floor(sorted.length * NINETY_FIFTH)] ?? 0,
    halfSecondPauses,
    longPauses,
    longestPauseMs: longest[0] ?? 0,
    thirdLongestPauseMs: longest[2] ?? 0,
    fifthLongestPauseMs: longest[4] ?? 0,
    wordStartEffect: effect(starts, inside),
    pairFit: pairFit(pairs, logs),
    instantShare: gaps.length === 0 ? 0 : instant / gaps.length,
  }
}

/** Characters above this have two code units. */
const LAST_OF_ONE_UNIT = 0xffff

function isTyped(edit: Edit): boolean {
  const { removed, inserted } = edit
  if (removed !== '' || inserted === '' || inserted.length > 2) return false
  return inserted.length === 1 || (inserted.codePointAt(0) as number) > LAST_OF_ONE_UNIT
}

const LAST_ASCII = 0x7f

/** Of one character. Most keys are ASCII, which needs no regular expression. */
function isSpace(character: string): boolean {
  const code = character.charCodeAt(0)
  return code > LAST_ASCII ? /\s/.test(character) : code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isLetter(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code > LAST_ASCII) return /\p{L}/u.test(character)
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

/** Difference of the means in standard errors (Welch). */
function effect(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < MIN_COMPARED || b.length < MIN_COMPARED) return null
  const error = Math.sqrt(deviation(a) ** 2 / a.length + deviation(b) ** 2 / b.length)
  return error === 0 ? 0 : (mean(a) - mean(b)) / error
}

export const median = (values: readonly number[]): number => middleOf(sortedMany(values))

function middleOf(sorted: ArrayLike<number>): number {
  if (sorted.length === 0) return 0
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
