/** A pool of worker threads with a bounded queue, for work that would block the event loop. */
import { Worker } from 'node:worker_threads'
import { type Lane, openTurnQueue } from '../limits/turn_queue.ts'
import { processorMs } from './processor_time.ts'

export interface ThreadsOptions {
  /** The module each thread runs. It replies to every message with a `ThreadAnswer`. */
  readonly file: URL
  readonly threads: number
  /** Tasks that may wait for a thread; more are rejected. */
  readonly queue: number
  /** No valid message takes this much processor time; a thread that does is stuck, and is terminated. */
  readonly stuckAfterMs: number
  /** A thread that needs more is terminated. */
  readonly memoryMb: number
  /** The error for tasks beyond the queue limit, or during shutdown. */
  refusal(code: 'overloaded' | 'shutting_down'): Error
  /** Passed to each thread at its start. */
  readonly workerData?: unknown
  /**
   * Another thread starts only when this many tasks wait, or for a light task while only heavy ones run. For threads that
   * take much memory.
   */
  readonly growAt?: number
  /** An idle thread ends after this time, except the last one. */
  readonly idleMs?: number
}

/** Young generation of one thread. The default, times the number of threads, is too much. */
const YOUNG_MB = 24

/** On a machine so busy that a thread gets a twentieth of a core, a task is given up. */
const BUSIEST = 20
const SHORTEST_WAIT_MS = 100

/** The reply of a thread, one for each message. */
export type ThreadAnswer<Value> = { readonly value: Value } | { readonly failure: string }

/** Whose turn a task takes. */
export interface TaskOptions extends Lane {
  /** Heavy tasks leave one thread to the light ones. */
  readonly isHeavy: boolean
  /** Removes the task while it waits. A task that runs is finished. */
  readonly signal?: AbortSignal
  /** Called once, with the processor time of the task. */
  onSpent?(ms: number): void
}

export interface Thread {
  ask<Answer>(message: unknown, transfer?: readonly ArrayBuffer[]): Promise<Answer>
}

export interface Threads {
  /** Reserves a thread for `work` until it is done. A crash of the thread fails this task only. */
  use<Result>(work: (thread: Thread) => Promise<Result>, options: TaskOptions): Promise<Result>
  /** Tasks that wait for a thread. */
  readonly waiting: number
  close(): Promise<void>
}

interface WaitingTask extends TaskOptions {
  begin(worker: Worker): void
  reject(error: Error): void
}

export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

export function openThreads(options: ThreadsOptions): Threads {
  const { file, threads, queue, stuckAfterMs, memoryMb, refusal, workerData, growAt = 0, idleMs } = options
  const idle: Worker[] = []
  const alive = new Set<Worker>()
  const waiting = openTurnQueue<WaitingTask>()
  const mostHeavy = Math.max(1, threads - 1)
  let light = 0
  let heavy = 0
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

  function isReady({ isHeavy }: TaskOptions): boolean {
    const running = light + heavy
    if (running >= threads || (isHeavy && heavy >= mostHeavy)) return false
    return running === 0 || (!isHeavy && light === 0) || idle.length > 0 || waiting.size > growAt
  }

  function beginReady(): void {
    for (let next = waiting.take(isReady); next !== undefined; next = waiting.take(isReady)) {
      if (next.isHeavy) heavy++
      else light++
      next.begin(idle.pop() ?? start())
    }
  }

  /** Resolves with a thread when it is the turn of the task. */
  function turnOf(options: TaskOptions): Promise<Worker> {
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    const task: WaitingTask = { ...options, begin: resolve, reject }
    if (waiting.size >= queue && !isReady(options)) {
      const dropped = waiting.dropFor(options)
      if (dropped === undefined) throw refusal('overloaded')
      dropped.reject(refusal('overloaded'))
    }
    waiting.push(task)
    beginReady()
    const { signal } = options
    const leave = () => {
      if (waiting.remove(task)) reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  async function countTime(worker: Worker, before: Promise<number>, { onSpent }: TaskOptions): Promise<void> {
    if (onSpent === undefined) return
    const usedMs = alive.has(worker) ? await processorMs(worker) : stuckAfterMs
    onSpent(Math.max(0, usedMs - (await before)))
  }

  return {
    get waiting() {
      return waiting.size
    },
    async use(work, options) {
      if (closed) throw refusal('shutting_down')
      options.signal?.throwIfAborted()
      const worker = await turnOf(options)
      const usedBefore = processorMs(worker)
      try {
        return await work({
          ask: (message, transfer = []) =>
            ask(worker, message, transfer, stuckAfterMs, () => discard(worker)),
        })
      } finally {
        void countTime(worker, usedBefore, options)
        if (alive.has(worker)) rest(worker)
        if (options.isHeavy) heavy--
        else light--
        beginReady()
      }
    },
    async close() {
      closed = true
      for (let task = waiting.take(() => true); task !== undefined; task = waiting.take(() => true)) {
        task.reject(refusal('shutting_down'))
      }
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
    const usedBefore = processorMs(worker)
    let isDone = false
    const done = () => {
      isDone = true
      clearTimeout(timer)
      clearTimeout(lastTimer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
    const fail = (reason: string) => {
      done()
      reject(new ThreadFailed(reason))
    }
    const giveUp = () => {
      discard()
      fail(`it timed out after ${stuckAfterMs} ms`)
    }
    /** A busy machine is not the fault of the task, so it is the processor time that is limited. */
    const check = async () => {
      const leftMs = stuckAfterMs + (await usedBefore) - (await processorMs(worker))
      if (isDone) return
      if (leftMs <= 0) giveUp()
      else timer = setTimeout(check, Math.max(leftMs, SHORTEST_WAIT_MS))
    }
    let timer = setTimeout(check, stuckAfterMs)
    // A thread that waits for something uses no time.
    const lastTimer = setTimeout(giveUp, BUSIEST * stuckAfterMs)
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
