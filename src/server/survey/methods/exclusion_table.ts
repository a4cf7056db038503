/** The exclusion table of a paper as CSV: one row per check, and one for all participants. */
import type { SurveyMethods } from '../../../contract/dashboard/survey_methods.ts'
import { writeGuardedRecord } from '../../files/csv.ts'

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
