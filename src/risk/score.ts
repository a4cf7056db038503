/** Turns results into points. Monotone: a stronger result, or one more Detected, never lowers the score. */
import { strengthOf } from '../checks/check.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import type { SessionCheckName } from '../contract/checks.ts'
import type { Weights } from './weights.ts'

export type Overrides = Readonly<Partial<Record<SessionCheckName, number>>>

/** The points that one check adds. */
export interface Contribution {
  readonly check: SessionCheckName
  /** After the cap of its group. */
  readonly points: number
  /** The score if this check had found nothing. */
  readonly scoreWithout: number
}

export const MAX_SCORE = 100

export function score(outcomes: SessionOutcomes, weights: Weights, overrides: Overrides): number {
  let total = 0
  for (const group of groupsOf(outcomes, weights, overrides))
    total += group.proven + Math.min(group.cap, group.open)
  return Math.min(MAX_SCORE, Math.round(total))
}

/** Strongest first, without checks that add nothing. */
export function contributions(
  outcomes: SessionOutcomes,
  weights: Weights,
  overrides: Overrides,
): Contribution[] {
  const found: Contribution[] = []
  for (const group of groupsOf(outcomes, weights, overrides)) {
    const scale = group.open > group.cap ? group.cap / group.open : 1
    for (const { check, points, proof } of group.parts) {
      if (points === 0) continue
      const carried = proof ? points : points * scale
      const scoreWithout = score(outcomes, weights, { ...overrides, [check]: 0 })
      found.push({ check, points: Math.round(carried * 10) / 10, scoreWithout })
    }
  }
  return found.sort((a, b) => b.points - a.points)
}

interface Part {
  readonly check: SessionCheckName
  readonly points: number
  readonly proof: boolean
}

function groupsOf(outcomes: SessionOutcomes, weights: Weights, overrides: Overrides) {
  return Object.values(weights.groups).map((group) => {
    const parts: Part[] = []
    // A workspace may deliberately give a check more points than the cap of its group.
    // Only a check whose own weight exceeds the cap can be clear.
    const isClear = Object.entries(group.weights).some(
      ([name, weight]) => weight > group.cap && strengthOf(outcomes[name as SessionCheckName]) >= 1,
    )
    let cap = isClear ? (group.clearCap ?? group.cap) : group.cap
    for (const [name, weight] of Object.entries(group.weights)) {
      const check = name as SessionCheckName
      const outcome = outcomes[check]
      cap = Math.max(cap, overrides[check] ?? 0)
      const strength = strengthOf(outcome)
      if (strength <= 0) continue
      const proof = outcome.result === 'Detected' && outcome.proof === true
      const full = overrides[check] ?? (proof ? Math.max(weight, weights.proof) : weight)
      parts.push({ check, points: full * Math.min(1, strength), proof })
    }
    const sum = (wanted: boolean) =>
      parts.reduce((total, { points, proof }) => (proof === wanted ? total + points : total), 0)
    return { cap, parts, proven: sum(true), open: sum(false) }
  })
}
