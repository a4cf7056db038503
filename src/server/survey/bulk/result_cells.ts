/** A result as cells of a table, appended to its row. */
import type { RowResult } from './analyzer.ts'
import type { QuestionColumn } from './columns.ts'

export const RESULT_PREFIX = 'byhand_'

export function resultHeader(questions: readonly QuestionColumn[]): string[] {
  return [
    'byhand_flagged',
    'byhand_num_checks_failed',
    'byhand_error',
    'byhand_warning',
    'byhand_typing_url',
    ...questions.flatMap(({ id }) => [`byhand_checks:${id}`, `byhand_effort:${id}`, `byhand_group:${id}`]),
  ]
}

export function resultCells(questions: readonly QuestionColumn[], row: RowResult): string[] {
  if ('refused' in row) {
    return ['', '', 'true', row.refused, '', ...questions.flatMap(() => ['', '', ''])]
  }
  const { result } = row
  return [
    String(result.flagged),
    String(result.num_checks_failed),
    String(result.error),
    result.warning ?? '',
    result.typing_url,
    ...questions.flatMap(({ id }) => [
      (ownValue(result.checks, id) ?? []).join('; '),
      String(ownValue(result.effort_ratings, id) ?? ''),
      String(ownValue(result.response_groups, id) ?? ''),
    ]),
  ]
}

const ownValue = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined
