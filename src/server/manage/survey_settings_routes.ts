/** /v1/surveys/{surveyId}/settings: settings of one survey. */
import type { FastifyInstance } from 'fastify'
import { SurveySettings } from '../../contract/dashboard/survey_settings.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'

const SETTINGS: SurveySettings = { review_effort: 2 }

const tag = 'Manage surveys'
const params = { surveyId: { description: 'Survey ID', example: 'spring-2025' } }
const response = jsonResponse('The settings.', SurveySettings, SETTINGS)

const GET = operation({
  operationId: 'getSurveySettings',
  tag,
  summary: 'Get the settings of a survey',
  description: 'The settings that apply to all participants of a survey.',
  params,
  response,
})
const SET = operation({
  operationId: 'setSurveySettings',
  tag,
  summary: 'Change the settings of a survey',
  description:
    'Replaces the settings. Participants that were analyzed already are analyzed again in the background. A survey can get settings before its first participant.',
  params,
  body: { schema: SurveySettings, example: SETTINGS },
  response,
})

interface BySurvey {
  Params: { surveyId: string }
}

export function manageSurveySettingsRoutes(
  scope: FastifyInstance,
  { services, actorOf }: ManageContext,
): void {
  const { surveySettings } = services.operations
  const path = '/v1/surveys/:surveyId/settings'

  scope.get<BySurvey>(path, GET, ({ caller, params: { surveyId } }) =>
    surveySettings.view(caller.workspace, surveyId),
  )
  scope.put<BySurvey>(path, SET, (request) =>
    surveySettings.set(actorOf(request), request.params.surveyId, SET.body(request)),
  )
}
