/** Operations that analyze stored survey responses again: one participant at once, a whole survey in the background. */
import type { AgainView } from '../../../contract/dashboard/survey_again.ts'
import type { ParticipantView } from '../../../contract/dashboard/surveys.ts'
import type { Actor, AuditedOptions } from '../../audit/audit_log.ts'
import { ApiError } from '../../http/errors.ts'
import { analyzeAgain } from '../again/analyze_again.ts'
import type { SurveyService } from '../service.ts'
import { openManagedSurveys } from './managed_surveys.ts'

export interface SurveyAgainOptions extends AuditedOptions {
  readonly survey: SurveyService
  /** There is a request for the background job. */
  wake(): void
}

export interface SurveyAgain {
  participant(actor: Actor, surveyId: string, participantId: string): Promise<ParticipantView>
  /** A second request while it runs changes nothing. */
  request(actor: Actor, surveyId: string): Promise<AgainView>
  progress(workspace: string, surveyId: string): Promise<AgainView>
}

export function openSurveyAgain(options: SurveyAgainOptions): SurveyAgain {
  const { store, audit, survey, now, wake } = options
  const operations = openManagedSurveys(store)

  async function progress(workspace: string, id: string): Promise<AgainView> {
    const { surveyId, participants } = await operations.summary(workspace, id)
    const found = await store.analyzeAgain.progress(workspace, surveyId)
    return {
      requested_at: found?.requestedAt ?? null,
      running: found?.isRunning ?? false,
      done: found?.done ?? 0,
      participants,
    }
  }

  return {
    progress,
    async participant(actor, id, participantId) {
      const row = await operations.analysis(actor.workspace, id, participantId)
      if ((await analyzeAgain(survey, row)) === 'gone') throw new ApiError('not_found')
      await audit(actor, { action: 'survey_analyzed_again', subject: row.id })
      return operations.participant(actor.workspace, id, participantId)
    },
    async request(actor, id) {
      const { workspace } = actor
      const { surveyId } = await operations.summary(workspace, id)
      if (await store.analyzeAgain.request({ workspace, surveyId, requestedAt: now() })) {
        await audit(actor, { action: 'survey_analyzed_again', subject: id })
        wake()
      }
      return progress(workspace, id)
    },
  }
}
