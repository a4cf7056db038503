/**
 * The verdict on a survey participant: keep, review or remove. It follows from the results of the survey checks alone.
 *
 * Each failed check counts by its weight and its strength. Checks of one kind have common innocent causes, so the
 * strongest of a kind counts once. Kinds that agree add up: the severity is 1 - (1 - a)(1 - b)... over the kinds.
 */
import type { ExplainedCheck, Verdict } from '../contract/survey.ts'
import { SURVEY_CHECK_KINDS, surveyCheckOf } from '../contract/survey_checks.ts'

/** From this severity on, the verdict is remove. A check with this weight reaches it alone if it is certain. */
export const REMOVE_SEVERITY = 0.8

export interface SurveyVerdict {
  readonly verdict: Verdict
  /** 0 to 1. */
  readonly severity: number
}

/**
 * `checks`: the results of all answers of a participant. `error`: a check could not run. Then the verdict is never
 * keep. `minimal`: for each answer, whether it says almost nothing; null: does not count.
 */
export function surveyVerdict(
  checks: readonly ExplainedCheck[],
  error: boolean,
  minimal: readonly (boolean | null)[] = [],
): SurveyVerdict {
  const isLow = isMostlyMinimal(minimal)
  const counted = isLow ? [...checks, LOW_EFFORT] : checks
  const innocent = SURVEY_CHECK_KINDS.reduce((product, kind) => product * (1 - largest(kind, counted)), 1)
  const severity = hundredths(1 - innocent)
  const isFailed = isLow || checks.some(({ result }) => result === 'Detected')
  if (isFailed && severity >= REMOVE_SEVERITY) return { verdict: 'remove', severity }
  return { verdict: isFailed || error ? 'review' : 'keep', severity }
}

/** Most answers of a participant say almost nothing: the same as a failed Low-effort check. */
function isMostlyMinimal(minimal: readonly (boolean | null)[]): boolean {
  const counted = minimal.filter((one) => one !== null)
  return 2 * counted.filter((one) => one).length > counted.length
}

const LOW_EFFORT: ExplainedCheck = {
  check: 'Low-effort',
  result: 'Detected',
  strength: 1,
  evidence: 'Most answers say almost nothing.',
  spans: null,
}

/** How much a failed check counts in its kind. */
export function weightOfCheck({ check, result, strength }: ExplainedCheck): number {
  if (result !== 'Detected') return 0
  return strength * (surveyCheckOf(check)?.weight ?? 0)
}

const largest = (kind: (typeof SURVEY_CHECK_KINDS)[number], checks: readonly ExplainedCheck[]): number =>
  Math.max(0, ...checks.filter(({ check }) => surveyCheckOf(check)?.kind === kind).map(weightOfCheck))

export const hundredths = (value: number): number => Math.round(value * 100) / 100
