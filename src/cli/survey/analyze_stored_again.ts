/** Analyzes a survey or one participant again, in this process. */
import { openAudit } from '../../server/audit/audit_log.ts'
import { analyzeAgain } from '../../server/survey/again/analyze_again.ts'
import { type AgainCounts, analyzeSurveyAgain } from '../../server/survey/again/analyze_survey_again.ts'
import { keyText } from '../../store/key_text.ts'
import { CommandError } from '../terminal.ts'
import { openStoreSurvey } from './open_store_analyzer.ts'

export interface AnalyzeStoredAgainOptions {
  readonly survey: string
  /** Undefined: all participants. */
  readonly participant: string | undefined
  readonly workspace: string | undefined
  /** Receives the log. */
  write(text: string): void
}

export async function analyzeStoredAgain(given: AnalyzeStoredAgainOptions): Promise<AgainCounts> {
  const opened = await openStoreSurvey({ env: undefined, ...given })
  try {
    const { survey, workspace } = opened
    const surveyId = keyText(given.survey)
    if ((await survey.store.surveys.summary(workspace, surveyId)) === null) {
      throw new CommandError(`There is no survey ${given.survey}. Run \`byhand surveys list\` to see all.`)
    }
    const counts =
      given.participant === undefined
        ? await analyzeSurveyAgain(survey, { workspace, surveyId, since: survey.now() })
        : await analyzeParticipant(given.participant)
    const actor = { workspace, memberId: null, name: 'byhand surveys analyze-again', address: '' }
    await openAudit(survey.store.audit, survey.now)(actor, {
      action: 'survey_analyzed_again',
      subject: given.survey,
    })
    return counts

    async function analyzeParticipant(id: string): Promise<AgainCounts> {
      const outcome = await analyzeAgain(survey, { workspace, surveyId, participantId: keyText(id) })
      if (outcome === 'gone') {
        throw new CommandError(`There is no participant ${id} in the survey ${given.survey}.`)
      }
      return { done: 1, changed: outcome === 'changed' ? 1 : 0, failed: 0 }
    }
  } finally {
    await opened.close()
  }
}
