/**
 * Analyzed surveys. GET /surveys, /surveys/:id, /surveys/:id/participants, /surveys/:id/participants/:pid,
 * /surveys/:id/clusters, /surveys/:id.csv, PUT /surveys/:id/participants/:pid/verdict, /surveys/:id/participants/:pid/reasons, /typing/:id;
 * POST /surveys/inspect, /surveys/upload; GET /uploads, /uploads/:id, /uploads/:id.csv, /uploads/:id/summary. Ids are
 * percent-encoded in paths.
 */
import { type Static, Type } from 'typebox'
import { ExplainedCheck, FingerprintChecks, VERDICTS } from '../survey.ts'
import { Closed, OrNull, Page, Time } from './page.ts'
import { OverruledVerdict } from './verdicts.ts'

export const SurveyItem = Closed(
  {
    survey_id: Type.String(),
    participants: Type.Integer(),
    flagged: Type.Integer(),
    first_at: Time,
    last_at: Time,
  },
  'Survey',
)
export type SurveyItem = Static<typeof SurveyItem>
export const SurveyList = Page(SurveyItem, 'SurveyList')
export type SurveyList = Static<typeof SurveyList>

export const SurveyView = Closed({
  ...SurveyItem.properties,
  computed_on: Type.Integer({ description: 'Number of newest participants used for the figures below.' }),
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
    }),
  ),
  /** v012: failed checks per participant. */
  checks: Type.Array(Closed({ check: Type.String(), count: Type.Integer() })),
  /** Participants by effective verdict. */
  verdicts: Closed({ keep: Type.Integer(), review: Type.Integer(), remove: Type.Integer() }),
})
export type SurveyView = Static<typeof SurveyView>

export const ParticipantItem = Closed(
  {
    participant_id: Type.String(),
    analysis_id: Type.String(),
    version: Type.Enum(['v021', 'v012']),
    analyzed_at: Time,
    flagged: Type.Boolean(),
    num_checks_failed: Type.Integer(),
    checks: Type.Array(Type.String(), { description: 'Distinct names of failed checks.' }),
    verdict: Type.Enum(VERDICTS, { description: 'As computed.' }),
    severity: Type.Number({ minimum: 0, maximum: 1 }),
    effective_verdict: Type.Enum(VERDICTS, {
      description: 'That of the reviewer if there is one, otherwise the computed verdict.',
    }),
    overruled_by: OrNull(OverruledVerdict),
    effort: OrNull(Type.Integer(), 'The lowest effort rating of the answers; null if none was rated.'),
    reasons: Type.Array(Type.String(), {
      description: 'Why the computed verdict is not `keep`, the strongest reason first.',
    }),
  },
  'Participant',
)
export type ParticipantItem = Static<typeof ParticipantItem>
/** GET /surveys/:id/participants?verdict=&flagged=&q=&low_effort_threshold=&before=&limit= */
export const ParticipantList = Page(ParticipantItem, 'ParticipantList')
export type ParticipantList = Static<typeof ParticipantList>

export const AnswerView = Closed(
  {
    question_id: Type.String(),
    question: Type.String(),
    answer: Type.String(),
    checks: Type.Array(Type.String()),
    evidence: Type.Array(Type.String(), {
      description: 'Sentences of counts that explain the failed checks.',
    }),
    results: Type.Array(ExplainedCheck, { description: 'Every check of the version.' }),
    effort: OrNull(Type.Integer()),
    group: Type.Integer({ description: 'Group of similar answers; 0 for an empty answer.' }),
    typing: Type.Enum(['none', 'sent', 'observed'], {
      description: 'Origin of the typing history: none, sent with the request, or observed by the script.',
    }),
  },
  'Answer',
)
export type AnswerView = Static<typeof AnswerView>

