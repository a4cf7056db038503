/** The methods paragraph of a survey, in the past tense of a paper. */
import type { ErrorRate, MethodsCheck, SurveyMethods } from '../../../contract/dashboard/survey_methods.ts'
import { surveyCheckOf } from '../../../contract/survey_checks.ts'
import { REMOVE_SEVERITY } from '../../../risk/survey_verdict.ts'

export function methodsParagraph(methods: Omit<SurveyMethods, 'text'>): string {
  return [...checkSentences(methods), ...outcomeSentences(methods), ...errorSentences(methods)].join(' ')
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

function outcomeSentences(methods: Omit<SurveyMethods, 'text'>): string[] {
  const { participants, flagged, verdicts, removed_by_reviewer, restored_by_reviewer, checks } = methods
  const reasons = checks
    .filter(({ remove }) => remove > 0)
    .sort((a, b) => b.remove - a.remove)
    .map((check) => `${check.remove} for ${phraseOf(check, methods)}`)
  return [
    'Each failed check contributes according to its weight and strength, and checks of different kinds add up to a severity between 0 and 1.',
    `Participants with a severity of at least ${REMOVE_SEVERITY} were marked for removal, and those with any other failed check for review.`,
    flagged === 0
      ? 'No participant failed a check.'
      : `${shareOf(flagged, participants)} failed at least one check.`,
    verdicts.remove === 0
      ? 'No participant was removed.'
      : `We removed ${shareOf(verdicts.remove, participants)}${reasons.length === 0 ? '' : `: ${listed(reasons)}`}${reasons.length > 1 ? '; some failed several checks' : ''}.`,
    ...(removed_by_reviewer === 0
      ? []
      : [
          `Of these, ${removed_by_reviewer} ${wereBy(removed_by_reviewer)} removed by a reviewer against the computed verdict.`,
        ]),
    ...(restored_by_reviewer === 0
      ? []
      : [`A reviewer retained ${counted(restored_by_reviewer, 'participant')} marked for removal.`]),
    ...(verdicts.review === 0
      ? []
      : [
          `${shareOf(verdicts.review, participants)} remained marked for review and ${wereBy(verdicts.review)} not removed.`,
        ]),
    `The sample after removal has ${counted(participants - verdicts.remove, 'participant')}.`,
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
