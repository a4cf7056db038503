/** The exclusion table of a paper as CSV: one row per check, and one for all participants. */

import { writeGuardedRecord } from '../../src/server/files/csv.ts'
import type { SurveyMethods } from './contract.ts'

const HEAD = [
  'reason',
  'applied',
  'flagged',
  'kept',
  'review',
  'removed',
  'false_positives',
  'measured_on',
  'measured_unit',
  'false_positive_rate_low',
  'false_positive_rate_high',
]

export function exclusionTable(methods: SurveyMethods): string {
  const { participants, flagged, verdicts, removed_by_reviewer } = methods
  const rows = methods.checks.map(({ check, applied, flagged, keep, review, remove, error_rate: rate }) => [
    check,
    ...[applied, flagged, keep, review, remove],
    ...(rate === null
      ? ['', '', '', '', '']
      : [rate.false_positives, rate.of, rate.unit, rate.low, rate.high]),
  ])
  return [
    HEAD,
    ...rows,
    ['Decision of a reviewer', '', '', '', '', removed_by_reviewer, '', '', '', '', ''],
    [
      'All participants',
      ...[participants, flagged, verdicts.keep, verdicts.review, verdicts.remove],
      ...['', '', '', '', ''],
    ],
  ]
    .map((cells) => writeGuardedRecord(cells.map(String), ','))
    .join('')
}
