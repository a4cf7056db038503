/**
 * Analyzes uploaded files in the background. Workspaces take turns, and a second file at a time is one of another
 * workspace, so that a large file holds up nobody else. When a node dies, another one starts its file again from the
 * first row. Analyzed rows are answered from the store, so no row is analyzed twice.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../store/store.ts'
import type { ClaimedUpload, UploadProgress, UploadResult } from '../../../store/uploads.ts'
import { MAX_BYTES } from '../../../store/values/sealed.ts'
import { BulkFault } from '../../files/bulk_fault.ts'
import { describeError, type Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Polling, startPolling } from '../../workers/polling.ts'
import type { ResultQuestion } from '../result/result_columns.ts'
import type { SurveyService } from '../service.ts'
import { analyzeRowBytes } from './analyzer.ts'
import { rowsDone } from './bulk_progress.ts'
import { discardRow, type EraseAnalysis } from './discard_row.ts'
import { runFileTask } from './file_process.ts'
import type { TableOptions } from './survey_table.ts'
import { fileName } from './upload_name.ts'

const POLL_EVERY_MS = 2_000
/** Each needs a process, whose memory is the limit. */
const FILES_AT_ONCE = 2
/** A node that does not extend its claim for this long has died. */
const CLAIM_MS = 60_000
const EXTEND_EVERY_MS = 20_000
const SAVE_EVERY_MS = 1_000
/** A node that died during the analysis may have died of it. */
const MOST_CLAIMS = 2
/** The largest files are read within a minute, and on a busy machine within some. */
const STUCK_AFTER_MS = 300_000

export interface UploadRunnerOptions {
  readonly store: Store
  readonly log: Log
  now(): number
  readonly survey: SurveyService
  readonly metrics: Pick<Metrics, 'surveyJobs' | 'surveyJobRows'>
  readonly eraseAnalysis: EraseAnalysis
}

export type UploadRunner = Pick<Polling, 'wake' | 'close'>

