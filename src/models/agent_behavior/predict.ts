/**
 * A log-likelihood ratio, automation over person, for each window of behavior, summed over consecutive windows.
 * Weights are data, fitted by `research/fit`; `weights.json` contains their provenance.
 */
import fitted from './weights.json' with { type: 'json' }

export interface Part {
  readonly names: readonly string[]
  readonly center: readonly number[]
  readonly scale: readonly number[]
  readonly bias: number
  readonly linear: readonly number[]
  /** Empty for a linear model. */
  readonly square: readonly number[]
  /** For each number of consecutive windows, the sum from which a session counts as automation; the smallest first. */
  readonly stretches: readonly Stretch[]
  /** For the first few windows of a session, the sum that 0.5% of people exceed: weak evidence. */
  readonly beginnings?: readonly Beginning[]
}

export interface Beginning {
  readonly windows: number
  readonly from: number
}

export interface Stretch {
  readonly windows: number
  readonly enough: number
}

export interface AgentBehaviorModel {
  readonly version: string
  /** Values are clipped at this many deviations. */
  readonly oddest: number
  /** The limit for one window in either direction, so that one unusual paragraph does not decide. */
  readonly loudest: number
  readonly keys: Part
  readonly strokes: Part
}

export const MODEL: AgentBehaviorModel & { readonly provenance: unknown } = fitted

/** Natural logarithm of the ratio of likelihoods, automation over person. */
export function evidenceOf(window: readonly number[], part: Part, limits: Limits = MODEL): number {
  let sum = part.bias
  for (let i = 0; i < part.center.length; i++) {
    const odd = clip(
      ((window[i] as number) - (part.center[i] as number)) / (part.scale[i] as number),
      limits.oddest,
    )
    sum += (part.linear[i] as number) * odd + (part.square[i] ?? 0) * odd * odd
  }
  return clip(sum, limits.loudest)
}

type Limits = Pick<AgentBehaviorModel, 'oddest' | 'loudest'>

/** The number of windows without which there is no result. */
export const leastWindows = ({ stretches }: Part): number => (stretches[0] as Stretch).windows

/**
 * The highest sum of consecutive windows, as a share of the sum that counts as automation; 1 and more is automation.
 * Undefined with too few windows. It never falls as windows follow, and ordinary windows before do not lower it.
 */
export function suspicionOf(windows: readonly (readonly number[])[], part: Part): number | undefined {
  const sums = highestSums(windows, part)
  if (sums[0] === undefined) return undefined
  return Math.max(
    ...sums.map((sum, i) => (sum ?? Number.NEGATIVE_INFINITY) / (part.stretches[i] as Stretch).enough),
  )
}

/** For each stretch, the highest sum of so many consecutive windows; undefined with fewer. */
export function highestSums(
  windows: readonly (readonly number[])[],
  part: Part,
  limits: Limits = MODEL,
): (number | undefined)[] {
  const evidence = windows.map((window) => evidenceOf(window, part, limits))
  return part.stretches.map(({ windows: length }) => {
    if (evidence.length < length) return undefined
    let sum = 0
    let most = Number.NEGATIVE_INFINITY
    for (const [index, value] of evidence.entries()) {
      sum += value
      if (index >= length) sum -= evidence[index - length] as number
      if (index >= length - 1) most = Math.max(most, sum)
    }
    return most
  })
}

/**
 * How far the first windows of a session are on the way to automation, from 0 (as people) to 1. Few windows cannot
 * reach 1, because the same sum is needed however few they are. Windows that follow never lower it.
 */
export function earlySuspicionOf(windows: readonly (readonly number[])[], part: Part): number {
  const enough = (part.stretches[0] as Stretch).enough
  let highest = 0
  for (const { windows: length, from } of part.beginnings ?? []) {
    if (windows.length < length) continue
    const sum = windows.slice(0, length).reduce((total, window) => total + evidenceOf(window, part), 0)
    highest = Math.max(highest, (sum - from) / (enough - from))
  }
  return Math.min(1, highest)
}

const clip = (value: number, most: number): number => Math.max(-most, Math.min(most, value))
