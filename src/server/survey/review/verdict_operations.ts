/** Verdicts of reviewers on participants. */

import { Closed } from '../../../contract/dashboard/page.ts'
import {
  EFFECTIVE_VERDICT,
  type OverriddenVerdict,
  VerdictChanged,
  VerdictRequest,
} from '../../../contract/dashboard/verdicts.ts'
import { jsonResponse } from '../../http/openapi/responses.ts'
import { type Operation, operation } from '../../http/operation.ts'
import type { Verdicts } from './verdicts.ts'

export const OVERRIDDEN: OverriddenVerdict = {
  verdict: 'keep',
  by: 'review script',
  at: 1_742_916_650_000,
  note: 'Wrote the answer in a notes app.',
}

const ParticipantVerdict = Closed(
  { overridden_by: EFFECTIVE_VERDICT.overridden_by },
  'ParticipantVerdict',
  "The reviewer's verdict on a participant.",
)

const tag = 'Manage surveys'
const params = {
  surveyId: { description: 'Survey ID', example: 'spring-2025' },
  participantId: { description: 'Participant ID', example: 'p-0042' },
}
const errors = ['not_found'] as const
const CHANGE = { scope: 'admin', role: 'analyst' } as const

export const verdictOperations = (verdicts: Verdicts): readonly Operation[] => [
  operation({
    route: 'GET /v1/surveys/:surveyId/participants/:participantId/verdict',
    allow: { scope: 'admin', role: 'viewer' },
    operationId: 'getParticipantVerdict',
    tag,
    summary: 'Verdict of a reviewer',
    description: 'The verdict that overrides the computed one, or null.',
    params,
    response: jsonResponse('The verdict.', ParticipantVerdict, { overridden_by: OVERRIDDEN }),
    errors,
    handle: async ({ actor, params }) => ({
      overridden_by: await verdicts.find(actor.workspace, params.surveyId, params.participantId),
    }),
  }),
  operation({
    route: 'PUT /v1/surveys/:surveyId/participants/:participantId/verdict',
    audit: 'verdict_set',
    allow: CHANGE,
    operationId: 'setParticipantVerdict',
    tag,
    summary: 'Override the verdict on a participant',
    description:
      'The verdict becomes the effective one in lists, exports and webhooks. It replaces an earlier one and also applies to later analyses. The computed verdict stays as it is.',
    params,
    body: VerdictRequest,
    bodyExample: { verdict: 'keep', note: OVERRIDDEN.note },
    response: jsonResponse(
      'The new verdict, and the previous one, so that you can undo the change.',
      VerdictChanged,
      { overridden_by: OVERRIDDEN, previous: null },
    ),
    errors,
    handle: ({ actor, params, body }) => verdicts.set(actor, params.surveyId, params.participantId, body),
  }),
  operation({
    route: 'DELETE /v1/surveys/:surveyId/participants/:participantId/verdict',
    audit: 'verdict_removed',
    allow: CHANGE,
    operationId: 'clearParticipantVerdict',
    tag,
    summary: 'Remove the verdict of a reviewer',
    description: 'The computed verdict applies again. Removing a verdict that does not exist succeeds.',
    params,
    response: jsonResponse('The previous verdict, so that you can undo the change.', VerdictChanged, {
      overridden_by: null,
      previous: OVERRIDDEN,
    }),
    errors,
    handle: ({ actor, params }) =>
      verdicts.set(actor, params.surveyId, params.participantId, { verdict: null }),
  }),
]
