/** Step-up verification in the OpenAPI document. */
import {
  STEP_UP_LIFE_MS,
  StepUpAnswer,
  StepUpDone,
  StepUpRequest,
  StepUpTask,
} from '../../../contract/step_up.ts'
import type { RouteDocument } from '../../http/openapi/operation_object.ts'
import { jsonResponse, type OwnError } from '../../http/openapi/responses.ts'
import { ERRORS, ISSUED_AT, pageBody, RESULT, SITE_KEY } from '../schemas.ts'

const CREDENTIALS = { site_key: SITE_KEY, result: RESULT }
const TASK = 'Jt4xW0bQz8mRk2vYc6sNdA'

const STEP_UP_ERRORS: readonly OwnError[] = [...ERRORS, 'invalid_site_key', 'origin_rejected']

export const ASK: RouteDocument = {
  operationId: 'askStepUp',
  tag: 'Collection',
  summary: 'Ask for step-up verification',
  description:
    'For `step_up.mjs`. The service answers with a task only if the decision about the session is `step_up`.',
  body: pageBody(StepUpRequest, CREDENTIALS),
  response: jsonResponse('Whether the session needs step-up verification.', StepUpTask, {
    needed: true,
    task: TASK,
    expires_at: ISSUED_AT + STEP_UP_LIFE_MS,
  }),
  errors: STEP_UP_ERRORS,
}

export const ANSWER: RouteDocument = {
  operationId: 'answerStepUp',
  tag: 'Collection',
  summary: 'End step-up verification',
  description:
    'For `step_up.mjs`. The service computes the result from the events of the session that it received. The response does not contain the result.',
  body: pageBody(StepUpAnswer, { ...CREDENTIALS, task: TASK }),
  response: jsonResponse('The result is stored.', StepUpDone, { done: true }),
  errors: STEP_UP_ERRORS,
}
