/** A result as cells of a table, appended to its row. */

import { VERDICTS } from '../../../contract/verdicts.ts'
import { guardCell } from '../../files/csv.ts'
import {
  questionColumns,
  questionFieldOf,
  type ResultField,
  type ResultQuestion,
  resultColumn,
} from '../result/result_columns.ts'
import type { RowResult } from './analyzer.ts'
import type { RowOutcome } from './row_outcome.ts'

const FIELDS = [
  'flagged',
  'num_checks_failed',
  'error',
  'warning',
  'typing_url',
  'verdict',
  'severity',
  'reasons',
  'analyzed_at',
] as const satisfies readonly ResultField[]

const SEPARATOR = '; '
export const SKIPPED = 'Not analyzed: the row has no answers.'

export const resultHeader = (questions: readonly unknown[]): string[] => [
  ...FIELDS.map(resultColumn),
  ...questionColumns(questions, ['checks', 'effort', 'group']),
]

/** `null`: the row has no answers. */
export function resultCells(
  questions: readonly Pick<ResultQuestion, 'id'>[],
  row: RowResult | null,
): string[] {
  if (row === null || 'rejected' in row) {
    const [error, warning] = row === null ? ['', SKIPPED] : ['true', row.rejected]
    const known = new Map([
      [resultColumn('error'), error],
      [resultColumn('warning'), warning],
    ])
    return resultHeader(questions).map((name) => guardCell(known.get(name) ?? ''))
  }
  const { result } = row
  return [
    String(result.flagged),
    String(result.num_checks_failed),
    String(result.error),
    result.warning ?? '',
    result.typing_url,
    result.verdict,
    String(result.severity),
    result.reasons.join(' | '),
    analyzedCell(result.analyzed_at),
    ...questions.flatMap(({ id }) => [
      (ownValue(result.checks, id) ?? []).join(SEPARATOR),
      String(ownValue(result.effort_ratings, id) ?? ''),
      String(ownValue(result.response_groups, id) ?? ''),
    ]),
  ].map(guardCell)
}

export const analyzedCell = (at: number): string => new Date(at).toISOString()

/** Reads back what `resultCells` wrote. `names`: the result columns. */
export function outcomeOfCells(names: readonly string[], cells: readonly string[]): RowOutcome {
  const cellOf = (field: ResultField) => cells[names.indexOf(resultColumn(field))]
  const verdict = VERDICTS.find((known) => known === cellOf('verdict'))
  if (verdict === undefined) return { state: cellOf('error') === 'true' ? 'rejected' : 'skipped' }
  const checks = cells.filter((_, at) => questionFieldOf(names[at] ?? '') === 'checks')
  return {
    state: 'analyzed',
    flagged: cellOf('flagged') === 'true',
    verdict,
    checks: [...new Set(checks.flatMap((names) => (names === '' ? [] : names.split(SEPARATOR))))],
  }
}

const ownValue = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined
