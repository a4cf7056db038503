/** A new analysis in the process that asks for it, for the operator of the machine. */
import { Type } from 'typebox'
import { Closed } from '../../../contract/dashboard/page.ts'
import { keyText } from '../../../store/values/key_text.ts'
import type { Audit } from '../../audit/audit_log.ts'
import { ApiError } from '../../http/errors.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { analyzeAgain } from '../again/analyze_again.ts'
import { type AgainCounts, analyzeSurveyAgain } from '../again/analyze_survey_again.ts'
import type { SurveyService } from '../service.ts'

export const againOperations = (survey: SurveyService, audit: Audit): readonly Operation[] => [
  operation({
    route: 'POST /v1/surveys/:surveyId/analyze-here',
    audit: 'survey_analyzed_again',
    // Neither keys nor members: this route is not served.
    allow: {},
    internal: true,
    query: Closed({
      participant_id: Type.Optional(Type.String({ description: 'The ID of one participant.' })),
    }),
    async handle({ actor, params, query: { participant_id: participant } }): Promise<AgainCounts> {
      const { workspace } = actor
      const surveyId = keyText(params.surveyId)
      if ((await survey.store.surveys.summary(workspace, surveyId)) === null) throw new ApiError('not_found')
      const counts =
        participant === undefined
          ? await analyzeSurveyAgain(survey, { workspace, surveyId, since: survey.now() })
          : await one(keyText(participant))
      await audit(actor, { action: 'survey_analyzed_again', subject: params.surveyId })
      return counts

      async function one(participantId: string): Promise<AgainCounts> {
        const outcome = await analyzeAgain(survey, { workspace, surveyId, participantId })
        if (outcome === 'gone') throw new ApiError('not_found')
        return { done: 1, changed: outcome === 'changed' ? 1 : 0, failed: 0 }
      }
    },
  }),
]
