/** Stored analyses as the dashboard shows them. */

import { COPIED_BY_HAND } from '../../../checks/survey/unnatural_typing.ts'
import type { ReferenceView } from '../../../contract/dashboard/survey_references.ts'
import type {
  AnswerView,
  ParticipantItem,
  ParticipantRow,
  ParticipantView,
  TypingView,
} from '../../../contract/dashboard/surveys.ts'
import type { OverriddenVerdict } from '../../../contract/dashboard/verdicts.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { idOfKey } from '../../../store/values/key_text.ts'
import { isSuperseded } from '../again/superseded.ts'
import { readObserved, readStoredRequest } from '../request/stored_request.ts'
import { failedChecks, reasonsFor } from '../result/explanation.ts'
import { type ResultBody, resultBody } from '../result/result_body.ts'
import { readStoredResult } from '../result/stored_result.ts'
import { stepsOf, summaryOf, type TypingStep } from './typing_steps.ts'
import type { OverriddenVerdicts } from './verdicts.ts'

/** v021 names failed checks by question, v012 for the participant as a whole. */
export function checksOf({ checks }: ResultBody, questionId: string): readonly string[] {
  return isList(checks) ? [] : (own(checks, questionId) ?? [])
}

/** The computed verdict, and the one that applies. */
export async function effectiveVerdictOf(
  { workspace, overridden, result }: AnalysisRow,
  overriddenBy: OverriddenVerdicts,
) {
  const { verdict } = readStoredResult(result)
  const overridden_by = await overriddenBy(workspace, overridden)
  return { ...verdict, effective_verdict: overridden_by?.verdict ?? verdict.verdict, overridden_by }
}

export const wholeChecks = ({ checks }: ResultBody): readonly string[] => (isList(checks) ? checks : [])

export const effortOf = ({ effort_ratings: ratings = {} }: ResultBody, questionId: string): number | null =>
  own(ratings, questionId) ?? null

export function participantItem(
  row: AnalysisRow,
  overridden: OverriddenVerdict | null,
  body: ResultBody = resultBody(row),
): ParticipantItem {
  const all = isList(body.checks) ? body.checks : Object.values(body.checks).flat()
  const stored = readStoredResult(row.result)
  const isRated = new Set(
    readStoredRequest(row.request).questions.flatMap(({ id, answer }) => (answer === '' ? [] : [id])),
  )
  const ratings = Object.entries(body.effort_ratings ?? {}).flatMap(([id, effort]) =>
    isRated.has(id) ? [effort] : [],
  )
  return {
    participant_id: idOfKey(row.participantId),
    analysis_id: row.id,
    version: row.version,
    analyzed_at: row.analyzedAt,
    flagged: row.flagged,
    num_checks_failed: body.num_checks_failed,
    checks: [...new Set(all)],
    ...stored.verdict,
    effective_verdict: overridden?.verdict ?? stored.verdict.verdict,
    overridden_by: overridden,
    effort: ratings.length === 0 ? null : Math.min(...ratings),
    reasons: reasonsFor(stored),
  }
}

/** Enough for two lines in a table. */
const TABLE_CHARS = 280

/** `sizeOf`: the number of participants in a group of similar answers to a question; 0: only one. */
export function participantRow(
  row: AnalysisRow,
  overridden: OverriddenVerdict | null,
  sizeOf: (questionId: string, group: number) => number,
): ParticipantRow {
  const body = resultBody(row)
  return {
    ...participantItem(row, overridden, body),
    answers: answerViews(row, body).map(({ question_id, answer, results, group }) => ({
      question_id,
      answer: [...answer.slice(0, 2 * TABLE_CHARS)].slice(0, TABLE_CHARS).join(''),
      results: failedChecks(results),
      similar: sizeOf(question_id, group),
    })),
  }
}

