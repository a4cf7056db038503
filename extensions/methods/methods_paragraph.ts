/** The methods paragraph of a survey, in the past tense of a paper. */

import { surveyCheckOf } from '../../src/contract/survey_checks.ts'
import { REMOVE_SEVERITY } from '../../src/contract/verdicts.ts'
import type { ErrorRate, MethodsCheck, SurveyMethods } from './contract.ts'

/** What the paragraph says about reviews beyond the counts of the API. */
export interface Reviews {
  /** Removed participants whom a reviewer decided to remove. The others are only marked. */
  readonly confirmed: number
  /** Participants with the computed verdict `review` whom a reviewer kept. */
  readonly cleared: number
  /** Removed participants who failed no check. */
  readonly unfailed: number
  /** Participants with the effective verdict `review`, each counted once. */
  readonly reasons: Readonly<Record<ReviewReason, number>>
  /** The effort settings of the survey in use. */
  readonly efforts: readonly number[]
}

export type ReviewReason = keyof typeof REVIEW_REASONS

const REVIEW_REASONS = {
  failed: 'a failed check',
  effort: 'answers that say almost nothing',
  copied: 'a similar answer of a later participant',
  error: 'a check that could not run',
  reviewer: 'the decision of a reviewer',
} as const

export function methodsParagraph(methods: Omit<SurveyMethods, 'text'>, reviews: Reviews): string {
  return [...checkSentences(methods), ...outcomeSentences(methods, reviews), ...errorSentences(methods)].join(
    ' ',
  )
}

function checkSentences(methods: Omit<SurveyMethods, 'text'>): string[] {
  const { participants, questions, models, program_version, analysis_versions, first_at, last_at } = methods
  const { typed, incomplete } = methods
  const applied = appliedChecks(methods)
  const unused = methods.checks.filter(
    (check) => !applied.includes(check) && !isZeroThreshold(methods, check),
  )
  const [first, last] = [dateOf(first_at), dateOf(last_at)]
  return [
    `The answers of ${counted(participants, 'participant')} to ${counted(questions, 'open-ended question')} were analyzed with Byhand ${program_version} (${listed(models)}; analysis version ${listed(analysis_versions)}) ${first === last ? `on ${first}` : `between ${first} and ${last}`}.`,
    applied.length === 0
      ? 'No check had enough evidence to apply.'
      : `Byhand applied checks for ${listed(applied.map((check) => phraseOf(check, methods)))}.`,
    typed === 0
      ? 'Typing was not recorded, so the typing checks did not apply.'
      : `Typing was recorded for ${shareOf(typed, participants)}.`,
    ...(unused.length === 0 || typed === 0
      ? []
      : [
          `For lack of evidence or by choice, Byhand did not apply checks for ${listed(unused.map((check) => phraseOf(check, methods)))}.`,
        ]),
    ...(incomplete === 0 ? [] : [`For ${shareOf(incomplete, participants)}, a check could not run.`]),
  ]
}

function outcomeSentences(methods: Omit<SurveyMethods, 'text'>, reviews: Reviews): string[] {
  const { participants, flagged, verdicts } = methods
  const isConfirmed = reviews.confirmed === verdicts.remove
  const efforts = reviews.efforts.filter((effort) => effort > 0)
  return [
    'Each failed check contributes according to its weight and strength, and checks of different kinds add up to a severity between 0 and 1.',
    `Participants with a severity of at least ${REMOVE_SEVERITY} were marked for removal, and those with any other failed check for review.`,
    `Participants were also marked for review if ${efforts.length === 0 ? '' : `most of their answers say almost nothing (an effort rating of at most ${efforts.join(' or ')} out of 10) or if `}a later participant gave a similar answer.`,
    flagged === 0
      ? 'No participant failed a check.'
      : `${shareOf(flagged, participants)} failed at least one check.`,
    `The verdict was keep for ${grouped(verdicts.keep)}, review for ${grouped(verdicts.review)} and remove for ${grouped(verdicts.remove)}.`,
    ...removalSentences(methods, reviews),
    ...reviewSentences(methods, reviews),
    `${isConfirmed ? 'The sample after removal' : 'Without the participants marked for removal, the sample'} has ${counted(participants - verdicts.remove, 'participant')}.`,
  ]
}

