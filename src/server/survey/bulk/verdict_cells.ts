/** A verdict as cells of a table, beside the row it is about. */
import type { RowVerdict } from './checker.ts'
import type { QuestionColumn } from './columns.ts'

export const VERDICT_PREFIX = 'byhand_'

export function verdictHeader(questions: readonly QuestionColumn[]): string[] {
  return [
    'byhand_flagged',
    'byhand_num_checks_failed',
    'byhand_error',
    'byhand_warning',
    'byhand_typing_url',
    ...questions.flatMap(({ id }) => [`byhand_checks:${id}`, `byhand_effort:${id}`, `byhand_group:${id}`]),
  ]
}

export function verdictCells(questions: readonly QuestionColumn[], verdict: RowVerdict): string[] {
  if ('refused' in verdict) {
    return ['', '', 'true', verdict.refused, '', ...questions.flatMap(() => ['', '', ''])]
  }
  const { result } = verdict
  return [
    String(result.flagged),
    String(result.num_checks_failed),
    String(result.error),
    result.warning ?? '',
    result.typing_url,
    ...questions.flatMap(({ id }) => [
      (own(result.checks, id) ?? []).join('; '),
      String(own(result.effort_ratings, id) ?? ''),
      String(own(result.response_groups, id) ?? ''),
    ]),
  ]
}

const own = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined
