/** The processor time of worker threads. Unlike wall time it does not depend on what else the machine does. */
import type { Worker } from 'node:worker_threads'

/** Milliseconds since the thread started. Answered while the thread is busy too. */
export async function processorMs(worker: Worker): Promise<number> {
  // Node 22 cannot tell.
  if (!('cpuUsage' in worker)) return performance.now()
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  } catch {
    // It has not started yet, or has ended.
    return 0
  }
}