/** Without a decision of a person, a participant is marked and not yet removed. */
function removalSentences(methods: Omit<SurveyMethods, 'text'>, { confirmed, unfailed }: Reviews): string[] {
  const { participants, verdicts, removed_by_reviewer, restored_by_reviewer, checks } = methods
  const { remove } = verdicts
  const failed = checks.filter((check) => check.remove > 0).sort((a, b) => b.remove - a.remove)
  const reasons = [
    ...failed.map((check) => `${check.remove} for ${phraseOf(check, methods)}`),
    ...(unfailed === 0 ? [] : [`${unfailed} without a failed check`]),
  ]
  const isSeveral = failed.reduce((sum, check) => sum + check.remove, unfailed) > remove
  const because = `${reasons.length === 0 ? '' : `: ${listed(reasons)}`}${isSeveral ? '; some failed several checks' : ''}`
  const restored =
    restored_by_reviewer === 0
      ? []
      : [`A reviewer retained ${counted(restored_by_reviewer, 'participant')} marked for removal.`]
  if (remove === 0) return ['No participant was removed.', ...restored]
  return [
    confirmed === remove
      ? `We removed ${shareOf(remove, participants)}${because}.`
      : `${shareOf(remove, participants)} ${wereBy(remove)} marked for removal${because}.`,
    ...(confirmed === remove
      ? []
      : [
          confirmed === 0
            ? 'No person has confirmed a removal yet.'
            : `A reviewer has confirmed ${grouped(confirmed)} of these removals.`,
        ]),
    ...(removed_by_reviewer === 0
      ? []
      : [
          `Of these, ${removed_by_reviewer} ${wereBy(removed_by_reviewer)} removed by a reviewer against the computed verdict.`,
        ]),
    ...restored,
  ]
}

function reviewSentences(
  { participants, verdicts }: Omit<SurveyMethods, 'text'>,
  { cleared, reasons }: Reviews,
): string[] {
  const parts = (Object.keys(REVIEW_REASONS) as ReviewReason[])
    .filter((reason) => reasons[reason] > 0)
    .map((reason) => `${grouped(reasons[reason])} for ${REVIEW_REASONS[reason]}`)
  return [
    ...(cleared === 0 ? [] : [`A reviewer kept ${counted(cleared, 'participant')} marked for review.`]),
    ...(verdicts.review === 0
      ? []
      : [
          `${shareOf(verdicts.review, participants)} remained marked for review and ${wereBy(verdicts.review)} not removed: ${listed(parts)}.`,
        ]),
  ]
}

/** Checks without a measured rate are named, so that the paragraph does not suggest that they make no errors. */
function errorSentences(methods: Omit<SurveyMethods, 'text'>): string[] {
  const applied = appliedChecks(methods)
  const rates = (unit: ErrorRate['unit']) =>
    applied.flatMap((check) => {
      const { error_rate: rate } = check
      if (rate?.unit !== unit) return []
      const { false_positives, of, low, high } = rate
      return [
        `${percent(false_positives / of)} for ${phraseOf(check, methods)} (${grouped(false_positives)} of ${grouped(of)}, 95% CI ${percent(low)} to ${percent(high)})`,
      ]
    })
  const sentence = (unit: string, parts: readonly string[]) =>
    parts.length === 0 ? [] : [`The share of ${unit} flagged by mistake was ${listed(parts)}.`]
  const measured = [
    ...sentence('answers', rates('answers')),
    ...sentence('participants of the worst survey', rates('participants of the worst survey')),
    ...sentence('typists of the worst set', rates('typists of the worst set')),
  ]
  const unmeasured = applied.filter(({ error_rate: rate }) => rate === null)
  if (measured.length === 0) return []
  return [
    'False-positive rates come from the evaluation published with Byhand, which uses answers and typing from real people. No model was fitted to these data.',
    ...measured,
    'Thresholds were tuned on data that include these, so the rates may be optimistic, and they can differ in other populations and languages.',
    ...(unmeasured.length === 0
      ? []
      : [
          `No false-positive rate has been published for ${listed(unmeasured.map((check) => phraseOf(check, methods)))}.`,
        ]),
  ]
}

const appliedChecks = (methods: Omit<SurveyMethods, 'text'>): MethodsCheck[] =>
  methods.checks.filter((check) => check.applied > 0 && !isZeroThreshold(methods, check))

/** With the threshold 0, the check flags no answer. */
const isZeroThreshold = (
  { low_effort_thresholds }: Pick<SurveyMethods, 'low_effort_thresholds'>,
  { check }: MethodsCheck,
): boolean => check === 'Low-effort' && low_effort_thresholds.every((threshold) => threshold === 0)

function phraseOf(
  { check }: MethodsCheck,
  { low_effort_thresholds }: Pick<SurveyMethods, 'low_effort_thresholds'>,
): string {
  const phrase = surveyCheckOf(check)?.phrase ?? check
  if (check !== 'Low-effort') return phrase
  return `${phrase} (a rating of at most ${low_effort_thresholds.filter((threshold) => threshold > 0).join(' or ')} out of 10)`
}

/** `12 of 412 participants (2.9%)` */
const shareOf = (count: number, of: number): string =>
  `${grouped(count)} of ${counted(of, 'participant')} (${percent(count / of)})`

/** Two digits below 10%, as in a paper: a rate of 0.14% is not 0.1%. */
const percent = (share: number): string => `${(100 * share).toFixed(share === 0 ? 0 : share < 0.01 ? 2 : 1)}%`

const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
/** `1,234`. The first use of Intl takes 30 ms, and every start writes an example. */
const grouped = (count: number): string =>
  count < 1_000
    ? String(count)
    : `${grouped(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`
const wereBy = (count: number): string => (count === 1 ? 'was' : 'were')
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `June 3, 2026`. A format of Intl takes 30 ms to load, and every start writes an example. */
function dateOf(at: number): string {
  const date = new Date(at)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

function listed(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(' and ')
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`
}
