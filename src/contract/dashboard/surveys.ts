/** Analyzed surveys, their participants and typing, and survey files. Ids are percent-encoded in paths. */
import { type Static, Type } from 'typebox'
import { Field } from '../field.ts'
import { REFERENCE_LIMITS } from '../limits.ts'
import { ExplainedCheck, FingerprintChecks, Reasons, VERDICT } from '../survey.ts'
import { FileQuestions } from './file_questions.ts'
import { Closed, OrNull, Page, Time, TimeOf } from './page.ts'
import { NamedReferences } from './survey_references.ts'
import { EFFECTIVE_VERDICT, VerdictCounts } from './verdicts.ts'

export const SurveyItem = Closed(
  {
    survey_id: Type.String({ description: 'Your ID for the survey.' }),
    participants: Type.Integer({ description: 'Number of analyzed participants.' }),
    flagged: Type.Integer({
      description: 'Number of participants who failed at least one check.',
    }),
    first_at: TimeOf('Time of the first analysis'),
    last_at: TimeOf('Time of the latest analysis'),
  },
  'Survey',
  'An analyzed survey.',
)
export type SurveyItem = Static<typeof SurveyItem>
export const SurveyList = Page(SurveyItem, 'SurveyList', 'Analyzed surveys.')
export type SurveyList = Static<typeof SurveyList>

export const SurveyView = Closed(
  {
    ...SurveyItem.properties,
    verdicts: Field(VerdictCounts, 'Participants by effective verdict.'),
    reviewed: Type.Integer({ description: 'Participants with a verdict of a reviewer.' }),
    groups: Type.Integer({ description: 'Groups of at least two similar answers, at most 100.' }),
    references: Field(
      Closed(
        {
          questions: Type.Integer({ description: 'Questions that reference answers can help with.' }),
          missing: Type.Integer({
            description: `Those with fewer than ${REFERENCE_LIMITS.needed} reference answers.`,
          }),
        },
        'ReferenceCounts',
        'Open-ended questions in English of the newest participant.',
      ),
      'Open-ended questions in English of the newest participant.',
    ),
  },
  'SurveyOutcome',
  'The outcome of a survey.',
)
export type SurveyView = Static<typeof SurveyView>

/** Participants whose first analysis is superseded, among the newest. */
export const SupersededView = Closed({
  superseded: Type.Integer(),
  computed_on: Type.Integer({ description: 'How many of the newest participants the figure covers.' }),
})
export type SupersededView = Static<typeof SupersededView>

export const SurveyQuestions = Closed({
  computed_on: Type.Integer({ description: 'How many of the newest participants the figures below cover.' }),
  questions: Type.Array(
    Closed({
      id: Type.String(),
      text: Type.String(),
      answered: Type.Integer(),
      empty: Type.Integer(),
      flagged: Type.Integer(),
      /** Failed checks with their counts. */
      checks: Type.Array(Closed({ check: Type.String(), count: Type.Integer() })),
      effort: Type.Array(Type.Integer(), {
        description: 'Number of answers per effort rating 1 to 10, without empty answers.',
      }),
      clusters: Type.Integer({ description: 'Groups of at least two similar answers.' }),
      references: Type.Integer({ description: 'Number of reference answers.' }),
    }),
  ),
  /** v012: failed checks per participant. */
  checks: Type.Array(Closed({ check: Type.String(), count: Type.Integer() })),
})
export type SurveyQuestions = Static<typeof SurveyQuestions>

export const ParticipantItem = Closed(
  {
    participant_id: Type.String({ description: 'Your ID for the participant.' }),
    analysis_id: Type.String({ description: 'ID of the analysis.' }),
    version: Type.Enum(['v021', 'v012'], { description: 'Version of the analysis.' }),
    analyzed_at: TimeOf('Time of the analysis'),
    flagged: Type.Boolean({ description: 'Whether at least one check failed.' }),
    num_checks_failed: Type.Integer({ description: 'Number of failed checks over all questions.' }),
    checks: Type.Array(Type.String(), { description: 'Distinct names of failed checks.' }),
    ...VERDICT,
    ...EFFECTIVE_VERDICT,
    effort: OrNull(Type.Integer(), 'The lowest effort rating of the answers; null if none was rated.', 6),
    reasons: Reasons,
  },
  'Participant',
  "Summary of a participant's latest analysis.",
)
export type ParticipantItem = Static<typeof ParticipantItem>
export const ParticipantList = Page(ParticipantItem, 'ParticipantList', 'A page of participants.')
export type ParticipantList = Static<typeof ParticipantList>

/** Participants of all surveys, by the beginning of their ID. */
export const NamedParticipants = Page(Closed({ survey_id: Type.String(), participant_id: Type.String() }))
export type NamedParticipants = Static<typeof NamedParticipants>

