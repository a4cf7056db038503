/**
 * Analyzed surveys. GET /surveys, /surveys/:id, /surveys/:id/participants, /surveys/:id/participants/:pid,
 * /surveys/:id/clusters, /surveys/:id.csv, /surveys/:id/participants/:pid/reasons, /typing/:id;
 * POST /surveys/upload; GET /uploads, /uploads/:id, /uploads/:id.csv. Ids are percent-encoded in paths.
 */
import { type Static, Type } from 'typebox'
import { FingerprintChecks } from '../survey.ts'
import { Closed, OrNull, Page, Time } from './page.ts'

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
  },
  'Participant',
)
export type ParticipantItem = Static<typeof ParticipantItem>
/** GET /surveys/:id/participants?flagged=true&q=&before=&limit= */
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

/**
 * POST /surveys/upload?name=&survey_id=&survey_column=&participant_column=&columns=&questions= with a CSV body
 * (`text/csv`, at most 32 MiB). Columns without a name are detected like in `byhand survey check`. `columns` lists
 * the answer columns, separated by line breaks.
 */
export const UploadQuery = Closed({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  survey_id: Type.Optional(Type.String({ maxLength: 256 })),
  survey_column: Type.Optional(Type.String({ maxLength: 256 })),
  participant_column: Type.Optional(Type.String({ maxLength: 256 })),
  columns: Type.Optional(Type.String({ maxLength: 8_000 })),
})
export type UploadQuery = Static<typeof UploadQuery>

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
