/** Session facts: the part of a report that lists and filters use, and from which a score can be recomputed. */
import { harmlessOf, isConfirmed, type Outcome, strengthOf } from '../../checks/check.ts'
import type { SessionOutcomes } from '../../checks/session.ts'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { CHECK_BITS, type SessionCheckName } from '../../contract/checks.ts'
import { isCompared, type LinkScope } from '../../contract/linked_sessions.ts'
import { INPUT_METHODS, type SessionFacts } from '../../contract/session_facts.ts'
import { browserName, systemName } from '../../features/session/browser_name.ts'
import { referrerOf } from '../../features/session/referrer.ts'
import { textSignal, userAgentOf } from '../../features/session/signal_text.ts'
import { durationOf } from '../../features/session/span.ts'
import type { MadeReport } from '../../report/report.ts'
import { maskOf } from '../../risk/acceptance.ts'

/** Increase it when the same report would yield other facts. */
export const FACTS_VERSION = '11'

/** In the order of their bits, which the stored strengths follow. */
export const CHECKS_BY_BIT = (Object.keys(CHECK_BITS) as SessionCheckName[]).sort(
  (a, b) => CHECK_BITS[a] - CHECK_BITS[b],
) as readonly SessionCheckName[]

export const hasCheck = (mask: number, check: SessionCheckName): boolean =>
  (mask & (1 << CHECK_BITS[check])) !== 0

/** Enough to find a session by a page it visited. */
const MAX_ROUTES = 50
const MAX_ROUTE_CHARS = 120
/** Begins the path of a survey link. */
const SURVEY_LINK = '/link/'

export function factsOf(
  { outcomes, features, missing, assessment }: MadeReport,
  batches: readonly RecordedBatch[],
  scope: LinkScope,
): Omit<SessionFacts, 'savedAt'> {
  const isSurvey = isOfSurvey(batches)
  // Sketches of typing and movement exist only to compare sessions.
  const isKept = isCompared(scope, isSurvey)
  const bits = (holds: (outcome: Outcome) => boolean) =>
    CHECKS_BY_BIT.reduce((mask, name) => (holds(outcomes[name]) ? mask | (1 << CHECK_BITS[name]) : mask), 0)
  return {
    detected: bits(({ result }) => result === 'Detected'),
    unknown: bits(({ result }) => result === 'Unknown'),
    proven: bits((outcome) => outcome.result === 'Detected' && outcome.proof === true),
    confirmed: bits(isConfirmed),
    strengths: CHECKS_BY_BIT.map((name) => strengthOf(outcomes[name])),
    harmless: withoutTrailingZeros(CHECKS_BY_BIT.map((name) => harmlessOf(outcomes[name]))),
    missing: maskOf(missing),
    country: features.network.facts.findLast(({ country }) => country !== null)?.country ?? null,
    browser: browserName(userAgentOf(batches)),
    system: systemName(userAgentOf(batches)),
    referrer: referrerOf(batches),
    device: textSignal(batches, 'fingerprint_id'),
    rhythm: isKept ? features.rhythm : null,
    mousePath: isKept ? features.mousePath : null,
    typingStatistics: isKept ? features.typingStatistics : null,
    survey: Number(isSurvey),
    inputs: INPUT_METHODS.reduce(
      (mask, method, bit) => (features.seen[method] > 0 ? mask | (1 << bit) : mask),
      0,
    ),
    routes: routesOf(batches),
    reason: assessment.contributions.find(({ points }) => points > 0)?.check ?? null,
    activity: features.activity,
    durationMs: durationOf(batches),
  }
}

export function outcomesOf(facts: SessionFacts): SessionOutcomes {
  return Object.fromEntries(
    CHECKS_BY_BIT.map((name, index): [string, Outcome] => {
      if (hasCheck(facts.unknown, name)) return [name, { result: 'Unknown', evidence: '' }]
      const found = {
        strength: facts.strengths[index] ?? 0,
        harmless: facts.harmless[index] ?? 0,
        evidence: '',
      }
      if (!hasCheck(facts.detected, name)) return [name, { result: 'Not detected', ...found }]
      return [
        name,
        {
          result: 'Detected',
          ...found,
          ...(hasCheck(facts.proven, name) && { proof: true }),
          ...(hasCheck(facts.confirmed, name) && { confirmed: true }),
        },
      ]
    }),
  ) as SessionOutcomes
}

/** Most sessions have none. */
const withoutTrailingZeros = (numbers: readonly number[]): number[] =>
  numbers.slice(0, numbers.findLastIndex((one) => one !== 0) + 1)

export function detectedChecks(detected: number): SessionCheckName[] {
  return CHECKS_BY_BIT.filter((name) => hasCheck(detected, name))
}

const isOfSurvey = (batches: readonly RecordedBatch[]): boolean =>
  batches.some(
    ({ batch: { edits = [], names } }) =>
      edits.length > 0 ||
      names.some(
        ([role, label]) => role === 'question' || (role === 'path' && label.startsWith(SURVEY_LINK)),
      ),
  )

function routesOf(batches: readonly RecordedBatch[]): string[] {
  const paths = new Set<string>()
  for (const { batch } of batches) {
    for (const [role, label] of batch.names) if (role === 'path') paths.add(label.slice(0, MAX_ROUTE_CHARS))
    if (paths.size >= MAX_ROUTES) break
  }
  return [...paths].slice(0, MAX_ROUTES)
}
