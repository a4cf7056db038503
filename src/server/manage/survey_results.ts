/** The results of all participants of a survey as a file, newest first. */
import type { Actor, Audit } from '../base/audit_log.ts'
import { idOfKey } from '../base/key_text.ts'
import type { Export, ExportFormat } from './exports.ts'
import { surveyCsv } from './survey_csv.ts'
import { everyParticipant, type SurveyAnalyses } from './survey_summary.ts'
import { participantView } from './survey_view.ts'
import { openSurveyOperations } from './surveys.ts'

export interface SurveyResultOptions {
  readonly store: SurveyAnalyses
  readonly audit: Audit
}

export type SurveyResults = (actor: Actor, surveyId: string, format: ExportFormat) => Promise<Export>

export function openSurveyResults({ store, audit }: SurveyResultOptions): SurveyResults {
  const operations = openSurveyOperations(store)
  return async (actor, id, format) => {
    const { surveyId } = await operations.summary(actor.workspace, id)
    await audit(actor, { action: 'exported', subject: idOfKey(surveyId), detail: `survey, ${format}` })
    return format === 'csv'
      ? surveyCsv(store, actor.workspace, surveyId)
      : surveyLines(store, actor.workspace, surveyId)
  }
}

async function* surveyLines(store: SurveyAnalyses, workspace: string, surveyId: string): Export {
  for await (const row of everyParticipant(store, workspace, surveyId)) {
    yield `${JSON.stringify(participantView(row))}\n`
  }
}
