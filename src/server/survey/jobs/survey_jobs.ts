/** Operations on bulk survey jobs: a file of responses is analyzed in the background. */
import { Readable } from 'node:stream'
import type { FileView, UploadItem, UploadSummary } from '../../../contract/dashboard/surveys.ts'
import { openTurns } from '../../../store/turns.ts'
import { isUnfinished, type UploadRow } from '../../../store/uploads.ts'
import type { Actor, AuditedOptions } from '../../audit/audit_log.ts'
import { ApiError, diskAlmostFull } from '../../http/errors.ts'
import type { ExportFile } from '../../http/send_export.ts'
import { randomText } from '../../workspace/keys.ts'
import type { TableOptions } from '../bulk/survey_table.ts'
import { surveyOfFile } from '../bulk/upload_name.ts'
import { surveysOfUpload, uploadsOf } from '../bulk/upload_rows.ts'
import { filterWords, type ParticipantFilter } from '../review/participant_filter.ts'
import { inspectSurveyFile, type SurveyFile } from './survey_file.ts'
import { countJobResult, jobCodebook, jobResultRows } from './survey_job_result.ts'

export const JOB_FILE_BYTES = 32 * 1024 * 1024
const LISTED = 50

export interface SurveyJobOptions extends AuditedOptions {
  /** Called when a job was created. */
  wake(): void
  isDiskLow(): boolean | Promise<boolean>
}

export interface SurveyJobs {
  /** How the file would be read. Stores nothing. */
  inspect(workspace: string, file: SurveyFile): Promise<FileView>
  create(actor: Actor, file: SurveyFile): Promise<UploadItem>
  /** Newest first. */
  list(workspace: string): Promise<UploadItem[]>
  find(workspace: string, id: string): Promise<UploadItem>
  summary(workspace: string, id: string): Promise<UploadSummary>
  /** The whole file, or the rows that the filter selects. */
  result(actor: Actor, id: string, filter?: ParticipantFilter): Promise<ExportFile>
  /** Analyzed rows stay, the others are removed. A job that has ended is returned as it is. */
  cancel(actor: Actor, id: string): Promise<UploadItem>
  /** What the columns of the result hold. */
  codebook(actor: Actor, id: string): Promise<ExportFile>
  /** Ends inspections in progress. */
  close(): void
}

export function openSurveyJobs({ store, audit, wake, isDiskLow, now }: SurveyJobOptions): SurveyJobs {
  // An unpacked workbook takes memory, so that a workspace inspects one file at a time.
  const inspections = openTurns()
  /** The choice of a survey sees the jobs before it. */
  const creations = openTurns()
  const stopping = new AbortController()

  async function rowOf(workspace: string, id: string): Promise<UploadRow> {
    const job = await store.uploads.find(workspace, id)
    if (job === null) throw new ApiError('not_found')
    return job
  }

  async function find(workspace: string, id: string): Promise<UploadItem> {
    const job = await rowOf(workspace, id)
    return jobOf(job, isUnfinished(job) ? await store.uploads.list(workspace, LISTED) : [])
  }

  async function resultOf({ workspace, id }: UploadRow): Promise<Uint8Array> {
    const result = await store.uploads.result(workspace, id)
    if (result !== null) return result
    throw new ApiError('not_found', {
      detail: 'The result is not available. Check the state of the job.',
    })
  }

  /** Two files of one name are two surveys, unless the caller names one. */
  async function unusedSurvey(
    workspace: string,
    name: string,
    { survey, surveyColumn }: TableOptions,
  ): Promise<Pick<TableOptions, 'fileSurvey'>> {
    if (survey !== undefined || surveyColumn !== undefined) return {}
    const running = (await uploadsOf(store, workspace)).filter(isUnfinished)
    const plain = surveyOfFile(name)
    const taken = new Set([
      ...running.map(({ options }) => (JSON.parse(options) as TableOptions).fileSurvey),
      ...(await store.surveys.numbered(workspace, plain)),
    ])
    for (let number = 1; ; number++) {
      const fileSurvey = number === 1 ? plain : `${plain} (${number})`
      if (!taken.has(fileSurvey)) return { fileSurvey }
    }
  }

  async function create(actor: Actor, { name, options, bytes }: SurveyFile): Promise<UploadItem> {
    if (await isDiskLow()) throw diskAlmostFull()
    const job: UploadRow = {
      id: `upl_${randomText(16)}`,
      workspace: actor.workspace,
      name,
      options: JSON.stringify({ ...options, ...(await unusedSurvey(actor.workspace, name, options)) }),
      createdAt: now(),
      state: 'running',
      total: 0,
      done: 0,
      flagged: 0,
      rejected: 0,
      problem: null,
      questions: null,
    }
    await store.uploads.create(job, bytes)
    await audit(actor, { action: 'survey_uploaded', subject: name })
    wake()
    return find(actor.workspace, job.id)
  }

  return {
    inspect: (workspace, file) => inspections.take(workspace, () => inspectSurveyFile(file, stopping.signal)),
    create: (actor, file) => creations.take(actor.workspace, () => create(actor, file)),
    async list(workspace) {
      const jobs = await store.uploads.list(workspace, LISTED)
      return jobs.map((job) => jobOf(job, jobs))
    },
    find,
    async cancel(actor, id) {
      const { workspace } = actor
      const { name } = await rowOf(workspace, id)
      if (await store.uploads.cancel(workspace, id, now())) {
        await audit(actor, { action: 'survey_upload_canceled', subject: name })
        wake()
      }
      return find(workspace, id)
    },
    async summary(workspace, id) {
      const job = await rowOf(workspace, id)
      const result = await resultOf(job)
      const { participants, rejected, skipped, checks, ...counted } = await countJobResult(store, job, result)
      const counts = Object.entries(checks).sort(([, a], [, b]) => b - a)
      return {
        rows: participants + rejected + skipped,
        participants,
        ...counted,
        rejected,
        skipped,
        surveys: await surveysOfUpload(store, job, result),
        checks: counts.map(([check, count]) => ({ check, count })),
      }
    },
    async result(actor, id, filter = {}) {
      const job = await rowOf(actor.workspace, id)
      const result = await resultOf(job)
      const detail = ['analyzed file', ...filterWords(filter)].join(', ')
      await audit(actor, { action: 'exported', subject: job.name, detail })
      return {
        name: `${nameOf(job)}-${filter.only ?? filter.verdict ?? 'checked'}`,
        file: jobResultRows(store, job, result, filter),
      }
    },
    async codebook({ workspace }, id) {
      const job = await rowOf(workspace, id)
      await resultOf(job)
      return { name: `${nameOf(job)}-codebook`, file: Readable.from(jobCodebook(job)) }
    },
    close: () => stopping.abort(),
  }
}

const nameOf = ({ name }: UploadRow) => name.replace(/\.(csv|tsv|xlsx|ndjson|jsonl)$/i, '')

/** `others`: jobs of the workspace. */
function jobOf(job: UploadRow, others: readonly UploadRow[]): UploadItem {
  const { id, name, createdAt, state, total, done, flagged, rejected, problem } = job
  const download = state === 'done' ? `/v1/survey-jobs/${id}/result` : null
  const ahead = isUnfinished(job)
    ? others.filter((other) => isUnfinished(other) && other.createdAt < createdAt).length
    : 0
  return { id, name, created_at: createdAt, state, ahead, total, done, flagged, rejected, problem, download }
}
