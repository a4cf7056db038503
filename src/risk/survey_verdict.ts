/**
 * The verdict on a survey participant: keep, review or remove. It follows from the results of the survey checks alone.
 *
 * Each failed check counts by its weight and its strength. Checks of one kind have common innocent causes, so the
 * strongest of a kind counts once. Kinds that agree add up: the severity is 1 - (1 - a)(1 - b)... over the kinds.
 */
import type { ExplainedCheck } from '../contract/survey.ts'
import { SURVEY_CHECK_KINDS, surveyCheckOf } from '../contract/survey_checks.ts'
import { REMOVE_SEVERITY, type Verdict } from '../contract/verdicts.ts'

export interface SurveyVerdict {
  readonly verdict: Verdict
  /** 0 to 1. */
  readonly severity: number
}

/** The part of an answer's analysis that the verdict needs. */
export interface JudgedAnswer {
  readonly id: string
  readonly results: readonly ExplainedCheck[]
  /** The effort that the answer shows, 1 to 10; null: does not count. */
  readonly rating: number | null
  /** A later participant copied the answer. */
  readonly copied?: boolean
  /** Counts as an answer that is missing. */
  readonly empty?: boolean
}

/** The setting of a survey: answers with at most this rating lead to a review if most answers have it. 0: off. */
export const DEFAULT_REVIEW_EFFORT = 1

/** `error`: a check could not run. Then the verdict is never keep. */
export function surveyVerdict(
  answers: readonly JudgedAnswer[],
  error: boolean,
  reviewEffort = DEFAULT_REVIEW_EFFORT,
): SurveyVerdict {
  const checks = answers.flatMap(({ results }) => results)
  const counted = [...checks, ...hintsIn(answers, reviewEffort)]
  const innocent = SURVEY_CHECK_KINDS.reduce((product, kind) => product * (1 - largest(kind, counted)), 1)
  const severity = hundredths(1 - innocent)
  const isFailed = counted.some(({ result }) => result === 'Detected')
  if (isFailed && severity >= REMOVE_SEVERITY) return { verdict: 'remove', severity }
  return { verdict: isFailed || error ? 'review' : 'keep', severity }
}

/** The first one may be the victim of the others. */
const FIRST_STRENGTH = 0.375

/** Reasons for a review that fail no check: they count like one. */
export function hintsIn(answers: readonly JudgedAnswer[], reviewEffort: number): ExplainedCheck[] {
  const ratings = answers.flatMap(({ rating }) => rating ?? [])
  const low = ratings.filter((rating) => rating <= reviewEffort).length
  const isEmpty = answers.length > 0 && answers.every(({ empty }) => empty)
  return [
    ...(isEmpty ? [hint('All responses empty', 1, 'No question was answered.')] : []),
    ...(2 * low > ratings.length ? [hint('Low-effort', 1, 'Most answers say almost nothing.')] : []),
    ...answers
      .filter(({ copied }) => copied)
      .map(({ id }) =>
        hint('Cross-duplicate response', FIRST_STRENGTH, `${id}: A later participant gave a similar answer.`),
      ),
  ]
}

const hint = (check: ExplainedCheck['check'], strength: number, evidence: string): ExplainedCheck => ({
  check,
  result: 'Detected',
  strength,
  evidence,
  spans: null,
})

/** How much a failed check counts in its kind. */
export function weightOfCheck({ check, result, strength }: ExplainedCheck): number {
  if (result !== 'Detected') return 0
  return strength * (surveyCheckOf(check)?.weight ?? 0)
}

const largest = (kind: (typeof SURVEY_CHECK_KINDS)[number], checks: readonly ExplainedCheck[]): number =>
  Math.max(0, ...checks.filter(({ check }) => surveyCheckOf(check)?.kind === kind).map(weightOfCheck))

export const hundredths = (value: number): number => Math.round(value * 100) / 100
