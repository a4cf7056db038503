/** Settings of one survey. */
import { SurveySettings } from '../../../contract/dashboard/survey_settings.ts'
import { jsonResponse } from '../../http/openapi/responses.ts'
import { type Operation, operation } from '../../http/operation.ts'
import type { SurveySettingsOf } from './survey_settings.ts'

const SETTINGS: SurveySettings = { review_effort: 2 }

const tag = 'Manage surveys'
const params = { surveyId: { description: 'Survey ID', example: 'spring-2025' } }
const response = jsonResponse('The settings.', SurveySettings, SETTINGS)

export const surveySettingsOperations = (settings: SurveySettingsOf): readonly Operation[] => [
  operation({
    route: 'GET /v1/surveys/:surveyId/settings',
    allow: { scope: 'admin', role: 'viewer' },
    operationId: 'getSurveySettings',
    tag,
    summary: 'Get the settings of a survey',
    description: 'The settings that apply to all participants of a survey.',
    params,
    response,
    handle: ({ actor, params }) => settings.view(actor.workspace, params.surveyId),
  }),
  operation({
    route: 'PUT /v1/surveys/:surveyId/settings',
    audit: 'survey_settings_changed',
    allow: { scope: 'admin', role: 'analyst' },
    operationId: 'setSurveySettings',
    tag,
    summary: 'Change the settings of a survey',
    description:
      'Replaces the settings. Participants that were analyzed already are analyzed again in the background. A survey can get settings before its first participant.',
    params,
    body: SurveySettings,
    bodyExample: SETTINGS,
    response,
    handle: ({ actor, params, body }) => settings.set(actor, params.surveyId, body),
  }),
]
