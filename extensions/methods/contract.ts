/** A methods paragraph for a paper, and the counts behind it. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, TimeOf } from '../../src/contract/dashboard/page.ts'
import { BY_VERDICT, LowEffortThreshold, VerdictCounts } from '../../src/contract/dashboard/verdicts.ts'
import { Field } from '../../src/contract/field.ts'

export const ErrorRate = Closed(
  {
    false_positives: Type.Integer({
      description: 'How many of the analyzed answers or participants the check flagged.',
    }),
    of: Type.Integer({
      description: 'How many answers or participants were analyzed, all from real people.',
    }),
    unit: Type.Enum(['answers', 'typists of the worst set', 'participants of the worst survey'], {
      description:
        'What was counted. The worst survey is the one in which the check flagged the most people.',
    }),
    low: Type.Number({ description: 'Lower end of the 95% interval of the rate (Wilson).' }),
    high: Type.Number({ description: 'Upper end of the 95% interval of the rate (Wilson).' }),
  },
  'ErrorRate',
  'The measured false-positive rate of a check.',
)
export type ErrorRate = Static<typeof ErrorRate>

export const MethodsCheck = Closed(
  {
    check: Type.String({ description: 'Name of the check.' }),
    applied: Type.Integer({ description: 'Participants with enough evidence for the check.' }),
    flagged: Type.Integer({ description: 'Participants who failed the check.' }),
    ...BY_VERDICT,
    error_rate: OrNull(ErrorRate, 'The measured false-positive rate; null if it was not measured.'),
  },
  'MethodsCheck',
  'One check in a survey. The verdicts are those of flagged participants.',
)
export type MethodsCheck = Static<typeof MethodsCheck>

export const SurveyMethods = Closed(
  {
    survey_id: Type.String({ description: 'Your ID for the survey.' }),
    text: Type.String({ description: 'The methods paragraph.' }),
    program_version: Type.String({ description: 'Version of Byhand.' }),
    models: Type.Array(Type.String(), { description: 'Models used for the analyses.' }),
    analysis_versions: Type.Array(Type.String(), {
      description: 'Versions of the checks and text models behind the analyses.',
    }),
    first_at: TimeOf('Time of the first analysis included'),
    last_at: TimeOf('Time of the latest analysis included'),
    participants: Type.Integer({ description: 'Number of analyzed participants.' }),
    questions: Type.Integer({ description: 'Number of questions.' }),
    low_effort_thresholds: Type.Array(Type.Integer(), { description: 'Low-effort thresholds in use.' }),
    typed: Type.Integer({ description: 'Participants whose typing was recorded.' }),
    incomplete: Type.Integer({ description: 'Participants for whom a check could not run.' }),
    flagged: Type.Integer({ description: 'Participants who failed at least one check.' }),
    verdicts: Field(VerdictCounts, 'All participants by effective verdict.'),
    removed_by_reviewer: Type.Integer({
      description: 'Removed participants whose computed verdict is not `remove`.',
    }),
    restored_by_reviewer: Type.Integer({
      description: 'Participants with the computed verdict `remove` who were not removed.',
    }),
    checks: Type.Array(MethodsCheck, { description: 'Every check of the analyses.' }),
  },
  'SurveyMethods',
  'How a survey was checked, and the outcome.',
)
export type SurveyMethods = Static<typeof SurveyMethods>

/** CSV: the exclusion table. */
export const MethodsQuery = Closed({
  low_effort_threshold: LowEffortThreshold,
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { default: 'json', description: 'Format of the response.' }),
  ),
})
export type MethodsQuery = Static<typeof MethodsQuery>