/** A participant with the answers, each cut to its first characters. */
export const ParticipantRow = Closed({
  ...ParticipantItem.properties,
  answers: Type.Array(
    Closed({
      question_id: Type.String(),
      answer: Type.String(),
      /** The failed checks, without an explanation of the others. */
      results: Type.Array(ExplainedCheck),
      /** Participants with a similar answer, with this one. */
      similar: Type.Integer(),
    }),
  ),
})
export type ParticipantRow = Static<typeof ParticipantRow>

export const ParticipantTable = Closed({
  ...Page(ParticipantRow).properties,
  /** Of these participants, in the order of the survey. */
  questions: Type.Array(Closed({ id: Type.String(), text: Type.String() })),
})
export type ParticipantTable = Static<typeof ParticipantTable>

export const AnswerView = Closed(
  {
    question_id: Type.String({ description: 'Your ID for the question.' }),
    question: Type.String({ description: 'The text of the question.' }),
    answer: Type.String({ description: 'The answer; empty if not answered.' }),
    checks: Type.Array(Type.String(), {
      description:
        'Failed checks of this answer. Empty with v012, which reports failed checks for all answers together.',
    }),
    evidence: Type.Array(Type.String(), {
      description: 'Sentences that explain the failed checks.',
    }),
    results: Type.Array(ExplainedCheck, {
      description: 'Every check of the API version (v012 or v021).',
    }),
    effort: OrNull(Type.Integer(), 'Effort rating from 1 to 10; null for an empty answer and with v012.'),
    group: Type.Integer({ description: 'Group of at least two similar answers; 0: none.' }),
    typing: Type.Enum(['none', 'sent', 'observed'], {
      description: 'Origin of the typing history: none, sent with the request, or observed by the script.',
    }),
  },
  'Answer',
  'One answer and its checks.',
)
export type AnswerView = Static<typeof AnswerView>

export const ParticipantView = Closed(
  {
    survey_id: Type.String({ description: 'Your ID for the survey.' }),
    ...ParticipantItem.properties,
    model: Type.String({ description: 'Model used, such as `byhand-v021`; ends with the API version.' }),
    error: Type.Boolean({ description: 'Whether a check could not run; `warning` says why.' }),
    warning: OrNull(
      Type.String(),
      'Why a check could not run, or another warning; null without a warning.',
      'The session recorded no typing for these questions.',
    ),
    answers: Type.Array(AnswerView, { description: 'All questions with their answers.' }),
    fingerprint_checks: OrNull(
      FingerprintChecks,
      'Facts about the device; null if the request had no device ID.',
    ),
    session_id: OrNull(Type.String(), 'The session named in the request, or null.', 'q7Zr0nXkT2mVb4Lw9sYcHg'),
    references: NamedReferences,
    analyses: Type.Array(
      Closed(
        {
          analyzed_at: TimeOf('Time of the analysis'),
          ...VERDICT,
          flagged: Type.Boolean({ description: 'Whether at least one check failed.' }),
          superseded: Type.Boolean({
            description: 'Whether the verdict or the failed checks of the latest analysis differ.',
          }),
        },
        'AnalysisSummary',
        "Summary of one of a participant's analyses.",
      ),
      { description: 'All analyses, latest first. The other fields describe one of them.' },
    ),
  },
  'ParticipantResult',
  'The latest analysis of a participant.',
)
export type ParticipantView = Static<typeof ParticipantView>

export const ClusterView = Closed({
  question_id: Type.String(),
  question: Type.String(),
  group: Type.Integer(),
  size: Type.Integer(),
  /** Oldest first; at most 50. */
  members: Type.Array(
    Closed({
      participant_id: Type.String(),
      analysis_id: Type.String(),
      answered_at: Time,
      answer: Type.String(),
      ...VERDICT,
      ...EFFECTIVE_VERDICT,
    }),
  ),
})
export type ClusterView = Static<typeof ClusterView>
/** Largest first; at most 100. */
export const ClusterList = Page(ClusterView)
export type ClusterList = Static<typeof ClusterList>

/** `[t, position, removed, inserted]`, `t` in ms since the question's first event. */
export const TypingChange = Type.Tuple([Type.Number(), Type.Integer(), Type.Integer(), Type.String()])
export type TypingChange = Static<typeof TypingChange>

export const TypingView = Closed({
  analysis_id: Type.String(),
  survey_id: Type.String(),
  participant_id: Type.String(),
  analyzed_at: Time,
  model: Type.String(),
  flagged: Type.Boolean(),
  ...VERDICT,
  effective_verdict: EFFECTIVE_VERDICT.effective_verdict,
  warning: OrNull(Type.String()),
  checks: Type.Array(Type.String(), { description: 'v012: failed checks of the participant.' }),
  questions: Type.Array(
    Closed({
      ...AnswerView.properties,
      changes: Type.Array(TypingChange),
      copies: Type.Array(Type.Number(), { description: 'When text was copied from the field.' }),
      truncated: Type.Boolean({ description: 'Whether the recording stops before the answer is complete.' }),
      /** Failed checks of an insertion, and its time. */
      pins: Type.Array(Closed({ check: Type.String(), at: Type.Number() })),
      summary: Type.String(),
    }),
  ),
})
export type TypingView = Static<typeof TypingView>

