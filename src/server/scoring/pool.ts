/** A few threads that fold, and the queue before them. A thread that dies takes its job with it and nothing else. */
import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'
import type { FoldJob, FoldResult } from './fold.ts'
import type { WorkerAnswer, WorkerOptions } from './worker.ts'

/** No honest session takes a hundredth of this to fold; a thread that takes longer is stuck. */
const STUCK_AFTER_MS = 20_000

/** A session at its limits is some tens of megabytes unfolded. */
const MEMORY_MB = 256

const RETRY_AFTER_S = 1

export interface PoolOptions extends WorkerOptions {
  readonly threads: number
  /** Jobs that may wait; more are refused. */
  readonly queue: number
  readonly stuckAfterMs?: number
  /** The thread's file; another one in tests. */
  readonly file?: URL
}

export interface FoldPool {
  /** `load` is called when a thread is free, so that what waits holds no batches in memory. */
  fold(load: () => Promise<FoldJob>): Promise<FoldResult>
  close(): Promise<void>
}

export class FoldFailed extends Error {
  override readonly name = 'FoldFailed'
}

/** The same file, whether run as written or compiled. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

export function openPool(options: PoolOptions): FoldPool {
  const { threads, queue, niceness, stuckAfterMs = STUCK_AFTER_MS, file = WORKER_FILE } = options
  const idle: Worker[] = []
  const alive = new Set<Worker>()
  const waiting: (() => void)[] = []
  let running = 0
  let closed = false

  function start(): Worker {
    const worker = new Worker(file, {
      workerData: { niceness } satisfies WorkerOptions,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    alive.add(worker)
    // Idle threads must not keep the process alive; a job's promise has its own listeners.
    worker.unref()
    worker.on('error', () => discard(worker))
    worker.once('exit', () => discard(worker))
    return worker
  }

  function discard(worker: Worker): void {
    if (!alive.delete(worker)) return
    const at = idle.indexOf(worker)
    if (at !== -1) idle.splice(at, 1)
    void worker.terminate()
  }

  async function slot(): Promise<void> {
    if (running < threads) {
      running++
      return
    }
    if (waiting.length >= queue) throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** The slot passes straight to whoever waited longest. */
  function free(): void {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }

  async function fold(load: () => Promise<FoldJob>): Promise<FoldResult> {
    await slot()
    try {
      if (closed) throw new ApiError('shutting_down', { retryAfterS: RETRY_AFTER_S })
      const job = await load()
      const worker = idle.pop() ?? start()
      try {
        return await ask(worker, job, stuckAfterMs, () => discard(worker))
      } finally {
        if (alive.has(worker)) idle.push(worker)
      }
    } finally {
      free()
    }
  }

  return {
    fold,
    async close() {
      closed = true
      await Promise.all([...alive].map((worker) => worker.terminate()))
    },
  }
}

function ask(worker: Worker, job: FoldJob, stuckAfterMs: number, discard: () => void): Promise<FoldResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      discard()
      fail('it took too long')
    }, stuckAfterMs)
    const done = () => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
    const fail = (reason: string) => {
      done()
      reject(new FoldFailed(`a session could not be folded: ${reason}`))
    }
    const onMessage = (answer: WorkerAnswer) => {
      done()
      if ('fault' in answer) reject(new FoldFailed(`a session could not be folded: ${answer.fault}`))
      else resolve(answer.result)
    }
    const onError = (error: Error) => fail(error.message)
    const onExit = () => fail('its thread died')
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(
      job,
      job.batches.map(({ buffer }) => buffer),
    )
  })
}
