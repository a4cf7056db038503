/** Decides about a request by the rules of its path. */

import type { Assessment } from '../../src/server/signed_results/current_assessment.ts'
import { type ForwardAuthReason, type ForwardAuthRule, OUTCOMES, type Outcome } from './contract.ts'
import { isBelow, pathReadings, rulePath } from './path_readings.ts'

export type Policy = Pick<ForwardAuthRule, 'max_score' | 'on_unknown'>

/** For paths without a rule. */
const DEFAULT_POLICY: Policy = { on_unknown: 'review' }

export interface Decision {
  readonly outcome: Outcome
  readonly reason: ForwardAuthReason
}

/** The policies that may apply to a path, one for each rule that a reading of the path matches. */
export function policiesOf(rules: readonly ForwardAuthRule[], uri: string): Policy[] {
  const longestFirst = rules
    .map((rule) => ({ rule, path: rulePath(rule.path) }))
    .toSorted((a, b) => b.path.length - a.path.length)
  const found = new Set<Policy>()
  for (const reading of pathReadings(uri)) {
    found.add(longestFirst.find(({ path }) => isBelow(reading, path))?.rule ?? DEFAULT_POLICY)
  }
  return [...found]
}

/** The strictest decision of several policies. `seen`: the assessment, or the reason why there is none. */
export function decideRequest(policies: readonly Policy[], seen: Assessment | ForwardAuthReason): Decision {
  return policies
    .map((policy) => decisionOf(policy, seen))
    .reduce((a, b) => (OUTCOMES.indexOf(b.outcome) > OUTCOMES.indexOf(a.outcome) ? b : a))
}

function decisionOf({ max_score, on_unknown }: Policy, seen: Assessment | ForwardAuthReason): Decision {
  if (typeof seen === 'string') return { outcome: on_unknown, reason: seen }
  const { risk_score, decision } = seen
  const isTooRisky = decision === 'reject' || (max_score !== undefined && risk_score > max_score)
  if (isTooRisky) return { outcome: 'block', reason: 'too_risky' }
  if (decision === 'step_up') return { outcome: on_unknown, reason: 'step_up' }
  return { outcome: 'allow', reason: 'passed' }
}
