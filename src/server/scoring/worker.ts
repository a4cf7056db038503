/** A thread that folds sessions, one at a time, so that a long one never holds up the event loop. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadAnswer } from '../base/threads.ts'
import { type FoldJob, type FoldResult, foldReport } from './fold.ts'

export interface WorkerOptions {
  /** 0..19: how readily this thread gives way to others. */
  readonly niceness: number
}

const { niceness } = workerData as WorkerOptions
if (niceness > 0) {
  try {
    // On Linux 0 means the calling thread, not the whole process.
    setPriority(0, niceness)
  } catch {
    // A system that will not lower a priority still folds, only less politely.
  }
}

parentPort?.on('message', (job: FoldJob) => {
  parentPort?.postMessage(answer(job))
})

function answer(job: FoldJob): ThreadAnswer<FoldResult> {
  try {
    return { value: foldReport(job) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
