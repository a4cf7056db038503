/** The weight of each check: data, fitted by `research/fit` within the ranges of the same file. */
import type { SessionCheckName } from '../contract/checks.ts'
import fitted from './weights.json' with { type: 'json' }

type ByCheck<Value> = Readonly<Partial<Record<SessionCheckName, Value>>>

/** Checks of one group measure the same thing in several ways, so together they add no more than `cap`. */
export interface Group {
  readonly cap: number
  /** The cap if a check of the group has full strength: evidence that no aid or device explains. */
  readonly clearCap?: number
  /** The points of a check of the group that two independent kinds of evidence confirm, and the cap with it. */
  readonly confirmed?: number
  /** The group is about machine or network: it adds points, but only the rest can reach a band. */
  readonly isContext?: boolean
  readonly weights: ByCheck<number>
}

export interface Weights {
  /** Points for evidence that only automation leaves, whatever the check and its group. */
  readonly proof: number
  readonly groups: Readonly<Record<string, Group>>
}

/**
 * Groups, caps and ranges are policy, which no fit changes. Checks with a common innocent cause are in one group, and
 * no group reaches 50 alone. A switch device affects everything about rhythm, a screen reader everything about mouse
 * and page, a person with notes everything about pasting, a remote desktop everything about the machine.
 */
export interface WeightFile extends Weights {
  /** Identifies the fitted values. */
  readonly version: string
  readonly provenance: unknown
  readonly groups: Readonly<
    Record<string, Group & { readonly ranges: ByCheck<{ readonly least: number; readonly most: number }> }>
  >
}

export const WEIGHTS: WeightFile = fitted