export const FileView = Closed(
  {
    format: Type.Enum(['csv', 'xlsx', 'ndjson'], { description: 'Format of the file; TSV is `csv`.' }),
    encoding: OrNull(Type.String(), 'Null for a workbook.'),
    platform: OrNull(
      Type.String(),
      'The survey platform that exported the file; null if not recognized.',
      'Qualtrics',
    ),
    sheet: OrNull(Type.String(), 'The sheet that is read; null if the file is not a workbook.', 'Answers'),
    sheets: Type.Array(Type.String(), { description: 'All visible sheets of a workbook.' }),
    header_rows: Type.Integer({ description: 'Rows above the first participant.' }),
    rows: Type.Integer({ description: 'Rows of participants.' }),
    columns: Type.Array(
      Closed(
        {
          name: Type.String({ description: 'Name of the column.' }),
          use: Type.Enum(['participant', 'survey', 'question', 'none'], {
            description: 'What the column is used for.',
          }),
          reason: Type.String({ description: 'Why the column is used in this way.' }),
          text: Type.String({ description: 'Detected text of the question.' }),
        },
        'SurveyColumn',
        'A column of a survey file.',
      ),
      { description: 'All columns, in order.' },
    ),
    questions: FileQuestions,
    repeated: Field(
      Closed(
        {
          count: Type.Integer({ description: 'Number of participant IDs with more than one row.' }),
          examples: Type.Array(
            Closed(
              {
                participant_id: Type.String({ description: 'ID of the participant.' }),
                rows: Type.Integer({ description: 'Number of rows with this ID.' }),
              },
              'RepeatedParticipant',
              'A participant ID with more than one row.',
            ),
            { description: 'A few of these IDs.' },
          ),
        },
        'RepeatedParticipants',
        'Participant IDs with more than one row.',
      ),
      'Participant IDs with more than one row.',
    ),
  },
  'SurveyFile',
  'How a survey file would be read.',
)
export type FileView = Static<typeof FileView>

export const UploadSummary = Closed(
  {
    rows: Type.Integer({ description: 'All rows below the header.' }),
    participants: Type.Integer({ description: 'Rows that were analyzed.' }),
    flagged: Type.Integer({ description: 'Rows in which at least one check failed.' }),
    verdicts: Field(VerdictCounts, 'Analyzed rows by effective verdict.'),
    rejected: Type.Integer({
      description:
        'Rows that were rejected, such as those with an ID that is too long, or whose analysis failed.',
    }),
    skipped: Type.Integer({ description: 'Rows without answers.' }),
    surveys: Type.Array(Type.String(), { description: 'Survey IDs in the file, at most 20.' }),
    checks: Type.Array(
      Closed(
        {
          check: Type.String({ description: 'Name of the check.' }),
          count: Type.Integer({ description: 'Number of rows.' }),
        },
        'CheckCount',
        'How often a check failed.',
      ),
      {
        description: 'Failed checks with the number of rows for each, most frequent first.',
      },
    ),
  },
  'SurveyJobSummary',
  'Counts of a survey job.',
)
export type UploadSummary = Static<typeof UploadSummary>

export const UploadItem = Closed(
  {
    id: Type.String({ description: 'ID of the job.' }),
    name: Type.String({ description: 'Name of the file.' }),
    created_at: TimeOf('Creation time'),
    state: Type.Enum(['running', 'canceling', 'canceled', 'done', 'failed'], {
      description: 'State of the job; `running` also while it waits.',
    }),
    ahead: Type.Integer({ description: 'Unfinished jobs of the workspace that were created earlier.' }),
    total: Type.Integer({ description: 'Rows below the header; 0 until the file has been read.' }),
    done: Type.Integer({ description: 'Finished rows, including those without answers.' }),
    flagged: Type.Integer({ description: 'Rows in which at least one check failed.' }),
    rejected: Type.Integer({ description: 'Rows that were rejected or whose analysis failed.' }),
    problem: OrNull(
      Type.String(),
      'Reason for the failure; null if the job has not failed.',
      'spring.csv has no rows below its header.',
    ),
    download: OrNull(Type.String(), 'URL of the file with results, once the job is done.'),
  },
  'SurveyJob',
  'A file of survey responses that is analyzed in the background.',
)
export type UploadItem = Static<typeof UploadItem>
export const UploadList = Page(UploadItem, 'SurveyJobList', 'Survey jobs, newest first.')
export type UploadList = Static<typeof UploadList>
