/**
 * The threads that read and judge surveys. A request keeps its thread from reading to judging, so that a history of
 * megabytes crosses no thread twice.
 */
import { availableParallelism } from 'node:os'
import { openThreads } from '../base/threads.ts'
import { ApiError } from '../http/errors.ts'
import type { Asked, JudgeContext, Judged, ReadBody, ReadOutcome, TakenSamples } from './thread.ts'

/** The largest body takes some seconds to read and judge on a busy machine; a thread that takes this long is stuck. */
const STUCK_AFTER_MS = 30_000

/** The largest body, parsed and compared, takes some 200 MB. */
const MEMORY_MB = 768

const MAX_THREADS = 8
/** With every model a thread holds some 200 MB: a second one is worth that when a queue forms, and while it lasts. */
const GROW_AT = 12
const IDLE_MS = 60_000

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
  /** What a stored request taught. */
  samples(written: string): Promise<TakenSamples>
}

export interface SurveyPool {
  /** The thread belongs to `work` until it is done. */
  use<Result>(work: (thread: SurveyThread) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The same file, whether run as written or compiled. */
const THREAD_FILE = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)

/** While one request waits for the store another can be judged, so two threads even on one core. */
const mostThreads = () => Math.min(MAX_THREADS, Math.max(2, availableParallelism() - 1))

export function openSurveyPool(options: PoolOptions = {}): SurveyPool {
  const {
    threads = mostThreads(),
    queue = QUEUE,
    stuckAfterMs = STUCK_AFTER_MS,
    file = THREAD_FILE,
  } = options
  const { use, close } = openThreads({
    file,
    threads,
    queue,
    stuckAfterMs,
    memoryMb: MEMORY_MB,
    refusal: (code) => new ApiError(code, { retryAfterS: RETRY_AFTER_S }),
    growAt: GROW_AT,
    idleMs: IDLE_MS,
  })
  return {
    use: (work) =>
      use(({ ask }) =>
        work({
          read: (body) => ask({ read: body } satisfies Asked, [body.bytes.buffer as ArrayBuffer]),
          judge: (context) => ask({ judge: context } satisfies Asked),
          samples: (written) => ask({ samples: written } satisfies Asked),
        }),
      ),
    close,
  }
}
