/** The two result formats, as docs/reference/specification.md defines them. */
import type { Outcome } from '../../../checks/check.ts'
import { allResponsesEmpty } from '../../../checks/survey/all_responses_empty.ts'
import {
  type ComparedAnswer,
  crossDuplicate,
  isCopied,
  isCopy,
} from '../../../checks/survey/cross_duplicate.ts'
import type {
  ExplainedCheck,
  FingerprintChecks,
  SurveyResultV012,
  SurveyResultV021,
} from '../../../contract/survey.ts'
import {
  SURVEY_CHECKS_OF,
  SURVEY_CHECKS_V012,
  type SurveyCheckName,
  type SurveyCheckV021,
  type SurveyVersion,
} from '../../../contract/survey_checks.ts'
import { bitsInCommon, WHOLE } from '../../../features/text/word_bits.ts'
import { explainedCheck, type QuestionFindings } from '../check/findings.ts'
import type { Placement } from '../duplicates/find_duplicates.ts'

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

/** By question id: the results of all checks of a version, in the order of docs/reference/specification.md. */
export type ResultsByQuestion = ReadonlyMap<string, readonly ExplainedCheck[]>

export function resultsOf(version: SurveyVersion, input: ResultInput): ResultsByQuestion {
  return new Map(
    input.questions.map((question) => [
      question.id,
      SURVEY_CHECKS_OF[version].map((check) => resultOf(check, question, input, version)),
    ]),
  )
}

export function resultV021(input: ResultInput, results: ResultsByQuestion): SurveyResultV021 {
  const failed = [...results].map(([id, checks]) => [id, failedIn(checks) as SurveyCheckV021[]] as const)
  const count = failed.reduce((sum, [, names]) => sum + names.length, 0)
  return {
    error: input.error,
    flagged: count > 0,
    num_checks_failed: count,
    response_groups: byQuestion(
      input.questions.map(({ id }) => [id, input.placements.get(id)?.group ?? 0] as const),
    ),
    checks: byQuestion(failed),
    effort_ratings: byQuestion(
      input.questions.flatMap(({ id, effort }) => (effort === null ? [] : [[id, effort] as const])),
    ),
    typing_url: input.typingUrl,
    model: input.model,
    ...(input.fingerprint && { fingerprint_checks: input.fingerprint }),
    ...warningOf(input),
  }
}

export function resultV012(input: ResultInput, results: ResultsByQuestion): SurveyResultV012 {
  const names = new Set([...results.values()].flatMap(failedIn))
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

const failedIn = (checks: readonly ExplainedCheck[]): SurveyCheckName[] =>
  checks.flatMap(({ check, result }) => (result === 'Detected' ? [check] : []))

function resultOf(
  check: SurveyCheckName,
  question: QuestionFindings,
  { questions, placements, disabledChecks = [] }: ResultInput,
  version: SurveyVersion,
): ExplainedCheck {
  const { id, span, results } = question
  if (disabledChecks.includes(check)) return explainedCheck(check, DISABLED)
  if (check === allResponsesEmpty.name) {
    return explainedCheck(check, allResponsesEmpty.run({ empty: questions.map(({ empty }) => empty) }))
  }
  if (check === crossDuplicate.name) {
    const compared = crossDuplicate.run({
      ...comparedAnswer(question, placements.get(id), version),
      copies: questions.filter((one) => isCopy(comparedAnswer(one, placements.get(one.id), version))).length,
    })
    const isFound = compared.result === 'Detected' && span !== null
    return explainedCheck(check, isFound ? { ...compared, spans: [span] } : compared)
  }
  const found = results.filter((result) => result.check === check)
  return found.find(({ result }) => result === 'Detected') ?? found[0] ?? explainedCheck(check, NOT_RUN)
}

function comparedAnswer(
  { empty, weight, simple, surprise }: QuestionFindings,
  placement: Placement | undefined,
  version: SurveyVersion,
): Omit<ComparedAnswer, 'copies'> {
  return {
    empty,
    weight,
    simple,
    exemptsSimple: version === 'v012',
    shared: placement?.shared ?? null,
    later: placement?.later ?? false,
    similarity: placement?.similarity ?? 1,
    isNearCopy: placement?.isNearCopy ?? false,
    members: placement?.members ?? 1,
    surprise: surprise === null ? null : bitsInCommon(surprise, placement?.overlap ?? WHOLE),
  }
}

/** Ids of the questions to which a later participant copied the answer. */
export function copiedAnswers(
  version: SurveyVersion,
  { questions, placements, disabledChecks = [] }: ResultInput,
): ReadonlySet<string> {
  if (disabledChecks.includes(crossDuplicate.name)) return new Set()
  const copied = questions.filter((question) =>
    isCopied(comparedAnswer(question, placements.get(question.id), version)),
  )
  return new Set(copied.map(({ id }) => id))
}

const DISABLED: Outcome = { result: 'Unknown', evidence: 'The request disables this check.' }
const NOT_RUN: Outcome = { result: 'Unknown', evidence: 'The check could not run.' }

function warningOf({ warnings }: ResultInput): { warning?: string } {
  return warnings.length === 0 ? {} : { warning: [...new Set(warnings)].join(' ') }
}

/** Without a prototype, so that `__proto__` is an ordinary question id. */
function byQuestion<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null)
  for (const [id, value] of entries) map[id] = value
  return map
}