/** `all`: every analysis of the participant, the first one first. */
export function participantView(
  row: AnalysisRow,
  overridden: OverriddenVerdict | null,
  all: readonly AnalysisRow[] = [row],
  references: readonly ReferenceView[] = [],
): ParticipantView {
  const body = resultBody(row)
  const request = readStoredRequest(row.request)
  return {
    survey_id: idOfKey(row.surveyId),
    ...participantItem(row, overridden, body),
    model: body.model,
    error: body.error,
    warning: body.warning ?? null,
    answers: answerViews(row, body),
    fingerprint_checks: body.fingerprint_checks ?? null,
    session_id: request.sessionId,
    references: [...references],
    analyses: all.toReversed().map((one) => analysisItem(one, all.at(-1) ?? one)),
  }
}

function analysisItem(row: AnalysisRow, latest: AnalysisRow): ParticipantView['analyses'][number] {
  return {
    analyzed_at: row.analyzedAt,
    flagged: resultBody(row).flagged,
    superseded: isSuperseded(row, latest),
    ...readStoredResult(row.result).verdict,
  }
}

export function typingView(row: AnalysisRow): TypingView {
  const body = resultBody(row)
  const request = readStoredRequest(row.request)
  const observed = readObserved(row.request)
  const { verdict } = readStoredResult(row.result)
  const answers = new Map(answerViews(row, body).map((answer) => [answer.question_id, answer]))
  return {
    analysis_id: row.id,
    survey_id: idOfKey(row.surveyId),
    participant_id: idOfKey(row.participantId),
    analyzed_at: row.analyzedAt,
    model: body.model,
    flagged: row.flagged,
    ...verdict,
    effective_verdict: row.overridden?.verdict ?? verdict.verdict,
    warning: body.warning ?? null,
    checks: [...wholeChecks(body)],
    questions: request.questions.map(({ id, answer, history }) => {
      const entries = observed.get(id) ?? history ?? []
      const steps = stepsOf(entries)
      const view = answers.get(id) as AnswerView
      const last = entries.findLast(({ s }) => s !== undefined)?.s
      return {
        ...view,
        changes: steps.map(({ atMs, position, removedChars, inserted }) => [
          atMs,
          position,
          removedChars,
          inserted.toWellFormed(),
        ]),
        copies: entries.filter(({ o }) => o === 'c').map(({ t }) => t),
        truncated: last !== undefined && last !== answer,
        pins: pinsOf(view, steps),
        summary: isCopiedByHand(view) ? `${summaryOf(steps)} ${COPIED_BY_HAND}` : summaryOf(steps),
      }
    }),
  }
}

/** The check notes it in its evidence. */
const isCopiedByHand = ({ results }: AnswerView): boolean =>
  results.some(({ evidence }) => evidence.includes(COPIED_BY_HAND))

const ABOUT_INSERTION = new Set(['Response pasted', 'Partial pasting', 'Programmatic entry'])

/** Checks of insertions refer to the largest one. */
function pinsOf({ checks }: AnswerView, steps: readonly TypingStep[]) {
  if (steps.length === 0) return []
  const at = steps.reduce((best, step) => (step.inserted.length > best.inserted.length ? step : best)).atMs
  return checks.filter((check) => ABOUT_INSERTION.has(check)).map((check) => ({ check, at }))
}

function answerViews(row: AnalysisRow, body: ResultBody): AnswerView[] {
  const { questions } = readStoredRequest(row.request)
  const observed = readObserved(row.request)
  const stored = new Map(readStoredResult(row.result).answers.map((answer) => [answer.id, answer]))
  return questions.map(({ id, text, answer, history }) => ({
    question_id: id,
    question: text,
    answer,
    checks: [...checksOf(body, id)],
    evidence: failedChecks(stored.get(id)?.results ?? []).map(
      ({ check, evidence }) => `${check}: ${evidence}`,
    ),
    results: [...(stored.get(id)?.results ?? [])],
    effort: answer === '' ? null : effortOf(body, id),
    group: stored.get(id)?.group ?? 0,
    typing: observed.has(id) ? 'observed' : history === null ? 'none' : 'sent',
  }))
}

const isList = (checks: ResultBody['checks']): checks is readonly string[] => Array.isArray(checks)

const own = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined
