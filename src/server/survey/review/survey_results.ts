/** The results of all participants of a survey as a file, newest first. */

import { idOfKey } from '../../../store/values/key_text.ts'
import type { Actor, Audit } from '../../audit/audit_log.ts'
import type { Export, ExportFormat } from '../../http/export_file.ts'
import { openManagedSurveys } from './managed_surveys.ts'
import { filtered, filterWords, type ParticipantFilter } from './participant_filter.ts'
import { surveyCodebook, surveyCsv } from './survey_csv.ts'
import { everyParticipant, type SurveyAnalyses } from './survey_summary.ts'
import { participantView } from './survey_view.ts'
import { openOverriddenVerdicts } from './verdicts.ts'

export interface SurveyResultOptions {
  readonly store: SurveyAnalyses
  readonly audit: Audit
}

export interface SurveyResults {
  file(actor: Actor, surveyId: string, format: ExportFormat, filter?: ParticipantFilter): Promise<Export>
  /** What the columns of the CSV file hold. */
  codebook(actor: Actor, surveyId: string): Promise<Export>
}

export function openSurveyResults({ store, audit }: SurveyResultOptions): SurveyResults {
  const operations = openManagedSurveys(store)
  return {
    async file(actor, id, format, filter = {}) {
      const { surveyId } = await operations.summary(actor.workspace, id)
      await audit(actor, {
        action: 'exported',
        subject: idOfKey(surveyId),
        detail: ['survey', format, ...filterWords(filter)].join(', '),
      })
      return format === 'csv'
        ? surveyCsv(store, actor.workspace, surveyId, filter)
        : surveyLines(store, actor.workspace, surveyId, filter)
    },
    async codebook({ workspace }, id) {
      const { surveyId } = await operations.summary(workspace, id)
      return surveyCodebook(store, workspace, surveyId)
    },
  }
}

async function* surveyLines(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
  filter: ParticipantFilter,
): Export {
  const overriddenBy = openOverriddenVerdicts(store)
  for await (const latest of everyParticipant(store, workspace, surveyId)) {
    const row = filtered(latest, filter)
    if (row === null) continue
    const view = participantView(row, await overriddenBy(workspace, row.overridden))
    yield `${JSON.stringify(view)}\n`
  }
}
