/** A pool of worker threads with a bounded queue, for work that would block the event loop. */
import { Worker } from 'node:worker_threads'

export interface ThreadsOptions {
  /** The module each thread runs. It replies to every message with a `ThreadAnswer`. */
  readonly file: URL
  readonly threads: number
  /** Tasks that may wait for a thread; more are rejected. */
  readonly queue: number
  /** No valid task takes this long; a thread that does is stuck, and is terminated. */
  readonly stuckAfterMs: number
  /** A thread that needs more is terminated. */
  readonly memoryMb: number
  /** The error for tasks beyond the queue limit, or during shutdown. */
  refusal(code: 'overloaded' | 'shutting_down'): Error
  /** Passed to each thread at its start. */
  readonly workerData?: unknown
  /** Another thread starts only when this many tasks wait. For threads that take much memory. */
  readonly growAt?: number
  /** An idle thread ends after this time, except the last one. */
  readonly idleMs?: number
}

/** Young generation of one thread. The default, times the number of threads, is too much. */
const YOUNG_MB = 24

/** The reply of a thread, one for each message. */
export type ThreadAnswer<Value> = { readonly value: Value } | { readonly failure: string }

export interface Thread {
  ask<Answer>(message: unknown, transfer?: readonly ArrayBuffer[]): Promise<Answer>
}

export interface Threads {
  /** Reserves a thread for `work` until it is done. A crash of the thread fails this task only. */
  use<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

export function openThreads(options: ThreadsOptions): Threads {
  const { file, threads, queue, memoryMb, refusal, workerData, growAt = 0, idleMs } = options
  const idle: Worker[] = []
  const alive = new Set<Worker>()
  const waiting: (() => void)[] = []
  let running = 0
  let closed = false

  function start(): Worker {
    const worker = new Worker(file, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    alive.add(worker)
    // Idle threads must not keep the process alive; a pending message has its own listeners.
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

  /** One thread always stays, so that the next task does not wait for a start. */
  function rest(worker: Worker): void {
    idle.push(worker)
    if (idleMs === undefined) return
    const timer = setTimeout(() => {
      if (idle.includes(worker) && alive.size > 1) discard(worker)
    }, idleMs)
    timer.unref()
  }

  async function slot(): Promise<void> {
    if (running === 0 || (running < threads && waiting.length >= growAt)) {
      running++
      return
    }
    if (waiting.length >= queue) throw refusal('overloaded')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Passes the slot to the task that waited longest. */
  function free(): void {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }

  return {
    async use(work) {
      await slot()
      try {
        if (closed) throw refusal('shutting_down')
        const worker = idle.pop() ?? start()
        try {
          return await work({
            ask: (message, transfer = []) =>
              ask(worker, message, transfer, options.stuckAfterMs, () => discard(worker)),
          })
        } finally {
          if (alive.has(worker)) rest(worker)
        }
      } finally {
        free()
      }
    },
    async close() {
      closed = true
      await Promise.all([...alive].map((worker) => worker.terminate()))
    },
  }
}

function ask<Answer>(
  worker: Worker,
  message: unknown,
  transfer: readonly ArrayBuffer[],
  stuckAfterMs: number,
  discard: () => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
    const fail = (reason: string) => {
      done()
      reject(new ThreadFailed(reason))
    }
    const timer = setTimeout(() => {
      discard()
      fail(`it timed out after ${stuckAfterMs} ms`)
    }, stuckAfterMs)
    const onMessage = (answer: ThreadAnswer<Answer>) => {
      if ('failure' in answer) return fail(answer.failure)
      done()
      resolve(answer.value)
    }
    const onError = (error: Error) => fail(error.message)
    const onExit = () => fail('its thread exited')
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(message, transfer)
  })
}