export const ParticipantView = Closed(
  {
    survey_id: Type.String(),
    ...ParticipantItem.properties,
    model: Type.String(),
    error: Type.Boolean(),
    warning: OrNull(Type.String()),
    answers: Type.Array(AnswerView),
    fingerprint_checks: OrNull(FingerprintChecks),
    session_id: OrNull(Type.String()),
    analyses: Type.Array(
      Closed({
        analyzed_at: Time,
        verdict: Type.Enum(VERDICTS),
        severity: Type.Number({ minimum: 0, maximum: 1 }),
        flagged: Type.Boolean(),
      }),
      { description: 'All analyses, the latest first. The other fields are of one of them.' },
    ),
  },
  'ParticipantResult',
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
      flagged: Type.Boolean(),
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
  warning: OrNull(Type.String()),
  checks: Type.Array(Type.String(), { description: 'v012: failed checks of the participant.' }),
  questions: Type.Array(
    Closed({
      ...AnswerView.properties,
      changes: Type.Array(TypingChange),
      copies: Type.Array(Type.Number(), { description: 'When text was copied from the field.' }),
      truncated: Type.Boolean({ description: 'Whether the recording stops before the answer is complete.' }),
      /** A failed check and its time; null if it concerns the whole answer. */
      pins: Type.Array(Closed({ check: Type.String(), at: OrNull(Type.Number()) })),
      summary: Type.String(),
    }),
  ),
})
export type TypingView = Static<typeof TypingView>

/** POST /surveys/inspect, with the query and the body of an upload: how the file would be read. Stores nothing. */
export const FileView = Closed(
  {
    format: Type.Enum(['csv', 'xlsx', 'ndjson']),
    encoding: OrNull(Type.String(), 'Null for a workbook.'),
    platform: OrNull(Type.String(), 'The survey platform that exported the file.'),
    sheet: OrNull(Type.String(), 'The sheet that is read; null if the file is not a workbook.'),
    sheets: Type.Array(Type.String(), { description: 'All visible sheets of a workbook.' }),
    header_rows: Type.Integer({ description: 'Rows above the first participant.' }),
    rows: Type.Integer({ description: 'Rows below them.' }),
    columns: Type.Array(
      Closed({
        name: Type.String(),
        use: Type.Enum(['participant', 'survey', 'question', 'none']),
        reason: Type.String({ description: 'Why the column is used in this way.' }),
        text: Type.String({ description: 'Detected text of the question.' }),
      }),
    ),
    repeated: Closed({
      count: Type.Integer({ description: 'Number of participant ids with more than one row.' }),
      examples: Type.Array(Closed({ participant_id: Type.String(), rows: Type.Integer() })),
    }),
  },
  'SurveyFile',
)
export type FileView = Static<typeof FileView>

/** The answer to POST /surveys/inspect when the encoding has to be chosen among these. */
export const EncodingChoice = Closed({ encodings: Type.Array(Type.String()) })
export type EncodingChoice = Static<typeof EncodingChoice>

/** GET /uploads/:id/summary */
export const UploadSummary = Closed(
  {
    rows: Type.Integer(),
    analyzed: Type.Integer(),
    flagged: Type.Integer(),
    refused: Type.Integer(),
    skipped: Type.Integer({ description: 'Rows without answers.' }),
    surveys: Type.Array(Type.String(), { description: 'Ids of the surveys of the rows, at most 20.' }),
    checks: Type.Array(Closed({ check: Type.String(), count: Type.Integer() }), {
      description: 'Failed checks with their numbers of participants, most frequent first.',
    }),
  },
  'SurveyJobSummary',
)
export type UploadSummary = Static<typeof UploadSummary>

export const UploadItem = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Time,
    state: Type.Enum(['running', 'done', 'failed']),
    total: Type.Integer(),
    done: Type.Integer(),
    flagged: Type.Integer(),
    refused: Type.Integer(),
    problem: OrNull(Type.String(), 'Reason of a failure, otherwise null.'),
    download: OrNull(Type.String(), 'URL of the same file with results, once it is done.'),
  },
  'SurveyJob',
)
export type UploadItem = Static<typeof UploadItem>
export const UploadList = Page(UploadItem, 'SurveyJobList')
export type UploadList = Static<typeof UploadList>
