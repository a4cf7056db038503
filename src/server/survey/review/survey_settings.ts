/** The settings of a survey. */
import type { SurveySettings } from '../../../contract/dashboard/survey_settings.ts'
import { ID_BYTES } from '../../../contract/limits.ts'
import { keyText } from '../../../store/values/key_text.ts'
import type { Actor, AuditedOptions } from '../../audit/audit_log.ts'
import { invalid } from '../../http/errors.ts'
import { reviewEffortOf } from '../result/build_result.ts'

export interface SurveySettingsOptions extends AuditedOptions {
  /** Participants are to be analyzed again. */
  wake(): void
}

export interface SurveySettingsOf {
  view(workspace: string, surveyId: string): Promise<SurveySettings>
  /** A survey may get settings before its first participant. Participants are analyzed again. */
  set(actor: Actor, surveyId: string, settings: SurveySettings): Promise<SurveySettings>
}

export function openSurveySettings({ store, audit, now, wake }: SurveySettingsOptions): SurveySettingsOf {
  const view = async (workspace: string, surveyId: string): Promise<SurveySettings> => ({
    review_effort: await reviewEffortOf({ store }, { workspace, surveyId: keyText(surveyId) }),
  })
  return {
    view,
    async set(actor, surveyId, { review_effort }) {
      if (Buffer.byteLength(surveyId) > ID_BYTES)
        throw invalid('surveyId', `must have at most ${ID_BYTES} bytes`)
      const { workspace } = actor
      // An analysis that began in the millisecond of the change may have used the setting before it.
      const request = { workspace, surveyId: keyText(surveyId), requestedAt: now() + 1 }
      await store.analyzeAgain.setReviewEffort(request, review_effort)
      wake()
      await audit(actor, { action: 'survey_settings_changed', subject: surveyId })
      return view(workspace, surveyId)
    },
  }
}
