/** A result as cells of a table, appended to its row. */

import { VERDICTS } from '../../../contract/verdicts.ts'
import { guardCell } from '../../files/csv.ts'
import type { RowResult } from './analyzer.ts'
import type { QuestionColumn } from './columns/columns.ts'
import type { RowOutcome } from './row_outcome.ts'

export const RESULT_PREFIX = 'byhand_'

/** Also tells whether the stored analysis of a participant is that of the row. */
export const ANALYZED_AT = 'byhand_analyzed_at'
const CHECKS = 'byhand_checks:'
const COMMON = [
  'byhand_flagged',
  'byhand_num_checks_failed',
  'byhand_error',
  'byhand_warning',
  'byhand_typing_url',
  'byhand_verdict',
  'byhand_severity',
  'byhand_reasons',
  ANALYZED_AT,
] as const

const SEPARATOR = '; '
export const SKIPPED = 'Not analyzed: the row has no answers.'

/** The questions of a result, from the names of its columns. */
export const questionsOfHeader = (names: readonly string[]): Pick<QuestionColumn, 'id'>[] =>
  names.filter((name) => name.startsWith(CHECKS)).map((name) => ({ id: name.slice(CHECKS.length) }))

export function resultHeader(questions: readonly Pick<QuestionColumn, 'id'>[]): string[] {
  return [
    ...COMMON,
    ...questions.flatMap(({ id }) => [`${CHECKS}${id}`, `byhand_effort:${id}`, `byhand_group:${id}`]),
  ]
}

/** `null`: the row has no answers. */
export function resultCells(
  questions: readonly Pick<QuestionColumn, 'id'>[],
  row: RowResult | null,
): string[] {
  if (row === null || 'rejected' in row) {
    const [error, warning] = row === null ? ['', SKIPPED] : ['true', row.rejected]
    const known = new Map([
      ['byhand_error', error],
      ['byhand_warning', warning],
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
  const cellOf = (name: string) => cells[names.indexOf(name)]
  const verdict = VERDICTS.find((known) => known === cellOf('byhand_verdict'))
  if (verdict === undefined) return { state: cellOf('byhand_error') === 'true' ? 'rejected' : 'skipped' }
  const checks = cells.filter((_, at) => names[at]?.startsWith(CHECKS))
  return {
    state: 'analyzed',
    flagged: cellOf('byhand_flagged') === 'true',
    verdict,
    checks: [...new Set(checks.flatMap((names) => (names === '' ? [] : names.split(SEPARATOR))))],
  }
}

const ownValue = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined
