/** The two result formats, as spec 2.8 to 2.11 define them. */
import { allResponsesEmpty } from '../../checks/survey/all_responses_empty.ts'
import type { SurveyCheckName } from '../../checks/survey/analyze.ts'
import { crossDuplicate } from '../../checks/survey/cross_duplicate.ts'
import { SURVEY_CHECKS_V012, SURVEY_CHECKS_V021, type SurveyCheckV021 } from '../../contract/checks.ts'
import type { FingerprintChecks, SurveyResultV012, SurveyResultV021 } from '../../contract/survey.ts'
import type { Placement } from './find_duplicates.ts'

/** The findings on one question, before it is compared with other participants. */
export interface QuestionFindings {
  readonly id: string
  readonly empty: boolean
  /** 1 to 10; null when it could not be rated. */
  readonly effort: number | null
  readonly weight: number
  /** Yes, no, none, a number. v012 never flags these as duplicates. */
  readonly simple: boolean
  /** Bits of surprise if another participant writes the same by coincidence; null: not analyzed. */
  readonly surprise: number | null
  /** Failed checks of both versions. Each result includes the names of its version. */
  readonly failed: readonly SurveyCheckName[]
}

export interface ResultInput {
  readonly questions: readonly QuestionFindings[]
  /** By question id; empty answers have none. */
  readonly placements: ReadonlyMap<string, Placement>
  /** Whether a check could not run. */
  readonly error: boolean
  readonly warnings: readonly string[]
  readonly model: string
  readonly typingUrl: string
  /** Absent when no fingerprint was sent. */
  readonly fingerprint?: FingerprintChecks
  /** Checks that never fail. */
  readonly disabledChecks?: readonly string[]
}

export function resultV021(input: ResultInput): SurveyResultV021 {
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

export function resultV012(input: ResultInput): SurveyResultV012 {
  const names = new Set(input.questions.flatMap((question) => failedOf(question, input, true)))
  const empty = allResponsesEmpty.run({ empty: input.questions.map((question) => question.empty) })
  if (empty.result === 'Detected' && !input.disabledChecks?.includes('All responses empty')) {
    names.add('All responses empty')
  }
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
  input: ResultInput,
): { id: string; names: SurveyCheckV021[] } {
  const failed = new Set(failedOf(question, input, false))
  return { id: question.id, names: SURVEY_CHECKS_V021.filter((name) => failed.has(name)) }
}

function failedOf(
  { id, empty, weight, simple, surprise, failed }: QuestionFindings,
  { placements, disabledChecks = [] }: ResultInput,
  exemptsSimple: boolean,
): SurveyCheckName[] {
  if (empty) return []
  const placement = placements.get(id)
  const crossed = crossDuplicate.run({
    empty,
    weight,
    simple,
    exemptsSimple,
    later: placement?.later ?? null,
    similarity: placement?.similarity ?? 1,
    surprise,
  })
  const all: SurveyCheckName[] =
    crossed.result === 'Detected' ? [...failed, 'Cross-duplicate response'] : [...failed]
  return all.filter((name) => !disabledChecks.includes(name))
}

function warningOf({ warnings }: ResultInput): { warning?: string } {
  return warnings.length === 0 ? {} : { warning: [...new Set(warnings)].join(' ') }
}

/** Without a prototype, so that `__proto__` is an ordinary question id. */
function byQuestion<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null)
  for (const [id, value] of entries) map[id] = value
  return map
}
