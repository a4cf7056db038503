/** Surveys, their participants and results, new analyses, and typing replays. */
import { Type } from 'typebox'
import { Closed, Cursor, limitOf } from '../../../contract/dashboard/page.ts'
import { AgainView } from '../../../contract/dashboard/survey_again.ts'
import {
  type ParticipantItem,
  ParticipantList,
  ParticipantView,
  SurveyList,
  SurveyView,
} from '../../../contract/dashboard/surveys.ts'
import {
  Codebook,
  DownloadQuery,
  LowEffortThreshold,
  PARTICIPANT_FILTERS,
} from '../../../contract/dashboard/verdicts.ts'
import { ID_BYTES } from '../../../contract/limits.ts'
import { FormatChoice } from '../../http/export_file.ts'
import { jsonResponse } from '../../http/openapi/responses.ts'
import { fileResponse, type Operation, operation } from '../../http/operation.ts'
import type { SendExport } from '../../http/send_export.ts'
import { type ManagedSurveys, NAMED } from './managed_surveys.ts'
import { participantReasons } from './participant_reasons.ts'
import type { SurveyAgain } from './survey_again.ts'
import type { SurveyResults } from './survey_results.ts'
import { OVERRIDDEN } from './verdict_operations.ts'

const SURVEY = {
  survey_id: 'spring-2025',
  participants: 412,
  flagged: 37,
  first_at: 1_742_913_050_000,
  last_at: 1_743_000_000_000,
}
const PARTICIPANT: ParticipantItem = {
  participant_id: 'p-0042',
  analysis_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
  version: 'v021',
  analyzed_at: 1_742_913_050_000,
  flagged: true,
  num_checks_failed: 1,
  checks: ['Response pasted'],
  verdict: 'review',
  severity: 0.5,
  effective_verdict: 'keep',
  overridden_by: OVERRIDDEN,
  effort: 6,
  reasons: ['q1: Response pasted. 39 characters came in 1 bulk insertion; 0 characters were typed.'],
}
const RESULT: ParticipantView = {
  survey_id: SURVEY.survey_id,
  ...PARTICIPANT,
  model: 'byhand-v021',
  error: false,
  warning: null,
  answers: [
    {
      question_id: 'q1',
      question: 'What do you like about your neighborhood?',
      answer: 'The bakery on the corner knows my name.',
      checks: ['Response pasted'],
      evidence: ['Response pasted: 39 characters came in 1 bulk insertion; 0 characters were typed.'],
      results: [
        {
          check: 'Response pasted',
          result: 'Detected',
          strength: 1,
          evidence: '39 characters came in 1 bulk insertion; 0 characters were typed.',
          spans: [{ start: 0, end: 39 }],
        },
      ],
      effort: 6,
      group: 1,
      typing: 'sent',
    },
  ],
  fingerprint_checks: null,
  session_id: null,
  references: [],
  analyses: [
    {
      analyzed_at: PARTICIPANT.analyzed_at,
      verdict: 'review',
      severity: 0.5,
      flagged: true,
      superseded: false,
    },
  ],
}

const AGAIN: AgainView = { requested_at: 1_743_000_000_000, running: true, done: 0, participants: 412 }

const tag = 'Manage surveys'
const errors = ['not_found'] as const
const surveyId = { description: 'Survey ID', example: SURVEY.survey_id }
const participantId = { description: 'Participant ID', example: PARTICIPANT.participant_id }
const READ = { scope: 'admin', role: 'viewer' } as const
const CHANGE = { scope: 'admin', role: 'analyst' } as const
const MEMBERS = { role: 'viewer' } as const

const ParticipantQuery = Closed({
  ...PARTICIPANT_FILTERS,
  order: Type.Optional(
    Type.Enum(['newest', 'worst'], {
      default: 'newest',
      description: 'The newest participant first, or the one with the worst computed verdict and severity.',
    }),
  ),
  // The place of a participant has three parts.
  cursor: Type.Optional(Type.String({ ...Cursor, examples: ['WzIsMTc0MjkxMzA1MDIxMCwicDEiXQ'] })),
  limit: limitOf(200, 50),
})

export interface SurveyGroup {
  readonly surveys: ManagedSurveys
  readonly surveyResults: SurveyResults
  readonly surveyAgain: SurveyAgain
}

