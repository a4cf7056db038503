/** /v1/surveys/{surveyId}/methods: the methods paragraph and the exclusion table of a survey. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { MethodsQuery, SurveyMethods } from '../../contract/dashboard/survey_methods.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { exclusionTable } from './exclusion_table.ts'
import { methodsParagraph } from './methods_paragraph.ts'
import { operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'

const COUNTS: Omit<SurveyMethods, 'text'> = {
  survey_id: 'spring-2025',
  program_version: '0.1.0',
  models: ['byhand-v021'],
  analysis_versions: ['4'],
  first_at: 1_742_913_050_000,
  last_at: 1_743_000_000_000,
  participants: 412,
  questions: 2,
  low_effort_thresholds: [0],
  typed: 380,
  incomplete: 0,
  flagged: 37,
  verdicts: { keep: 376, review: 21, remove: 15 },
  removed_by_reviewer: 3,
  restored_by_reviewer: 1,
  checks: [
    {
      check: 'Automated test: Gibberish',
      applied: 410,
      flagged: 12,
      keep: 1,
      review: 0,
      remove: 11,
      error_rate: { false_positives: 5, of: 3632, unit: 'answers', low: 0.000588, high: 0.003219 },
    },
  ],
}
const METHODS: SurveyMethods = { ...COUNTS, text: methodsParagraph(COUNTS) }

const GET = operation({
  operationId: 'getSurveyMethods',
  tag: 'Manage surveys',
  summary: 'Methods paragraph and exclusion table',
  description:
    'The checks, their versions and measured error rates, and how many participants were removed and why. As JSON, with a paragraph for a paper in `text`; as CSV, the exclusion table.',
  params: { surveyId: { description: 'Survey ID', example: METHODS.survey_id } },
  query: MethodsQuery,
  response: withTable(jsonResponse('The methods.', SurveyMethods, METHODS)),
  errors: ['not_found', 'overloaded'],
})

function withTable(response: ReturnType<typeof jsonResponse>): ReturnType<typeof jsonResponse> {
  const table = { schema: Type.String(), examples: { example: { value: exclusionTable(METHODS) } } }
  return { ...response, content: { ...response.content, 'text/csv': table } }
}

export function manageSurveyMethodsRoutes(scope: FastifyInstance, { services }: ManageContext): void {
  const { surveyMethods } = services.operations
  scope.get<{ Params: { surveyId: string } }>(
    '/v1/surveys/:surveyId/methods',
    GET,
    async (request, reply) => {
      const { format, low_effort_threshold: threshold } = GET.query(request)
      const methods = await surveyMethods(request.caller.workspace, request.params.surveyId, threshold)
      return sendMethods(reply, methods, format)
    },
  )
}

export function sendMethods(
  reply: FastifyReply,
  methods: SurveyMethods,
  format: MethodsQuery['format'],
): FastifyReply {
  if (format !== 'csv') return reply.send(methods)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="exclusions.csv"')
    .send(exclusionTable(methods))
}