export function startUploads({
  store,
  log,
  now,
  survey,
  metrics,
  eraseAnalysis,
}: UploadRunnerOptions): UploadRunner {
  const stopping = new AbortController()
  const { signal } = stopping
  const onError = (error: unknown) => log.warn('polling for survey jobs failed', describeError(error))
  const polling = startPolling({ everyMs: POLL_EVERY_MS, poll, onError })
  const running = new Set<Promise<void>>()

  async function poll(): Promise<void> {
    while (!signal.aborted && running.size < FILES_AT_ONCE) {
      const claimed = await store.uploads.claim(now(), now() + CLAIM_MS, { onlyIdle: running.size > 0 })
      if (claimed === null) return
      const analysis = (claimed.upload.state === 'canceling' ? discardRows : analyzeUpload)(claimed)
        .catch(onError)
        .finally(() => {
          running.delete(analysis)
          polling.wake()
        })
      running.add(analysis)
    }
  }

  async function analyzeUpload({ upload, claims }: ClaimedUpload): Promise<void> {
    const { workspace, id } = upload
    let progress: UploadProgress = { ...upload, state: 'running', problem: null }
    const canceled = new AbortController()
    async function save(until: number, result?: UploadResult): Promise<void> {
      if (!(await store.uploads.progress(workspace, id, progress, until, result))) canceled.abort()
    }
    if (claims > MOST_CLAIMS) return fail(stoppedTooOften())
    const folder = await mkdtemp(join(tmpdir(), 'byhand-upload-'))
    /** By the monotonic clock. */
    let savedAt = Number.NEGATIVE_INFINITY
    let analyzedRows = 0
    let analyzing: Promise<unknown> = Promise.resolve()
    let saving: Promise<void> = Promise.resolve()
    function startSaving(): void {
      savedAt = performance.now()
      saving = save(now() + CLAIM_MS)
      // The next row awaits this promise and throws its error.
      saving.catch(() => {})
    }
    const extending = setInterval(startSaving, EXTEND_EVERY_MS)
    try {
      const output = join(folder, 'result.csv')
      const bytes = (await store.uploads.input(workspace, id)) ?? new Uint8Array()
      const options = JSON.parse(upload.options) as TableOptions
      const questions = await runFileTask<ResultQuestion[]>(
        { kind: 'analyze', options, output },
        {
          name: fileName(upload.name),
          bytes,
          stuckAfterMs: STUCK_AFTER_MS,
          signal: AbortSignal.any([signal, canceled.signal]),
          async analyze(request, step) {
            await saving
            const row = analyzeRowBytes(survey, workspace, request, step)
            analyzing = row.catch(() => {})
            return row
          },
          onProgress(given) {
            const { total, flagged, rejected } = given
            const done = Math.floor(rowsDone(given))
            metrics.surveyJobRows.inc(given.done - analyzedRows)
            analyzedRows = given.done
            // After a restart, the rows of the earlier run come first.
            if (done < upload.done) return
            progress = { ...progress, total, done, flagged, rejected }
            if (performance.now() - savedAt >= SAVE_EVERY_MS) startSaving()
          },
        },
      )
      clearInterval(extending)
      await saving
      progress = { ...progress, state: 'done' }
      await save(now(), { file: await fileOf(output), questions: JSON.stringify(questions) })
      if (!canceled.signal.aborted) metrics.surveyJobs.inc({ outcome: 'done' })
    } catch (error) {
      clearInterval(extending)
      await saving.catch(() => {})
      // The row in progress is stored before others remove it.
      await analyzing
      if (canceled.signal.aborted) await store.uploads.release(workspace, id)
      else await (signal.aborted ? release() : fail(error))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }

    /** Another node, or the next start, continues. */
    async function release(): Promise<void> {
      await save(now() + CLAIM_MS)
      await store.uploads.release(workspace, id)
    }

    async function fail(error: unknown): Promise<void> {
      const isFault = error instanceof BulkFault
      if (!isFault) log.error('survey job failed', describeError(error))
      const problem = isFault ? error.message : 'The file could not be analyzed. Try again.'
      metrics.surveyJobs.inc({ outcome: 'failed' })
      progress = { ...progress, state: 'failed', problem }
      await save(now())
    }
  }

  /** Analyzed rows stay. */
  async function discardRows({ upload, claims }: ClaimedUpload): Promise<void> {
    const { workspace, id, name } = upload
    const hold = () => void store.uploads.progress(workspace, id, upload, now() + CLAIM_MS).catch(onError)
    const extending = setInterval(hold, EXTEND_EVERY_MS)
    try {
      const bytes = await store.uploads.input(workspace, id)
      if (bytes !== null && claims <= MOST_CLAIMS) {
        const options = JSON.parse(upload.options) as TableOptions
        await runFileTask(
          { kind: 'discard', options },
          {
            name: fileName(name),
            bytes,
            stuckAfterMs: STUCK_AFTER_MS,
            signal,
            async analyze(request) {
              await discardRow(survey, eraseAnalysis, workspace, request)
              return { rejected: '' }
            },
          },
        )
      }
    } catch (error) {
      if (signal.aborted) return store.uploads.release(workspace, id)
      if (!(error instanceof BulkFault)) throw error
    } finally {
      clearInterval(extending)
    }
    await store.uploads.progress(workspace, id, { ...upload, state: 'canceled' }, now())
    metrics.surveyJobs.inc({ outcome: 'canceled' })
  }

  return {
    wake: polling.wake,
    async close() {
      const closing = polling.close()
      stopping.abort()
      await closing
      await Promise.all(running)
    },
  }
}

async function fileOf(output: string): Promise<Uint8Array> {
  const { size } = await stat(output)
  if (size > MAX_BYTES)
    throw new BulkFault(`The result has more than ${MAX_BYTES / 1024 / 1024} MiB. Split the file.`)
  return readFile(output)
}

const stoppedTooOften = () =>
  new BulkFault(
    'The analysis of this file stopped twice without progress, so it is not tried again. Split the file, or save it as CSV.',
  )
