/** Operations on bulk survey jobs: a file of responses is analyzed in the background. */
import type { UploadItem, UploadList, UploadQuery } from '../../contract/dashboard/surveys.ts'
import type { Store } from '../../store/store.ts'
import type { UploadRow } from '../../store/uploads.ts'
import type { Actor, Audit } from '../base/audit_log.ts'
import { randomText } from '../base/keys.ts'
import { ApiError, invalid } from '../http/errors.ts'

export const JOB_FILE_BYTES = 32 * 1024 * 1024
/** Content types of files. */
export const JOB_FILE_TYPES = [
  'text/csv',
  'text/plain',
  'application/vnd.ms-excel',
  'application/octet-stream',
]
const LISTED = 50

export interface SurveyJobOptions {
  readonly store: Store
  readonly audit: Audit
  /** Called when a job was created. */
  wake(): void
  now(): number
}

/** Without `download`, whose URL depends on the API. */
export type SurveyJob = Omit<UploadItem, 'download'>

export interface SurveyJobResult {
  readonly fileName: string
  readonly file: Buffer
}

export interface SurveyJobOperations {
  create(actor: Actor, query: UploadQuery, file: unknown): Promise<SurveyJob>
  /** Newest first. */
  list(workspace: string): Promise<SurveyJob[]>
  find(workspace: string, id: string): Promise<SurveyJob>
  result(actor: Actor, id: string): Promise<SurveyJobResult>
}

export function openSurveyJobs({ store, audit, wake, now }: SurveyJobOptions): SurveyJobOperations {
  async function rowOf(workspace: string, id: string): Promise<UploadRow> {
    const job = await store.uploads.find(workspace, id)
    if (job === null) throw new ApiError('not_found')
    return job
  }

  return {
    async create(actor, query, file) {
      const { name = 'upload.csv', survey_id, survey_column, participant_column, columns } = query
      if (!Buffer.isBuffer(file) || file.length === 0) throw invalid('', 'the body must be a CSV file')
      const questions = columns?.split('\n').filter((column) => column !== '')
      const options = {
        ...(survey_id !== undefined && { survey: survey_id }),
        ...(survey_column !== undefined && { surveyColumn: survey_column }),
        ...(participant_column !== undefined && { participantColumn: participant_column }),
        ...(questions !== undefined && { questions: questions.map((column) => ({ column })) }),
      }
      const job: UploadRow = {
        id: `upl_${randomText(16)}`,
        workspace: actor.workspace,
        name,
        options: JSON.stringify(options),
        createdAt: now(),
        state: 'running',
        total: 0,
        done: 0,
        flagged: 0,
        refused: 0,
        problem: null,
      }
      await store.uploads.create(job, file)
      await audit(actor, { action: 'survey_uploaded', subject: name })
      wake()
      return jobOf(job)
    },
    list: async (workspace) => (await store.uploads.list(workspace, LISTED)).map(jobOf),
    find: async (workspace, id) => jobOf(await rowOf(workspace, id)),
    async result(actor, id) {
      const { name } = await rowOf(actor.workspace, id)
      const result = await store.uploads.result(actor.workspace, id)
      if (result === null) {
        throw new ApiError('not_found', {
          detail: 'The result is not available. Check the state of the job.',
        })
      }
      await audit(actor, { action: 'exported', subject: name })
      const fileName = `${name.replace(/\.csv$/i, '').replace(/[^\w.-]/g, '_')}-checked.csv`
      return { fileName, file: Buffer.from(result) }
    },
  }
}

export function uploadList(jobs: readonly SurveyJob[], downloadOf: (id: string) => string): UploadList {
  return { items: jobs.map((job) => uploadItem(job, downloadOf)), next: null }
}

export function uploadItem(job: SurveyJob, downloadOf: (id: string) => string): UploadItem {
  return { ...job, download: job.state === 'done' ? downloadOf(job.id) : null }
}

function jobOf({ id, name, createdAt, state, total, done, flagged, refused, problem }: UploadRow): SurveyJob {
  return { id, name, created_at: createdAt, state, total, done, flagged, refused, problem }
}
