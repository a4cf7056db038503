/**
 * Analyzes uploaded files in the background, one at a time per node. When a node dies, another one starts its file again
 * from the first row. Analyzed rows are answered from the store, so no row is analyzed twice.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../store/store.ts'
import type { UploadProgress, UploadRow } from '../../../store/uploads.ts'
import { describeError, type Log } from '../../base/log.ts'
import { type Polling, startPolling } from '../../base/polling.ts'
import type { SurveyService } from '../service.ts'
import { openLocalAnalyzer } from './analyzer.ts'
import { runBulk } from './bulk.ts'
import { BulkFault } from './bulk_fault.ts'
import { openMemoryBytes } from './read/bytes.ts'
import { openSurveyTable, type TableOptions } from './survey_table.ts'
import { fileName } from './upload_name.ts'

const POLL_EVERY_MS = 2_000
/** A node that saves no progress for this long has died. */
const CLAIM_MS = 60_000
const SAVE_EVERY_MS = 1_000

export interface UploadRunnerOptions {
  readonly store: Store
  readonly log: Log
  now(): number
  readonly survey: SurveyService
}

export type UploadRunner = Pick<Polling, 'wake' | 'close'>

class Stopped extends Error {}

export function startUploads({ store, log, now, survey }: UploadRunnerOptions): UploadRunner {
  const polling = startPolling({
    everyMs: POLL_EVERY_MS,
    poll,
    onError: (error) => log.warn('polling for survey jobs failed', describeError(error)),
  })

  async function poll(): Promise<void> {
    for (;;) {
      if (polling.isClosed()) return
      const upload = await store.uploads.claim(now(), now() + CLAIM_MS)
      if (upload === null) return
      await analyzeUpload(upload)
    }
  }

  async function analyzeUpload(upload: UploadRow): Promise<void> {
    const { workspace, id } = upload
    const folder = await mkdtemp(join(tmpdir(), 'byhand-upload-'))
    let progress: UploadProgress = { ...upload, state: 'running', problem: null }
    const save = (until: number, result?: Uint8Array) =>
      store.uploads.progress(workspace, id, progress, until, result)
    try {
      const output = join(folder, 'result.csv')
      const input = (await store.uploads.input(workspace, id)) ?? new Uint8Array()
      const analyze = openLocalAnalyzer(survey, workspace)
      let savedAt = 0
      let saving: Promise<void> = Promise.resolve()
      const source = openMemoryBytes(fileName(upload.name), input)
      const table = await openSurveyTable(source, JSON.parse(upload.options) as TableOptions)
      await runBulk(table, {
        output,
        analyze: async (request: Parameters<typeof analyze>[0]) => {
          if (polling.isClosed()) throw new Stopped()
          await saving
          return analyze(request)
        },
        onProgress: ({ total, done, flagged, refused }) => {
          progress = { ...progress, total, done, flagged, refused }
          if (now() - savedAt < SAVE_EVERY_MS) return
          savedAt = now()
          saving = save(now() + CLAIM_MS)
          // The next row awaits this promise and throws its error.
          saving.catch(() => {})
        },
      })
      await saving
      progress = { ...progress, state: 'done' }
      await save(0, await readFile(output))
    } catch (error) {
      await fail(error)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }

    async function fail(error: unknown): Promise<void> {
      if (error instanceof Stopped) return save(0)
      const isFault = error instanceof BulkFault
      if (!isFault) log.error('survey job failed', describeError(error))
      const problem = isFault ? error.message : 'The file could not be analyzed. Try again.'
      progress = { ...progress, state: 'failed', problem }
      await save(0)
    }
  }

  return polling
}
