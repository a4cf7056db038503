/**
 * The gap between two keys depends on the pair of letters: `th` is fast, `mp` is slow, the start of a word is slower. The
 * pattern is similar for nearly all people; random delays of a loop do not have it.
 */
import { correlation, sortedMany } from '../statistics.ts'
import stored from './letter_pairs.json' with { type: 'json' }

const TIMES: ReadonlyMap<string, number> = new Map(Object.entries(stored.times))

/** With fewer listed pairs, the correlation is chance. Other scripts have no listed pairs. */
const MIN_LISTED = 20

/** Offsets are clamped to this: longer gaps do not depend on the keys. */
const MOST_OFFSET = 1.5

/** `logs`: the natural logarithm of each gap. Returns each of them relative to the median. */
export function offsetsOf(logs: readonly number[]): number[] {
  const middle = sortedMany(logs)[logs.length >> 1] ?? 0
  return logs.map((log) => Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, log - middle)))
}

/**
 * Correlation with people's times: about 0.45 for people, about 0 for a loop; null: too few listed pairs. `pairs`: the
 * characters before and after each gap.
 */
export function pairFit(pairs: readonly string[], logs: readonly number[], times = TIMES): number | null {
  const usuals: number[] = []
  const offsets: number[] = []
  const all = offsetsOf(logs)
  for (let at = 0; at < pairs.length; at++) {
    const usual = times.get((pairs[at] as string).toLowerCase())
    if (usual === undefined) continue
    usuals.push(usual)
    offsets.push(all[at] as number)
  }
  if (usuals.length < MIN_LISTED) return null
  return correlation(usuals, offsets)
}

/** The inputs of the evenness score. */
export interface EvennessNumbers {
  readonly longestMs: number
  readonly ninetyFifthMs: number
  readonly medianMs: number
  readonly correctionsPerGap: number
  readonly pairFit: number
}

/** Over fewer gaps, people reach higher scores: 3.03 is the highest of 954 copied sentences of 60 to 80 gaps. */
const MANY_GAPS = 80
const FEW_GAPS_LIMIT = 3.1

const MOST_CORRECTIONS_PER_GAP = 0.2

/** All inputs are higher for people. */
export function evennessInputs(numbers: EvennessNumbers): number[] {
  const timesMedian = (ms: number) => Math.log(Math.max(1, ms) / Math.max(1, numbers.medianMs))
  return [
    timesMedian(numbers.longestMs),
    timesMedian(numbers.ninetyFifthMs),
    Math.min(MOST_CORRECTIONS_PER_GAP, numbers.correctionsPerGap),
    numbers.pairFit,
  ]
}

/** Whether the gaps are more regular than people's, by a model fitted on people and loops. */
export function isEven({ gaps, ...numbers }: EvennessNumbers & { readonly gaps: number }): boolean {
  const { bias, weights, limit } = stored.evenness
  const sum = evennessInputs(numbers).reduce((sum, input, at) => sum + input * (weights[at] as number), bias)
  return sum > (gaps < MANY_GAPS ? FEW_GAPS_LIMIT : limit)
}