export const surveyOperations = (
  { surveys, surveyResults, surveyAgain }: SurveyGroup,
  send: SendExport,
): readonly Operation[] => [
  operation({
    route: 'GET /v1/surveys',
    allow: READ,
    operationId: 'listSurveys',
    tag,
    summary: 'List surveys',
    description: 'At most 500 surveys, the one with the latest response first.',
    response: jsonResponse('The surveys.', SurveyList, { items: [SURVEY], next: null }),
    handle: ({ actor }) => surveys.list(actor.workspace),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId',
    allow: READ,
    operationId: 'getSurvey',
    tag,
    summary: 'Outcome of a survey',
    description:
      'How many participants failed a check, and how many have each verdict. Files, the dashboard and the command line count in the same way.',
    params: { surveyId },
    response: jsonResponse('The outcome.', SurveyView, {
      ...SURVEY,
      verdicts: { keep: 371, review: 32, remove: 9 },
      reviewed: 12,
      groups: 3,
      references: { questions: 3, missing: 1 },
    }),
    errors,
    handle: ({ actor, params }) => surveys.view(actor.workspace, params.surveyId),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/questions',
    allow: MEMBERS,
    internal: true,
    handle: ({ actor, params }) => surveys.questions(actor.workspace, params.surveyId),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/superseded',
    allow: MEMBERS,
    internal: true,
    handle: ({ actor, params }) => surveys.superseded(actor.workspace, params.surveyId),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/table',
    allow: MEMBERS,
    internal: true,
    query: ParticipantQuery,
    handle: ({ actor, params, query }) => surveys.table(actor.workspace, params.surveyId, query),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/clusters',
    allow: MEMBERS,
    internal: true,
    query: Closed({ participant_id: Type.Optional(Type.String()), cursor: Cursor }),
    handle: ({ actor, params, query }) => surveys.clusters(actor.workspace, params.surveyId, query),
  }),
  operation({
    route: 'GET /v1/participants',
    allow: MEMBERS,
    internal: true,
    query: Closed({ q: Type.String({ minLength: 1, maxLength: ID_BYTES }), limit: limitOf(50, NAMED) }),
    handle: ({ actor, query: { q, limit } }) => surveys.named(actor.workspace, q, limit),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/participants',
    allow: READ,
    operationId: 'listParticipants',
    tag,
    summary: 'List participants of a survey',
    description:
      'The newest participant first. With `q`, one page without a cursor. With `low_effort_threshold`, a page may have few or no items although `next` continues the search.',
    params: { surveyId },
    query: ParticipantQuery,
    response: jsonResponse('A page of participants.', ParticipantList, { items: [PARTICIPANT], next: null }),
    errors,
    handle: ({ actor, params, query }) => surveys.participants(actor.workspace, params.surveyId, query),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/participants/:participantId',
    allow: READ,
    operationId: 'getParticipantResult',
    tag,
    summary: 'Result of one participant',
    description:
      'The latest analysis of a participant: verdict, answers, every check and the evidence behind it. `analyses` lists the earlier ones.',
    params: { surveyId, participantId },
    query: Closed({
      analyzed_at: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: '`analyzed_at` of an earlier analysis. By default, the latest one.',
          examples: [PARTICIPANT.analyzed_at],
        }),
      ),
      low_effort_threshold: LowEffortThreshold,
    }),
    response: jsonResponse('The result.', ParticipantView, RESULT),
    errors,
    handle: ({ actor, params, query }) =>
      surveys.participant(
        actor.workspace,
        params.surveyId,
        params.participantId,
        query.analyzed_at,
        query.low_effort_threshold,
      ),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/participants/:participantId/reasons',
    allow: MEMBERS,
    internal: true,
    handle: async ({ actor, params }) =>
      participantReasons(await surveys.analysis(actor.workspace, params.surveyId, params.participantId)),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/results',
    audit: 'exported',
    allow: CHANGE,
    operationId: 'exportSurveyResults',
    tag,
    summary: 'Results of all participants',
    description:
      'One row per participant, newest first, streamed, compressed if the client accepts gzip. As CSV, with four columns per question. Filters select participants.',
    params: { surveyId },
    query: Closed({ ...DownloadQuery.properties, format: FormatChoice, codebook: Codebook }),
    head: false,
    response: fileResponse(
      'participant_id,byhand_analyzed_at,…,byhand_q1_answer,byhand_q1_checks,byhand_q1_effort,byhand_q1_group\r\np-0042,2025-03-25T14:30:50.000Z,…,The bakery on the corner knows my name.,Response pasted,6,1\r\n',
      { schema: ParticipantView, example: RESULT },
    ),
    errors,
    handle(call) {
      const { actor } = call
      const { format = 'ndjson', codebook, ...filter } = call.query
      const { surveyId } = call.params
      if (codebook === 'true') {
        return send(call, 'csv', async () => ({
          name: `${surveyId}-codebook`,
          file: await surveyResults.codebook(actor, surveyId),
        }))
      }
      return send(call, format, async () => ({
        name: [surveyId, filter.only].filter(Boolean).join('-'),
        file: await surveyResults.file(actor, surveyId, format, filter),
      }))
    },
  }),
  operation({
    route: 'POST /v1/surveys/:surveyId/analyze-again',
    audit: 'survey_analyzed_again',
    allow: CHANGE,
    operationId: 'analyzeSurveyAgain',
    tag,
    summary: 'Analyze a survey again',
    description:
      'Analyzes the stored responses of all participants again, in the background, with the current statistics. A second request while it runs changes nothing.',
    params: { surveyId },
    status: 202,
    response: jsonResponse('The progress.', AgainView, AGAIN),
    errors,
    handle: ({ actor, params }) => surveyAgain.request(actor, params.surveyId),
  }),
  operation({
    route: 'GET /v1/surveys/:surveyId/analyze-again',
    allow: READ,
    operationId: 'getSurveyAnalyzedAgain',
    tag,
    summary: 'Progress of a new analysis',
    description: 'The progress of the latest request to analyze the survey again.',
    params: { surveyId },
    response: jsonResponse('The progress.', AgainView, { ...AGAIN, running: false, done: 412 }),
    errors,
    handle: ({ actor, params }) => surveyAgain.progress(actor.workspace, params.surveyId),
  }),
  operation({
    route: 'POST /v1/surveys/:surveyId/participants/:participantId/analyze-again',
    audit: 'survey_analyzed_again',
    allow: CHANGE,
    operationId: 'analyzeParticipantAgain',
    tag,
    summary: 'Analyze one participant again',
    description:
      'Analyzes the stored response again, with the current statistics, and returns the new result.',
    params: { surveyId, participantId },
    response: jsonResponse('The result.', ParticipantView, RESULT),
    errors,
    handle: ({ actor, params }) => surveyAgain.participant(actor, params.surveyId, params.participantId),
  }),
  operation({
    route: 'GET /v1/typing/:id',
    allow: MEMBERS,
    internal: true,
    // A link works in any workspace of the member, not only the selected one.
    handle: ({ params, signedIn }) =>
      surveys.typing(
        signedIn.login.roles.map(({ workspace }) => workspace),
        params.id,
      ),
  }),
]
