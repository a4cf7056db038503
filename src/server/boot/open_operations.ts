/** What operations work with. */
import { type ManagedKeys, openManagedKeys } from '../account/managed_keys.ts'
import { type Audit, openAudit } from '../audit/audit_log.ts'
import { openEraseAnalysis } from '../privacy/erase_analysis.ts'
import { type ManagedRetention, openManagedRetention } from '../privacy/managed_retention.ts'
import { openPeopleOperations, type PeopleOperations } from '../privacy/people.ts'
import { openExports, type SessionExports } from '../sessions/exports.ts'
import { type Labels, openLabels } from '../sessions/labels.ts'
import { type ManagedSettings, openManagedSettings } from '../settings/managed_settings.ts'
import type { AgainRunner } from '../survey/again/again_runner.ts'
import type { UploadRunner } from '../survey/bulk/upload_runner.ts'
import { openSurveyJobs, type SurveyJobs } from '../survey/jobs/survey_jobs.ts'
import { openSurveyReferences, type SurveyReferences } from '../survey/references/survey_references.ts'
import { type ManagedSurveys, openManagedSurveys } from '../survey/review/managed_surveys.ts'
import { openSurveyAgain, type SurveyAgain } from '../survey/review/survey_again.ts'
import { openSurveyResults, type SurveyResults } from '../survey/review/survey_results.ts'
import { openSurveySettings, type SurveySettingsOf } from '../survey/review/survey_settings.ts'
import { openVerdicts, type Verdicts } from '../survey/review/verdicts.ts'
import type { SurveyServices } from '../survey/service.ts'
import { type ManagedWebhooks, openManagedWebhooks } from '../webhooks/managed_webhooks.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

/** The background jobs that operations start work in. */
export interface OperationJobs {
  readonly uploads: Pick<UploadRunner, 'wake'>
  readonly again: Pick<AgainRunner, 'wake'>
  readonly webhooks: Pick<Webhooks, 'sender' | 'wake'>
}

export interface Operations {
  readonly audit: Audit
  readonly keys: ManagedKeys
  readonly labels: Labels
  readonly webhooks: ManagedWebhooks
  readonly settings: ManagedSettings
  readonly surveys: ManagedSurveys
  readonly surveyResults: SurveyResults
  readonly verdicts: Verdicts
  readonly surveyAgain: SurveyAgain
  readonly surveyReferences: SurveyReferences
  readonly surveySettings: SurveySettingsOf
  readonly surveyJobs: SurveyJobs
  readonly people: PeopleOperations
  readonly retention: ManagedRetention
  readonly exports: SessionExports
}

export interface OperationServices extends SurveyServices {
  readonly operations: Operations
}

export function openOperations(services: SurveyServices, jobs: OperationJobs): Operations {
  const { store, now, survey, scoring, config, disk } = services
  const audit = openAudit(store.audit, now)
  const base = { store, audit, now }
  return {
    audit,
    keys: openManagedKeys(base),
    labels: openLabels(base),
    webhooks: openManagedWebhooks({
      ...base,
      allowPrivate: config.webhookPrivateTargets,
      sender: jobs.webhooks.sender,
      wake: () => jobs.webhooks.wake(),
    }),
    settings: openManagedSettings(base),
    surveys: openManagedSurveys(store),
    surveyResults: openSurveyResults({ store, audit }),
    verdicts: openVerdicts(base),
    surveyAgain: openSurveyAgain({ ...base, survey, wake: () => jobs.again.wake() }),
    surveyReferences: openSurveyReferences({
      ...base,
      pool: survey.pool,
      askChatbot: survey.askChatbot,
      wake: () => jobs.again.wake(),
    }),
    surveySettings: openSurveySettings({ ...base, wake: () => jobs.again.wake() }),
    surveyJobs: openSurveyJobs({
      ...base,
      wake: () => jobs.uploads.wake(),
      isDiskLow: () => disk.isLow,
    }),
    people: openPeopleOperations({ ...base, eraseAnalysis: openEraseAnalysis(survey) }),
    retention: openManagedRetention({ ...base, wall: services.clock.wall }),
    exports: openExports({ ...base, scoring }),
  }
}
