/**
 * A few threads that read and judge surveys. A request keeps its thread from reading to judging, so that a history of
 * megabytes crosses no thread twice. A thread that dies takes its own request with it and nothing else.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'
import type { Asked, JudgeContext, Judged, ReadBody, ReadOutcome, ThreadAnswer } from './thread.ts'

/** The largest body takes about a second to read and judge; a thread that takes this long is stuck. */
const STUCK_AFTER_MS = 8_000

/** The largest body, parsed and compared, takes some 200 MB. */
const MEMORY_MB = 768

const MAX_THREADS = 8
const QUEUE = 256
const RETRY_AFTER_S = 2

export interface PoolOptions {
  readonly threads?: number
  /** Requests that may wait for a thread; more are refused. */
  readonly queue?: number
  readonly stuckAfterMs?: number
  /** The thread's file; another one in tests. */
  readonly file?: URL
}

export interface SurveyThread {
  read(body: ReadBody): Promise<ReadOutcome>
  /** Judges what this thread read last. */
  judge(context: JudgeContext): Promise<Judged>
}

export interface SurveyPool {
  /** The thread belongs to `work` until it is done. */
  use<Result>(work: (thread: SurveyThread) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

/** The same file, whether run as written or compiled. */
const THREAD_FILE = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)

/** While one request waits for the store another can be judged, so two threads even on one core. */
const defaultThreads = () => Math.min(MAX_THREADS, Math.max(2, availableParallelism() - 1))

export function openSurveyPool(options: PoolOptions = {}): SurveyPool {
  const {
    threads = defaultThreads(),
    queue = QUEUE,
    stuckAfterMs = STUCK_AFTER_MS,
    file = THREAD_FILE,
  } = options
  const idle: Worker[] = []
  const alive = new Set<Worker>()
  const waiting: (() => void)[] = []
  let running = 0
  let closed = false

  function start(): Worker {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
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

  return {
    async use(work) {
      await slot()
      try {
        if (closed) throw new ApiError('shutting_down', { retryAfterS: RETRY_AFTER_S })
        const worker = idle.pop() ?? start()
        const put = <Answer>(asked: Asked, transfer: ArrayBuffer[] = []) =>
          ask<Answer>(worker, asked, transfer, stuckAfterMs, () => discard(worker))
        try {
          return await work({
            read: (body) => put({ read: body }, [body.bytes.buffer as ArrayBuffer]),
            judge: (context) => put({ judge: context }),
          })
        } finally {
          if (alive.has(worker)) idle.push(worker)
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
  asked: Asked,
  transfer: ArrayBuffer[],
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
      fail('a survey took too long')
    }, stuckAfterMs)
    const onMessage = (answer: ThreadAnswer) => {
      if ('failure' in answer) return fail(answer.failure)
      done()
      resolve(answer.value as Answer)
    }
    const onError = (error: Error) => fail(error.message)
    const onExit = () => fail('a survey thread died')
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(asked, transfer)
  })
}
