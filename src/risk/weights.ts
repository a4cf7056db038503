/** What each check weighs: fitted data, never written by hand. See `tools/fit`. */
import type { SessionCheckName } from '../contract/checks.ts'
import fitted from './weights.json' with { type: 'json' }

/** Checks of one group see the same thing from several sides, so together they carry no more than `cap`. */
export interface Group {
  readonly cap: number
  readonly weights: Readonly<Partial<Record<SessionCheckName, number>>>
}

export interface Weights {
  /** Points of what only automation can leave, whatever the check and its group. */
  readonly proof: number
  readonly groups: Readonly<Record<string, Group>>
}

export const WEIGHTS: Weights & { readonly version: string; readonly provenance: unknown } = fitted
