/**
 * How much more a window of behavior looks like automation than like a person, and how that adds up.
 * Weights are data, fitted by `tools/fit`; see `weights.json` for where they come from.
 */
import fitted from './weights.json' with { type: 'json' }

export interface Part {
  readonly names: readonly string[]
  readonly centre: readonly number[]
  readonly scale: readonly number[]
  readonly bias: number
  readonly linear: readonly number[]
  readonly square: readonly number[]
  /** The running sum from which on a session is called automation. */
  readonly enough: number
}

export interface AgentBehaviorModel {
  readonly version: string
  /** Beyond this many deviations a number is as odd as it gets. */
  readonly oddest: number
  /** Most that one window may say either way: nobody is judged by one odd paragraph. */
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

/** Windows in a row that are judged together. */
export const STRETCH = 3

type Limits = Pick<AgentBehaviorModel, 'oddest' | 'loudest'>

/**
 * The most that any `STRETCH` windows in a row say together; undefined with fewer. It never falls as windows follow:
 * what was suspicious stays so, and an innocent hour before it does not buy it off.
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
