/** /v1/surveys/{surveyId}/participants/{participantId}/verdict: verdicts of reviewers. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import {
  EFFECTIVE_VERDICT,
  type OverruledVerdict,
  VerdictChanged,
} from '../../contract/dashboard/verdicts.ts'
import { Field } from '../../contract/field.ts'
import { NOTE_CHARS } from '../../contract/limits.ts'
import { VERDICT } from '../../contract/survey.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'

export const OVERRULED: OverruledVerdict = {
  verdict: 'keep',
  by: 'review script',
  at: 1_742_916_650_000,
  note: 'Wrote the answer in a notes app.',
}

const tag = 'Manage surveys'
const errors = ['not_found'] as const
const surveyId = { description: 'Survey ID', example: 'spring-2025' }
const participantId = { description: 'Participant ID', example: 'p-0042' }

const ParticipantVerdict = Type.Object(
  { overruled_by: EFFECTIVE_VERDICT.overruled_by },
  {
    additionalProperties: false,
    title: 'ParticipantVerdict',
    description: "The reviewer's verdict on a participant.",
  },
)
const GET_VERDICT = operation({
  operationId: 'getParticipantVerdict',
  tag,
  summary: 'Verdict of a reviewer',
  description: 'The verdict that overrides the computed one, or null.',
  params: { surveyId, participantId },
  response: jsonResponse('The verdict.', ParticipantVerdict, { overruled_by: OVERRULED }),
  errors,
})
const SET_VERDICT = operation({
  operationId: 'setParticipantVerdict',
  tag,
  summary: 'Override the verdict on a participant',
  description:
    'The verdict becomes the effective one in lists, exports and webhooks. It replaces an earlier one and also applies to later analyses. The computed verdict stays as it is.',
  params: { surveyId, participantId },
  body: {
    schema: Type.Object(
      {
        verdict: Field(VERDICT.verdict, 'Your verdict.'),
        note: Type.Optional(
          Type.String({ maxLength: NOTE_CHARS, description: 'Your reason.', examples: [OVERRULED.note] }),
        ),
      },
      {
        additionalProperties: false,
        title: 'VerdictRequest',
        description: "A reviewer's verdict on a participant.",
      },
    ),
    example: { verdict: 'keep', note: OVERRULED.note },
  },
  response: jsonResponse(
    'The new verdict, and the previous one, so that you can undo the change.',
    VerdictChanged,
    {
      overruled_by: OVERRULED,
      previous: null,
    },
  ),
  errors,
})
const CLEAR_VERDICT = operation({
  operationId: 'clearParticipantVerdict',
  tag,
  summary: 'Remove the verdict of a reviewer',
  description: 'The computed verdict applies again. Removing a verdict that does not exist succeeds.',
  params: { surveyId, participantId },
  response: jsonResponse('The previous verdict, so that you can undo the change.', VerdictChanged, {
    overruled_by: null,
    previous: OVERRULED,
  }),
  errors,
})
interface ByParticipant {
  Params: { surveyId: string; participantId: string }
}

export function manageVerdictRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { verdicts } = services.operations
  const verdictPath = '/v1/surveys/:surveyId/participants/:participantId/verdict'
  scope.get<ByParticipant>(verdictPath, GET_VERDICT, async ({ caller, params }) => ({
    overruled_by: await verdicts.find(caller.workspace, params.surveyId, params.participantId),
  }))
  scope.put<ByParticipant>(verdictPath, SET_VERDICT, async (request) =>
    verdicts.set(
      actorOf(request),
      request.params.surveyId,
      request.params.participantId,
      SET_VERDICT.body(request),
    ),
  )
  scope.delete<ByParticipant>(verdictPath, CLEAR_VERDICT, (request) =>
    verdicts.set(actorOf(request), request.params.surveyId, request.params.participantId, { verdict: null }),
  )
}
