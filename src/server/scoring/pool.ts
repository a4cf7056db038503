/** The worker threads that build reports. */

import { ApiError } from '../http/errors.ts'
import { openThreads, type TaskOptions, ThreadFailed } from '../workers/threads.ts'
import type { BuiltReport, ReportJob } from './build_report.ts'
import type { WorkerOptions } from './worker.ts'

/** Valid sessions take less than a hundredth of this; a thread that takes longer is stuck. */
const STUCK_AFTER_MS = 20_000

/** A session at its size limits takes some tens of megabytes when decoded. */
const MEMORY_MB = 256

const RETRY_AFTER_S = 1

export interface PoolOptions extends WorkerOptions {
  readonly threads: number
  /** Jobs that may wait; more are rejected. */
  readonly queue: number
  readonly stuckAfterMs?: number
  /** The module of the threads; replaced in tests. */
  readonly file?: URL
}

export interface ReportPool {
  /** Calls `load` when a thread is free, so that waiting jobs hold no batches in memory. */
  build(load: () => Promise<ReportJob>, turn: TaskOptions): Promise<BuiltReport>
  close(): Promise<void>
}

export class ReportFailed extends Error {
  override readonly name = 'ReportFailed'
}

/** The same module, run from source or compiled. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

export function openPool(options: PoolOptions): ReportPool {
  const { threads, queue, niceness, stuckAfterMs = STUCK_AFTER_MS, file = WORKER_FILE } = options
  const { use, close } = openThreads({
    file,
    threads,
    queue,
    stuckAfterMs,
    memoryMb: MEMORY_MB,
    refusal: (code) => new ApiError(code, { retryAfterS: RETRY_AFTER_S }),
    workerData: { niceness } satisfies WorkerOptions,
  })
  return {
    build: (load, turn) =>
      use(async (thread) => {
        const job = await load()
        try {
          return await thread.ask<BuiltReport>(
            job,
            job.batches.map(({ buffer }) => buffer),
          )
        } catch (error) {
          if (!(error instanceof ThreadFailed)) throw error
          throw new ReportFailed(`building a report failed: ${error.message}`)
        }
      }, turn),
    close,
  }
}
