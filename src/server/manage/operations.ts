/** All operations on a workspace. The dashboard and the management API share them, the command line opens some. */
import { type ManagedKeys, openManagedKeys } from '../account/managed_keys.ts'
import { type DeclaredAgents, openDeclaredAgents } from '../agents/declared_agents.ts'
import { openAudit } from '../base/audit_log.ts'
import { openEraseAnalysis } from '../privacy/erase_analysis.ts'
import { openPeopleOperations, type PeopleOperations } from '../privacy/people.ts'
import { type ManagedSettings, openManagedSettings } from '../settings/managed_settings.ts'
import type { AgainRunner } from '../survey/again_runner.ts'
import type { UploadRunner } from '../survey/bulk/upload_runner.ts'
import type { SurveyServices } from '../survey/service.ts'
import { type ManagedWebhooks, openManagedWebhooks } from '../webhooks/managed_webhooks.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { type ExportOperations, openExports } from './exports.ts'
import { type Labels, openLabels } from './labels.ts'
import { openPanelReport, type PanelReportOf } from './panel_report.ts'
import { openExportSender, type SendExport } from './send_export.ts'
import { openSurveyAgain, type SurveyAgainOperations } from './survey_again.ts'
import { openSurveyJobs, type SurveyJobOperations } from './survey_jobs.ts'
import { openSurveyMethods, type SurveyMethodsOf } from './survey_methods.ts'
import { openSurveyReferences, type SurveyReferencesOperations } from './survey_references.ts'
import { openSurveyResults, type SurveyResults } from './survey_results.ts'
import { openSurveySettings, type SurveySettingsOperations } from './survey_settings.ts'
import { openSurveyOperations, type SurveyOperations } from './surveys.ts'
import { openVerdicts, type Verdicts } from './verdicts.ts'

/** The background jobs that operations start work in. */
export interface OperationJobs {
  readonly uploads: UploadRunner
  readonly again: AgainRunner
  readonly webhooks: Webhooks
}

export interface Operations {
  readonly keys: ManagedKeys
  readonly agents: DeclaredAgents
  readonly labels: Labels
  readonly webhooks: ManagedWebhooks
  readonly settings: ManagedSettings
  readonly surveys: SurveyOperations
  readonly surveyResults: SurveyResults
  readonly surveyMethods: SurveyMethodsOf
  readonly panelReport: PanelReportOf
  readonly verdicts: Verdicts
  readonly surveyAgain: SurveyAgainOperations
  readonly surveyReferences: SurveyReferencesOperations
  readonly surveySettings: SurveySettingsOperations
  readonly surveyJobs: SurveyJobOperations
  readonly people: PeopleOperations
  readonly exports: ExportOperations
  readonly sendExport: SendExport
}

export interface ManageServices extends SurveyServices {
  readonly operations: Operations
}

export function openOperations(services: SurveyServices, jobs: OperationJobs): Operations {
  const { store, now, survey, scoring, config } = services
  const audit = openAudit(store.audit, now)
  const base = { store, audit, now }
  return {
    keys: openManagedKeys(base),
    agents: openDeclaredAgents({ ...base, config }),
    labels: openLabels(base),
    webhooks: openManagedWebhooks({
      ...base,
      allowPrivate: config.webhookPrivateTargets,
      sender: jobs.webhooks.sender,
      wake: () => jobs.webhooks.wake(),
    }),
    settings: openManagedSettings(base),
    surveys: openSurveyOperations(store),
    surveyResults: openSurveyResults({ store, audit }),
    surveyMethods: openSurveyMethods(store),
    panelReport: openPanelReport(store),
    verdicts: openVerdicts(base),
    surveyAgain: openSurveyAgain({ ...base, survey, wake: () => jobs.again.wake() }),
    surveyReferences: openSurveyReferences({
      ...base,
      pool: survey.pool,
      askChatbot: survey.askChatbot,
      wake: () => jobs.again.wake(),
    }),
    surveySettings: openSurveySettings({ ...base, wake: () => jobs.again.wake() }),
    surveyJobs: openSurveyJobs({ ...base, wake: () => jobs.uploads.wake() }),
    people: openPeopleOperations({ ...base, eraseAnalysis: openEraseAnalysis(survey) }),
    exports: openExports({ ...base, scoring }),
    sendExport: openExportSender(),
  }
}
