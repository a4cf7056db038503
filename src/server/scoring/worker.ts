/** A worker thread that builds reports, so that a long session never blocks the event loop. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadAnswer } from '../workers/threads.ts'
import { type BuiltReport, buildReport, type ReportJob } from './build_report.ts'

export interface WorkerOptions {
  /** 0 to 19: a nicer thread gives way to others. */
  readonly niceness: number
}

const { niceness } = workerData as WorkerOptions
if (niceness > 0) {
  try {
    // On Linux 0 means the calling thread, not the whole process.
    setPriority(0, niceness)
  } catch {
    // Without permission to change the priority the thread still works.
  }
}

parentPort?.on('message', (job: ReportJob) => {
  parentPort?.postMessage(reply(job))
})

function reply(job: ReportJob): ThreadAnswer<BuiltReport> {
  try {
    return { value: buildReport(job) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
