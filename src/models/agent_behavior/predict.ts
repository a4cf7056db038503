/**
 * A log-likelihood ratio, automation over person, for each window of behavior, summed over consecutive windows.
 * Weights are data, fitted by `tools/fit`; `weights.json` contains their provenance.
 */
import fitted from './weights.json' with { type: 'json' }

export interface Part {
  readonly names: readonly string[]
  readonly centre: readonly number[]
  readonly scale: readonly number[]
  readonly bias: number
  readonly linear: readonly number[]
  readonly square: readonly number[]
  /** The sum from which a session counts as automation. */
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
  for (let i = 0; i < part.centre.length; i++) {
    const odd = clip(
      ((window[i] as number) - (part.centre[i] as number)) / (part.scale[i] as number),
      limits.oddest,
    )
    sum += (part.linear[i] as number) * odd + (part.square[i] as number) * odd * odd
  }
  return clip(sum, limits.loudest)
}

/** Consecutive windows that are summed. */
export const STRETCH = 3

type Limits = Pick<AgentBehaviorModel, 'oddest' | 'loudest'>

/**
 * The highest sum of any `STRETCH` consecutive windows; undefined with fewer. It never falls as windows follow, and
 * ordinary windows before do not lower it.
 */
export function suspicionOf(
  windows: readonly (readonly number[])[],
  part: Part,
  limits: Limits = MODEL,
): number | undefined {
  if (windows.length < STRETCH) return undefined
  const evidence = windows.map((window) => evidenceOf(window, part, limits))
  let sum = 0
  let most = Number.NEGATIVE_INFINITY
  for (const [index, value] of evidence.entries()) {
    sum += value
    if (index >= STRETCH) sum -= evidence[index - STRETCH] as number
    if (index >= STRETCH - 1) most = Math.max(most, sum)
  }
  return most
}

const clip = (value: number, most: number): number => Math.max(-most, Math.min(most, value))
