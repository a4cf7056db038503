/**
 * Checks uploaded files in the background, one at a time on each node. A file that was begun by a node that is gone is
 * begun anew: rows that were judged are answered from the store, so that nothing is judged twice.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../store/store.ts'
import type { UploadProgress, UploadRow } from '../../../store/uploads.ts'
import { describeError, type Log } from '../../base/log.ts'
import { BulkFault, runFormat } from './bulk.ts'
import { openLocalChecker } from './checker.ts'
import { ColumnFault, type ColumnOptions } from './columns.ts'
import { CsvFault } from './csv.ts'
import { openTable } from './table.ts'
import type { SurveyService } from '../service.ts'

const LOOK_EVERY_MS = 2_000
/** A node that has not told of progress for this long is gone. */
const CLAIM_MS = 60_000
const TELL_EVERY_MS = 1_000

export interface UploadRunnerOptions {
  readonly store: Store
  readonly log: Log
  now(): number
  readonly survey: SurveyService
}

export interface UploadRunner {
  wake(): void
  close(): Promise<void>
}

class Stopped extends Error {}

export function startUploads({ store, log, now, survey }: UploadRunnerOptions): UploadRunner {
  let closed = false
  let working: Promise<void> | undefined

  async function look(): Promise<void> {
    for (;;) {
      if (closed) return
      const upload = await store.uploads.claim(now(), now() + CLAIM_MS)
      if (upload === null) return
      await work(upload)
    }
  }

  async function work(upload: UploadRow): Promise<void> {
    const { workspace, id } = upload
    const folder = await mkdtemp(join(tmpdir(), 'byhand-upload-'))
    let progress: UploadProgress = { ...upload, state: 'running', problem: null }
    const tell = (until: number, result?: Uint8Array) =>
      store.uploads.progress(workspace, id, progress, until, result)
    try {
      const input = join(folder, fileName(upload.name))
      const output = join(folder, 'result')
      await writeFile(input, (await store.uploads.input(workspace, id)) ?? new Uint8Array())
      const check = openLocalChecker(survey, workspace)
      let toldAt = 0
      let telling: Promise<void> = Promise.resolve()
      const options = {
        ...(JSON.parse(upload.options) as ColumnOptions),
        input,
        output,
        check: async (request: Parameters<typeof check>[0]) => {
          if (closed) throw new Stopped()
          await telling
          return check(request)
        },
        onProgress: ({ total, done, flagged, refused }: Omit<UploadProgress, 'state' | 'problem'>) => {
          progress = { ...progress, total, done, flagged, refused }
          if (now() - toldAt < TELL_EVERY_MS) return
          toldAt = now()
          telling = tell(now() + CLAIM_MS)
          // Heard of where the next row waits for it.
          telling.catch(() => {})
        },
      }
      await runFormat(await openTable(options), options)
      await telling
      progress = { ...progress, state: 'done' }
      await tell(0, await readFile(output))
    } catch (error) {
      await fail(error)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }

    async function fail(error: unknown): Promise<void> {
      if (error instanceof Stopped) return tell(0)
      const isTheirs = error instanceof BulkFault || error instanceof ColumnFault || error instanceof CsvFault
      if (!isTheirs) log.error('an upload could not be checked', describeError(error))
      const problem = isTheirs ? sentence(error.message, upload.name) : 'It could not be checked. Try again.'
      progress = { ...progress, state: 'failed', problem }
      await tell(0)
    }
  }

  function wake(): void {
    if (closed || working !== undefined) return
    working = look()
      .catch((error) => log.warn('uploads could not be looked for', describeError(error)))
      .finally(() => {
        working = undefined
      })
  }

  const timer = setInterval(wake, LOOK_EVERY_MS).unref()
  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}

/** The survey's id, where no other is given, is the file's name. */
export const fileName = (name: string) =>
  `${
    name
      .replace(/\.[^.]*$/, '')
      .replace(/[/\\\0]/g, '_')
      .slice(0, 80) || 'upload'
  }.csv`

/** Where the file lay while it was checked is nobody's business. */
const sentence = (message: string, name: string) =>
  message.replace(/(?<!\S)\S*byhand-upload-\S+/g, name || 'the file')
