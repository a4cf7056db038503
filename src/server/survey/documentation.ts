/** The survey routes in the OpenAPI document. They parse more request shapes than the schema describes. */
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
import type { SurveyVersion } from '../../contract/survey_checks.ts'
import type { RouteDocument } from '../http/openapi/operation_object.ts'
import { mediaOf, type ResponseDocument } from '../http/openapi/responses.ts'
import { SurveyCallQuery } from '../http/survey_query.ts'

export const IDEMPOTENCY_KEY_CHARS = 255

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

const resultResponse = (schema: TSchema, result: object): ResponseDocument => ({
  description: 'The result. With `explain=true`, it has an explanation.',
  content: {
    'application/json': {
      schema,
      examples: { example: { value: result }, explained: { value: { ...result, ...EXPLANATION } } },
    },
  },
})

const MODELS = {
  v021: {
    request: SurveyRequestV021,
    example: { ...REQUEST, fingerprint_id: 'fp_Zt3mC0Yw8kQ1sVbN', low_effort_threshold: 2 },
    response: resultResponse(Type.Union([SurveyResultV021, ExplainedResultV021]), RESULT_V021),
  },
  v012: {
    request: SurveyRequestV012,
    example: REQUEST,
    response: resultResponse(Type.Union([SurveyResultV012, ExplainedResultV012]), RESULT_V012),
  },
}

/** `version`: in the URL. */
export function surveyDocument(version: string, model: SurveyVersion): RouteDocument {
  const { request, example, response } = MODELS[model]
  return {
    operationId: `checkSurvey${version[0]?.toUpperCase()}${version.slice(1)}`,
    tag: 'Surveys',
    summary: `Analyze a participant's responses (${version})`,
    description:
      'If a check fails to run, the response is 200 with `error: true` and a `warning`, never a clean pass. A new request for the same survey and participant replaces the earlier analysis.',
    key: 'apiKey',
    headers: Type.Object({
      'Idempotency-Key': Type.Optional(
        Type.String({
          maxLength: IDEMPOTENCY_KEY_CHARS,
          description: 'A different body with the same key within 24 hours is rejected with 409.',
          examples: [`spring-2025-p-0042-${version}`],
        }),
      ),
    }),
    query: SurveyCallQuery,
    body: {
      description:
        'JSON, with any of the accepted field names, or a form with maps as JSON strings or in bracket notation. May be compressed with gzip, deflate, br or zstd.',
      content: {
        'application/json': mediaOf(request, example),
        'application/x-www-form-urlencoded': {
          schema: Type.Unsafe({
            type: 'object',
            description: 'The same fields; maps as JSON strings or in bracket notation.',
          }),
        },
        'text/plain': {
          schema: Type.String({ description: 'The request as JSON or as a query string.' }),
        },
      },
    },
    response,
    errors: [
      'invalid_request',
      'invalid_json',
      'invalid_utf8',
      'invalid_gzip',
      'body_too_deep',
      'request_timeout',
      'idempotency_conflict',
      'body_too_large',
      'unsupported_media_type',
    ],
  }
}
