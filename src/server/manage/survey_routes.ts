/** /v1/surveys: surveys, participants and their results. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AgainView } from '../../contract/dashboard/survey_again.ts'
import {
  type ParticipantItem,
  ParticipantList,
  ParticipantView,
  SurveyList,
} from '../../contract/dashboard/surveys.ts'
import { DownloadQuery, PARTICIPANT_FILTERS } from '../../contract/dashboard/verdicts.ts'
import { sendStream } from '../http/compress.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { Cursor, limitOf } from '../http/page.ts'
import { EXPORT_FORMATS, fileHeaders } from './exports.ts'
import { fileResponse, operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'
import { OVERRULED } from './verdict_routes.ts'

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
  overruled_by: OVERRULED,
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
  analyses: [{ analyzed_at: PARTICIPANT.analyzed_at, verdict: 'review', severity: 0.5, flagged: true }],
}

const AGAIN: AgainView = { requested_at: 1_743_000_000_000, running: true, done: 0, participants: 412 }

const tag = 'Manage surveys'
const errors = ['not_found'] as const
const surveyId = { description: 'Survey ID', example: SURVEY.survey_id }
const participantId = { description: 'Participant ID', example: PARTICIPANT.participant_id }

const LIST = operation({
  operationId: 'listSurveys',
  tag,
  summary: 'List surveys',
  description: 'At most 500 surveys, the one with the latest response first.',
  response: jsonResponse('The surveys.', SurveyList, { items: [SURVEY], next: null }),
})
const PARTICIPANTS = operation({
  operationId: 'listParticipants',
  tag,
  summary: 'List participants of a survey',
  description:
    'The latest analysis first. With `q`, one page without a cursor. A filter by verdict scans 2,000 participants per response; `next` continues the search, even if few or no items were found.',
  params: { surveyId },
  query: Type.Object(
    {
      ...PARTICIPANT_FILTERS,
      cursor: Cursor,
      limit: limitOf(200, 50),
    },
    { additionalProperties: false },
  ),
  response: jsonResponse('A page of participants.', ParticipantList, { items: [PARTICIPANT], next: null }),
  errors,
})
const RESULT_OF = operation({
  operationId: 'getParticipantResult',
  tag,
  summary: 'Result of one participant',
  description:
    'The latest analysis of a participant: verdict, answers, every check and the evidence behind it. `analyses` lists the earlier ones.',
  params: { surveyId, participantId },
  response: jsonResponse('The result.', ParticipantView, RESULT),
  errors,
})

const RESULTS = operation({
  operationId: 'exportSurveyResults',
  tag,
  summary: 'Results of all participants',
  description:
    'One row per participant, newest first, streamed, compressed if the client accepts gzip. As CSV, with four columns per question. Filters select participants.',
  params: { surveyId },
  query: Type.Object(
    {
      ...DownloadQuery.properties,
      format: Type.Optional(
        Type.Enum(EXPORT_FORMATS, { default: 'ndjson', description: 'Format of the file.' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: fileResponse('The file.', {
    'application/x-ndjson': `${JSON.stringify(RESULT)}\n`,
    'text/csv':
      'participant_id,analyzed_at,…,answer:q1,checks:q1,effort:q1,group:q1\r\np-0042,2025-03-25T14:30:50.000Z,…,The bakery on the corner knows my name.,Response pasted,6,1\r\n',
  }),
  errors,
})

const ANALYZE_AGAIN = operation({
  operationId: 'analyzeSurveyAgain',
  tag,
  summary: 'Analyze a survey again',
  description:
    'Analyzes the stored responses of all participants again, in the background, with the current statistics. A second request while it runs changes nothing.',
  params: { surveyId },
  status: 202,
  response: jsonResponse('The progress.', AgainView, AGAIN),
  errors,
})
const AGAIN_PROGRESS = operation({
  operationId: 'getSurveyAnalyzedAgain',
  tag,
  summary: 'Progress of a new analysis',
  description: 'The progress of the latest request to analyze the survey again.',
  params: { surveyId },
  response: jsonResponse('The progress.', AgainView, { ...AGAIN, running: false, done: 412 }),
  errors,
})
const PARTICIPANT_AGAIN = operation({
  operationId: 'analyzeParticipantAgain',
  tag,
  summary: 'Analyze one participant again',
  description: 'Analyzes the stored response again, with the current statistics, and returns the new result.',
  params: { surveyId, participantId },
  response: jsonResponse('The result.', ParticipantView, RESULT),
  errors,
})

interface BySurvey {
  Params: { surveyId: string }
}
interface ByParticipant {
  Params: { surveyId: string; participantId: string }
}

export function manageSurveyRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { surveys, surveyResults, surveyAgain } = services.operations

  scope.get('/v1/surveys', LIST, ({ caller }) => surveys.list(caller.workspace))
  scope.get<BySurvey>('/v1/surveys/:surveyId/participants', PARTICIPANTS, async (request) =>
    surveys.participants(request.caller.workspace, request.params.surveyId, PARTICIPANTS.query(request)),
  )
  scope.get<ByParticipant>(
    '/v1/surveys/:surveyId/participants/:participantId',
    RESULT_OF,
    ({ caller, params }) => surveys.participant(caller.workspace, params.surveyId, params.participantId),
  )
  scope.post<ByParticipant>(
    '/v1/surveys/:surveyId/participants/:participantId/analyze-again',
    PARTICIPANT_AGAIN,
    (request) =>
      surveyAgain.participant(actorOf(request), request.params.surveyId, request.params.participantId),
  )
  scope.post<BySurvey>('/v1/surveys/:surveyId/analyze-again', ANALYZE_AGAIN, async (request, reply) => {
    reply.code(202)
    return surveyAgain.request(actorOf(request), request.params.surveyId)
  })
  scope.get<BySurvey>('/v1/surveys/:surveyId/analyze-again', AGAIN_PROGRESS, ({ caller, params }) =>
    surveyAgain.progress(caller.workspace, params.surveyId),
  )
  // No HEAD: Fastify would read the whole file for it.
  const resultsOptions = { ...RESULTS, exposeHeadRoute: false }
  scope.get<BySurvey>('/v1/surveys/:surveyId/results', resultsOptions, async (request, reply) => {
    const { format = 'ndjson', ...filter } = RESULTS.query(request)
    const file = await surveyResults(actorOf(request), request.params.surveyId, format, filter)
    return sendStream(request, reply.headers(fileHeaders('survey', format)), file)
  })
}
