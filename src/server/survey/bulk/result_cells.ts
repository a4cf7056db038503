/** A result as cells of a table, appended to its row. */
import type { RowResult } from './analyzer.ts'
import type { QuestionColumn } from './columns/columns.ts'
import { guardCell } from './csv.ts'
import { outcomeOf, type RowOutcome } from './row_outcome.ts'

export const RESULT_PREFIX = 'byhand_'

const FLAGGED = 0
const ERROR = 2
const COMMON = [
  'byhand_flagged',
  'byhand_num_checks_failed',
  'byhand_error',
  'byhand_warning',
  'byhand_typing_url',
  'byhand_verdict',
  'byhand_severity',
  'byhand_reasons',
] as const

const SEPARATOR = '; '
export const SKIPPED = 'Not analyzed: the row has no answers.'

export function resultHeader(questions: readonly QuestionColumn[]): string[] {
  return [
    ...COMMON,
    ...questions.flatMap(({ id }) => [`byhand_checks:${id}`, `byhand_effort:${id}`, `byhand_group:${id}`]),
  ]
}

/** `null`: the row has no answers. */
export function resultCells(questions: readonly QuestionColumn[], row: RowResult | null): string[] {
  if (row === null) return ['', '', '', SKIPPED, '', '', '', '', ...questions.flatMap(() => ['', '', ''])]
  if ('refused' in row) {
    return ['', '', 'true', row.refused, '', '', '', '', ...questions.flatMap(() => ['', '', ''])].map(
      guardCell,
    )
  }
  const { result } = row
  return [
    String(result.flagged),
    String(result.num_checks_failed),
    String(result.error),
    result.warning ?? '',
    result.typing_url,
    result.verdict ?? '',
    String(result.severity ?? ''),
    (result.reasons ?? []).join(' | '),
    ...questions.flatMap(({ id }) => [
      (ownValue(result.checks, id) ?? []).join(SEPARATOR),
      String(ownValue(result.effort_ratings, id) ?? ''),
      String(ownValue(result.response_groups, id) ?? ''),
    ]),
  ].map(guardCell)
}

/** Reads back what `resultCells` wrote. */
export function outcomeOfCells(cells: readonly string[]): RowOutcome {
  const isRejected = cells[ERROR] === 'true'
  if (!isRejected && cells[FLAGGED] === '') return outcomeOf(null)
  const checks = cells.slice(COMMON.length).filter((_, at) => at % 3 === 0)
  return {
    state: isRejected ? 'rejected' : cells[FLAGGED] === 'true' ? 'flagged' : 'clean',
    checks: [...new Set(checks.flatMap((names) => (names === '' ? [] : names.split(SEPARATOR))))],
  }
}

const ownValue = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined
