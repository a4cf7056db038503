/**
 * Fingers take their own time for each pair of letters: `th` is quick, `mp` is slow, a new word slower still. The same
 * pairs are quick and slow for nearly everybody; a loop that draws its delays knows nothing of them.
 */
import stored from './letter_pairs.json' with { type: 'json' }

export interface PairGap {
  /** The character before and the one that came after the gap. */
  readonly pair: string
  readonly gapMs: number
}

const TIMES: ReadonlyMap<string, number> = new Map(Object.entries(stored.times))

/** Pairs that are listed, below which their agreement is chance. Other scripts have none, and nothing is said of them. */
const MIN_LISTED = 20

/** A gap longer than this many times the median was no longer about the keys. */
const MOST_OFFSET = 1.5

/** How much longer than the median each gap was, as a natural logarithm. */
export function pairOffsets(gaps: readonly PairGap[]): { pair: string; offset: number }[] {
  const logs = gaps.map(({ gapMs }) => Math.log(Math.max(1, gapMs)))
  const middle = logs.toSorted((a, b) => a - b)[logs.length >> 1] ?? 0
  return gaps.map(({ pair }, at) => ({
    pair: pair.toLowerCase(),
    offset: Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, (logs[at] as number) - middle)),
  }))
}

/** Correlation with the times of people: some 0.45 for hands, about 0 for a loop; null where too few pairs are listed. */
export function pairFit(gaps: readonly PairGap[], times = TIMES): number | null {
  const known = pairOffsets(gaps).flatMap(({ pair, offset }) => {
    const usual = times.get(pair)
    return usual === undefined ? [] : [[usual, offset] as const]
  })
  if (known.length < MIN_LISTED) return null
  const usualMean = known.reduce((sum, [usual]) => sum + usual, 0) / known.length
  const offsetMean = known.reduce((sum, [, offset]) => sum + offset, 0) / known.length
  let together = 0
  let usualSquares = 0
  let offsetSquares = 0
  for (const [usual, offset] of known) {
    together += (usual - usualMean) * (offset - offsetMean)
    usualSquares += (usual - usualMean) ** 2
    offsetSquares += (offset - offsetMean) ** 2
  }
  const scale = Math.sqrt(usualSquares * offsetSquares)
  return scale === 0 ? 0 : together / scale
}

/** What a history's evenness is told by. */
export interface EvennessNumbers {
  readonly longestMs: number
  readonly ninetyFifthMs: number
  readonly medianMs: number
  readonly correctionsPerGap: number
  readonly pairFit: number
}

const MOST_CORRECTIONS_PER_GAP = 0.2

/** Each of them grows with a hand's ways. */
export function evennessInputs(numbers: EvennessNumbers): number[] {
  const timesMedian = (ms: number) => Math.log(Math.max(1, ms) / Math.max(1, numbers.medianMs))
  return [
    timesMedian(numbers.longestMs),
    timesMedian(numbers.ninetyFifthMs),
    Math.min(MOST_CORRECTIONS_PER_GAP, numbers.correctionsPerGap),
    numbers.pairFit,
  ]
}

/** Gaps as even as no hand's that knows its letters, by the weights that tell people from loops. */
export function isEven(numbers: EvennessNumbers): boolean {
  const { bias, weights, limit } = stored.evenness
  const sum = evennessInputs(numbers).reduce((sum, input, at) => sum + input * (weights[at] as number), bias)
  return sum > limit
}
