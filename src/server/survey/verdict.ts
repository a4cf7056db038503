/** From what the checks found to the two results, in the words and shapes of spec 2.8 to 2.11. */
import {
  SURVEY_CHECKS_V012,
  SURVEY_CHECKS_V021,
  type SurveyCheckV012,
  type SurveyCheckV021,
} from '../../contract/checks.ts'
import type { FingerprintChecks, SurveyResultV012, SurveyResultV021 } from '../../contract/survey.ts'
import { CROSS_DUPLICATE_WEIGHT } from '../../features/text/duplicates.ts'
import type { Placement } from './duplicates.ts'

/** What the checks said of one question, before it is compared with other participants. */
export interface QuestionFindings {
  readonly id: string
  readonly empty: boolean
  /** 1 to 10; null when it could not be rated. */
  readonly effort: number | null
  readonly weight: number
  /** Yes, no, none, a number: v012 does not call these duplicates. */
  readonly simple: boolean
  readonly failedV021: readonly SurveyCheckV021[]
  readonly failedV012: readonly SurveyCheckV012[]
}

export interface VerdictInput {
  readonly questions: readonly QuestionFindings[]
  /** By question id; empty answers have none. */
  readonly placements: ReadonlyMap<string, Placement>
  readonly lowEffortThreshold: number
  /** Whether a check could not run. */
  readonly error: boolean
  readonly warnings: readonly string[]
  readonly model: string
  readonly typingUrl: string
  /** Absent when no fingerprint was sent. */
  readonly fingerprint?: FingerprintChecks
}

export function verdictV021(input: VerdictInput): SurveyResultV021 {
  const failed = input.questions.map((question) => failedV021(question, input))
  const count = failed.reduce((sum, { names }) => sum + names.length, 0)
  return {
    error: input.error,
    flagged: count > 0,
    num_checks_failed: count,
    response_groups: byQuestion(
      input.questions.map(({ id }) => [id, input.placements.get(id)?.group ?? 0] as const),
    ),
    checks: byQuestion(failed.map(({ id, names }) => [id, names] as const)),
    effort_ratings: byQuestion(
      input.questions.flatMap(({ id, effort }) => (effort === null ? [] : [[id, effort] as const])),
    ),
    typing_url: input.typingUrl,
    model: input.model,
    ...(input.fingerprint && { fingerprint_checks: input.fingerprint }),
    ...warningOf(input),
  }
}

export function verdictV012(input: VerdictInput): SurveyResultV012 {
  const names = new Set(input.questions.flatMap((question) => failedV012(question, input)))
  if (input.questions.every(({ empty }) => empty)) names.add('All responses empty')
  const checks = SURVEY_CHECKS_V012.filter((name) => names.has(name))
  const shared = [...input.placements.values()].filter((placement) => placement.shared)
  return {
    error: input.error,
    flagged: checks.length > 0,
    model: input.model,
    num_checks_failed: checks.length,
    checks,
    response_groups: byQuestion(shared.map(({ questionId, group }) => [questionId, group] as const)),
    ...warningOf(input),
  }
}

/** In the order of the specification, each name once. */
function failedV021(
  question: QuestionFindings,
  input: VerdictInput,
): { id: string; names: SurveyCheckV021[] } {
  if (question.empty) return { id: question.id, names: [] }
  const failed = new Set(question.failedV021)
  if (question.effort !== null && question.effort <= input.lowEffortThreshold) failed.add('Low-effort')
  if (isCrossDuplicate(question, input)) failed.add('Cross-duplicate response')
  return { id: question.id, names: SURVEY_CHECKS_V021.filter((name) => failed.has(name)) }
}

export function failedV012(question: QuestionFindings, input: VerdictInput): SurveyCheckV012[] {
  if (question.empty) return []
  const crossed = !question.simple && isCrossDuplicate(question, input)
  return crossed ? [...question.failedV012, 'Cross-duplicate response'] : [...question.failedV012]
}

function isCrossDuplicate({ id, weight }: QuestionFindings, { placements }: VerdictInput): boolean {
  return weight >= CROSS_DUPLICATE_WEIGHT && placements.get(id)?.later === true
}

function warningOf({ warnings }: VerdictInput): { warning?: string } {
  return warnings.length === 0 ? {} : { warning: [...new Set(warnings)].join(' ') }
}

/** Without a prototype, so that a question named `__proto__` is a question like any other. */
function byQuestion<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null)
  for (const [id, value] of entries) map[id] = value
  return map
}
