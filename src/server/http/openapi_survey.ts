/** The survey routes. Documented by hand, because they parse more request shapes than one schema describes. */
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import {
  ExplainedResultV012,
  ExplainedResultV021,
  type Explanation,
  SurveyRequestV012,
  SurveyRequestV021,
  SurveyResultV012,
  SurveyResultV021,
} from '../../contract/survey.ts'
import type { ErrorCode } from './errors.ts'
import { problemResponses, type ResponseDocument } from './openapi_responses.ts'
import { SurveyCallQuery } from './survey_query.ts'

const ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_json',
  'invalid_utf8',
  'invalid_gzip',
  'body_too_deep',
  'missing_survey_key',
  'invalid_key',
  'site_key_rejected',
  'wrong_scope',
  'request_timeout',
  'idempotency_conflict',
  'body_too_large',
  'unsupported_media_type',
]

const REQUEST: SurveyRequestV012 = {
  survey_id: 'spring-2025',
  participant_id: 'p-0042',
  questions: { q1: 'What do you like about your neighborhood?' },
  responses: { q1: 'The bakery on the corner knows my name.' },
  question_histories: {
    q1: [
      { s: 'T', t: 0 },
      { s: 'Th', t: 140 },
      { s: 'The', t: 262 },
    ],
  },
}

const RESULT_V021: SurveyResultV021 = {
  error: false,
  flagged: false,
  num_checks_failed: 0,
  response_groups: { q1: 1 },
  checks: { q1: [] },
  effort_ratings: { q1: 6 },
  typing_url: 'https://byhand.example.org/app/typing/hT3kQ9ab2mVb4Lw9sYcHgZ',
  model: 'byhand-v021',
  fingerprint_checks: {
    device_id: 'Zt3mC0Yw8kQ1sVbN4Xw0sT9bQmZ',
    ip_country: 'NL',
    bot: false,
    vpn: false,
    incognito: false,
    tampering: false,
    virtual_machine: false,
    duplicate: false,
    error: false,
  },
}

const RESULT_V012: SurveyResultV012 = {
  error: false,
  flagged: true,
  model: 'byhand-v012',
  num_checks_failed: 1,
  checks: ['Text chunking'],
  response_groups: {},
}

const EXPLANATION: Explanation = {
  verdict: 'review',
  severity: 0.5,
  reasons: ['q1: Response pasted. 39 characters came in 1 bulk insertion; 0 characters were typed.'],
  analyzed_at: 1_742_913_050_000,
  explanation: {
    q1: [
      {
        check: 'Response pasted',
        result: 'Detected',
        strength: 1,
        evidence: '39 characters came in 1 bulk insertion; 0 characters were typed.',
        spans: [{ start: 0, end: 39 }],
      },
      {
        check: 'Automated test: Off-topic',
        result: 'Unknown',
        strength: 0,
        evidence: 'The question accepts any answer.',
        spans: null,
      },
    ],
  },
}

const RESULT_OF_V021 = Type.Union([SurveyResultV021, ExplainedResultV021])
const RESULT_OF_V012 = Type.Union([SurveyResultV012, ExplainedResultV012])

const QUERY_PARAMETERS = Object.entries(SurveyCallQuery.properties).map(([name, property]) => {
  const { description, examples, ...schema } = property as { description?: string; examples?: unknown[] }
  return { name, in: 'query', required: false, description, schema, example: examples?.[0] }
})

/** Documents only the routes that are registered. */
export function surveyDocuments(app: FastifyInstance): Record<string, unknown> {
  const v021 = { ...REQUEST, fingerprint_id: 'fp_Zt3mC0Yw8kQ1sVbN', low_effort_threshold: 2 }
  const documents = {
    '/survey-check/v021': surveyDocument('v021', SurveyRequestV021, v021, RESULT_OF_V021, RESULT_V021),
    '/survey-check/latest': surveyDocument('latest', SurveyRequestV021, v021, RESULT_OF_V021, RESULT_V021),
    '/survey-check/v012': surveyDocument('v012', SurveyRequestV012, REQUEST, RESULT_OF_V012, RESULT_V012),
  }
  return Object.fromEntries(
    Object.entries(documents).filter(([url]) => app.hasRoute({ method: 'POST', url })),
  )
}

const resultResponse = (schema: TSchema, result: object): ResponseDocument => ({
  description: 'The result. With `explain=true`, it has an explanation.',
  content: {
    'application/json': {
      schema,
      examples: { example: { value: result }, explained: { value: { ...result, ...EXPLANATION } } },
    },
  },
})

function surveyDocument(
  version: string,
  request: TSchema,
  example: unknown,
  result: TSchema,
  resultExample: object,
) {
  return {
    post: {
      operationId: `checkSurvey${version[0]?.toUpperCase()}${version.slice(1)}`,
      tags: ['Surveys'],
      summary: `Analyze a participant's responses (${version})`,
      description:
        'If a check fails to run, the response is 200 with `error: true` and a `warning`, never a clean pass. A new request for the same survey and participant replaces the earlier analysis.',
      security: [{ apiKey: [] }],
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'A different body with the same key within 24 hours is rejected with 409.',
          schema: { type: 'string', maxLength: 255 },
          example: `spring-2025-p-0042-${version}`,
        },
        ...QUERY_PARAMETERS,
      ],
      requestBody: {
        required: true,
        description:
          'JSON, with any of the accepted field names, or a form with maps as JSON strings or in bracket notation. May be compressed with gzip, deflate, br or zstd.',
        content: {
          'application/json': { schema: request, examples: { example: { value: example } } },
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              description: 'The same fields; maps as JSON strings or in bracket notation.',
            },
          },
          'text/plain': {
            schema: { type: 'string', description: 'The request as JSON or as a query string.' },
          },
        },
      },
      responses: {
        200: resultResponse(result, resultExample),
        ...problemResponses(`/survey-check/${version}`, ERRORS),
      },
    },
  }
}
