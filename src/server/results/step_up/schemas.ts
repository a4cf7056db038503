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
import { ERRORS, ISSUED_AT, RESULT, SITE_KEY } from '../schemas.ts'

const CREDENTIALS = { site_key: SITE_KEY, result: RESULT }
const TASK = 'Jt4xW0bQz8mRk2vYc6sNdA'

const STEP_UP_ERRORS: readonly ErrorCode[] = [...ERRORS, 'invalid_site_key', 'origin_rejected']

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
      expires_at: ISSUED_AT + STEP_UP_LIFE_MS,
    }),
    ...problemResponses('', STEP_UP_ERRORS),
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
    ...problemResponses('', STEP_UP_ERRORS),
  },
}
