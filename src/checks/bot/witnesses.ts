/** Which traces count, and how far harmless causes explain them. */
import type { SessionFeatures } from '../../features/session/session.ts'
import { CAUSES, type Cause, MAX_BY_DEBUGGER } from './causes.ts'
import { type Finding, findAll } from './trace.ts'
import { TRACES } from './traces.ts'

/** A weaker trace is no independent evidence. */
const MIN_WITNESS = 0.35

/** Strongest first, with the weight that is left to them under the limit of their cause. */
export function findTraces(features: SessionFeatures): Finding[] {
  const left = new Map<Cause, number>()
  const found = findAll(TRACES, features)
  if (found.every(({ isUsual }) => isUsual)) return []
  return found
    .sort((a, b) => b.weight - a.weight)
    .map((finding) => {
      const { cause } = finding
      if (cause === undefined) return finding
      const most = left.get(cause) ?? (cause === 'tools' ? mostByTools(features) : CAUSES[cause].most)
      const weight = Math.min(finding.weight, most)
      left.set(cause, most - weight)
      return { ...finding, weight }
    })
}

function mostByTools({ device: { probedAtLoad, probedAtSubmit, hasPanel } }: SessionFeatures): number {
  if (!probedAtLoad && !probedAtSubmit) return CAUSES.tools.most
  return hasPanel ? MAX_BY_DEBUGGER.docked : MAX_BY_DEBUGGER.hidden
}

/**
 * Traces that no innocent circumstances explain: of different kinds, without a cause in common, and at least one of them
 * without any, because two circumstances often come together, such as developer tools and a privacy extension.
 */
export function countWitnesses(traces: readonly Finding[]): number {
  const free = traces.filter(({ cause }) => cause === undefined)
  const found: Finding[] = []
  // Those without a cause first: a new trace with one must not take the place of theirs.
  for (const trace of [...free, ...traces.filter(({ cause }) => cause !== undefined)]) {
    const isIndependent = found.every(
      ({ kind, cause }) => kind !== trace.kind && (cause === undefined || cause !== trace.cause),
    )
    if (isIndependent && trace.weight >= MIN_WITNESS) found.push(trace)
  }
  return found[0]?.cause === undefined ? found.length : 1
}

/**
 * The part of the traces that harmless circumstances may explain: all, or none if one of them is a witness that they do
 * not explain. None of 312 simulated people with native input has one.
 */
export function weightOfHarmless(traces: readonly Finding[]): number {
  const isExplained = ({ cause, weight }: Finding) => cause !== undefined || weight < MIN_WITNESS
  return traces.every(isExplained) ? weightOf(traces) : 0
}

export const weightOf = (traces: readonly Finding[]): number =>
  traces.reduce((sum, { weight }) => sum + weight, 0)
