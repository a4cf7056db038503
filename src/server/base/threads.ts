/** A few threads for work that would hold up the event loop, and the queue before them. */
import { Worker } from 'node:worker_threads'

export interface ThreadsOptions {
  /** What each thread runs: it answers every message with a `ThreadAnswer`. */
  readonly file: URL
  readonly threads: number
  /** Uses that may wait for a thread; more are refused. */
  readonly queue: number
  /** No honest work takes this long; a thread that does is stuck, and is ended. */
  readonly stuckAfterMs: number
  /** A thread that needs more is ended. */
  readonly memoryMb: number
  /** The error for work that the queue cannot take, or that comes while the threads are being closed. */
  refusal(code: 'overloaded' | 'shutting_down'): Error
  /** Given to each thread as it starts. */
  readonly workerData?: unknown
  /** For threads that are dear to keep: another one starts only when so many wait, and goes when it is not needed. */
  readonly growAt?: number
  readonly idleMs?: number
}

/** Short-lived memory of one thread: what it would take by default, many times over, is better left to the event loop. */
const YOUNG_MB = 24

/** What a thread posts back, once for each message. */
export type ThreadAnswer<Value> = { readonly value: Value } | { readonly failure: string }

export interface Thread {
  ask<Answer>(message: unknown, transfer?: readonly ArrayBuffer[]): Promise<Answer>
}

export interface Threads {
  /** The thread belongs to `work` until it is done. One that dies takes its own work with it and nothing else. */
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
    // Idle threads must not keep the process alive; a question's promise has its own listeners.
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

  /** One always stays, so that the next piece of work need not wait for a start. */
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

  /** The slot passes straight to whoever waited longest. */
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
      fail('it took too long')
    }, stuckAfterMs)
    const onMessage = (answer: ThreadAnswer<Answer>) => {
      if ('failure' in answer) return fail(answer.failure)
      done()
      resolve(answer.value)
    }
    const onError = (error: Error) => fail(error.message)
    const onExit = () => fail('its thread died')
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(message, transfer)
  })
}
