/** Session facts: the part of a report that lists and filters use, and from which a score can be recomputed. */
import type { Outcome } from '../../checks/check.ts'
import type { SessionOutcomes } from '../../checks/session.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../../contract/checks.ts'
import type { RecordedBatch } from '../../contract/codec.ts'
import { browserName } from '../../features/session/browser_name.ts'
import type { Coverage } from '../../features/session/session.ts'
import { textSignal, userAgentOf } from '../../features/session/signal_text.ts'
import type { MadeReport } from '../../report/report.ts'
import type { SessionFacts } from '../../store/facts.ts'

/** Increase it when the same report would yield other facts. */
export const FACTS_VERSION = '1'

/** In the order of their bits. */
export const CHECK_BITS: readonly SessionCheckName[] = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]

/** Enough to find a session by a page it visited. */
const MAX_ROUTES = 50
const MAX_ROUTE_CHARS = 120

export function factsOf(
  { outcomes, features }: MadeReport,
  batches: readonly RecordedBatch[],
): Omit<SessionFacts, 'savedAt'> {
  const bits = (holds: (outcome: Outcome) => boolean) =>
    CHECK_BITS.reduce((sum, name, bit) => (holds(outcomes[name]) ? sum | (1 << bit) : sum), 0)
  const { gaps, tampered, ended } = features.coverage
  return {
    detected: bits(({ result }) => result === 'Detected'),
    unknown: bits(({ result }) => result === 'Unknown'),
    proven: bits((outcome) => outcome.result === 'Detected' && outcome.proof === true),
    strengths: CHECK_BITS.flatMap((name) => {
      const outcome = outcomes[name]
      return outcome.result === 'Detected' ? [outcome.strength] : []
    }),
    incomplete: gaps > 0 || tampered > 0 || !ended,
    country: features.network.facts.findLast(({ country }) => country !== null)?.country ?? null,
    browser: browserName(userAgentOf(batches)),
    device: textSignal(batches, 'fingerprint_id'),
    routes: routesOf(batches),
  }
}

export function outcomesOf(facts: SessionFacts): SessionOutcomes {
  const strengths = facts.strengths.values()
  return Object.fromEntries(
    CHECK_BITS.map((name, bit): [string, Outcome] => {
      const has = (mask: number) => (mask & (1 << bit)) !== 0
      if (has(facts.unknown)) return [name, { result: 'Unknown', evidence: '' }]
      if (!has(facts.detected)) return [name, { result: 'Not detected', evidence: '' }]
      const strength = strengths.next().value ?? 1
      const outcome = { result: 'Detected', strength, evidence: '' } as const
      return [name, has(facts.proven) ? { ...outcome, proof: true } : outcome]
    }),
  ) as SessionOutcomes
}

/** The part of the coverage that an assessment uses. */
export const coverageOf = ({ incomplete }: SessionFacts): Coverage => ({
  events: 0,
  gaps: incomplete ? 1 : 0,
  tampered: 0,
  ended: !incomplete,
})

export function detectedChecks(detected: number): SessionCheckName[] {
  return CHECK_BITS.filter((_, bit) => (detected & (1 << bit)) !== 0)
}

function routesOf(batches: readonly RecordedBatch[]): string[] {
  const paths = new Set<string>()
  for (const { batch } of batches) {
    for (const [role, label] of batch.names) if (role === 'path') paths.add(label.slice(0, MAX_ROUTE_CHARS))
    if (paths.size >= MAX_ROUTES) break
  }
  return [...paths].slice(0, MAX_ROUTES)
}
