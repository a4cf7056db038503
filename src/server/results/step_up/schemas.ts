/** Step-up verification in the OpenAPI document. */
import {
  STEP_UP_LIFE_MS,
  StepUpAnswer,
  StepUpDone,
  StepUpRequest,
  StepUpTask,
} from '../../../contract/step_up.ts'
import type { ErrorCode } from '../../http/errors.ts'
import { jsonResponse, problemResponses } from '../../http/openapi_responses.ts'

const CREDENTIALS = {
  site_key: 'bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ',
  result: 'bhr1_u0m3cQ9yV1sZbT5kWn8hXr2dLq7gJf4pEoAvCiGtYwNzMxKsRbUhPeSjDl6a',
}
const TASK = 'Jt4xW0bQz8mRk2vYc6sNdA'
const ASKED_AT = 1_742_913_103_500

const ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'overloaded',
  'store_unavailable',
  'invalid_site_key',
  'origin_rejected',
]

const base = { tags: ['Collection'], security: [], consumes: ['application/json', 'text/plain'] }

export const ASK = {
  ...base,
  operationId: 'askStepUp',
  summary: 'Ask for step-up verification',
  description:
    'For `step_up.mjs`. The service answers with a task only if the effective action is `Manual review or require additional verification` or `Unknown`.',
  body: { ...StepUpRequest, 'x-examples': { example: { value: CREDENTIALS } } },
  response: {
    200: jsonResponse('Whether the session needs step-up verification.', StepUpTask, {
      needed: true,
      task: TASK,
      expires_at: ASKED_AT + STEP_UP_LIFE_MS,
    }),
    ...problemResponses('', ERRORS),
  },
}

export const ANSWER = {
  ...base,
  operationId: 'answerStepUp',
  summary: 'End step-up verification',
  description:
    'For `step_up.mjs`. The service computes the result from the events of the session that it received. The response does not contain the result.',
  body: { ...StepUpAnswer, 'x-examples': { example: { value: { ...CREDENTIALS, task: TASK } } } },
  response: {
    200: jsonResponse('The result is stored.', StepUpDone, { done: true }),
    ...problemResponses('', ERRORS),
  },
}
