/** The pool of survey threads. A request keeps its thread from parsing to analysis: see `thread_protocol.ts`. */
import { availableParallelism } from 'node:os'
import { ApiError } from '../../http/errors.ts'
import { openThreads, type TaskOptions, type Thread } from '../../workers/threads.ts'
import type { GivenReferences } from '../references/read_references.ts'
import type { RawBody } from '../request/parse.ts'
import type { AnalysisContext } from './analysis.ts'
import type {
  AnalyzeReply,
  CollectReply,
  ParsedId,
  ParseReply,
  ReferencesReply,
  SamplesReply,
  ThreadMessage,
} from './thread_protocol.ts'

/** Of processor time. The largest body takes about four seconds; a thread that takes longer than this is stuck. */
const STUCK_AFTER_MS = 30_000

/** More bytes take more than a tenth of a second. */
const HEAVY_BYTES = 50_000

/** The largest body takes about 200 MB. */
const MEMORY_MB = 768

const MAX_THREADS = 8
/** With all models a thread takes about 200 MB, so another one starts only when a queue forms. */
const GROW_AT = 12
const IDLE_MS = 60_000

const QUEUE = 256
const RETRY_AFTER_S = 2

export interface PoolOptions {
  readonly threads?: number
  /** Requests that may wait for a thread; more are rejected. */
  readonly queue?: number
  readonly stuckAfterMs?: number
  /** The file that the threads run; tests pass their own. */
  readonly file?: URL
}

export interface SurveyThread {
  parse(workspace: string, body: RawBody): Promise<ParseReply>
  /** Opens a stored request for an analysis. */
  reopen(workspace: string, storedRequest: string): Promise<ParseReply>
  /** `parsedId`: from the reply to `parse`. Works once for each parsed request. */
  analyze(parsedId: ParsedId, context: AnalysisContext): Promise<AnalyzeReply>
  /** Instead of `analyze`: the samples of the request for the question statistics. */
  collect(parsedId: ParsedId, context: Pick<AnalysisContext, 'stats' | 'earlier'>): Promise<CollectReply>
  /** Validates reference answers and prepares them for comparison. */
  references(question: string, given: GivenReferences): Promise<ReferencesReply>
  /** The samples that a stored request added to the question statistics. */
  samples(storedRequest: string): Promise<SamplesReply>
}

/** Whose turn a request takes, and how much work it is. */
export interface SurveyTurn extends Omit<TaskOptions, 'isHeavy'> {
  /** Of the request. Undefined: not known, as its body is compressed. */
  readonly bytes: number | undefined
}

export interface SurveyPool {
  /** Lends a thread to `work` until its promise settles. */
  use<Result>(turn: SurveyTurn, work: (thread: SurveyThread) => Promise<Result>): Promise<Result>
  /** Requests that wait for a thread. */
  readonly waiting: number
  close(): Promise<void>
}

/** The source file in development, the compiled file in a build. */
const THREAD_FILE = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)

/** Two threads even on one core: while one request waits for the store, another is analyzed. */
const mostThreads = () => Math.min(MAX_THREADS, Math.max(2, availableParallelism() - 1))

export function openSurveyPool(options: PoolOptions = {}): SurveyPool {
  const {
    threads = mostThreads(),
    queue = QUEUE,
    stuckAfterMs = STUCK_AFTER_MS,
    file = THREAD_FILE,
  } = options
  const pool = openThreads({
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
    use: ({ bytes = Number.POSITIVE_INFINITY, ...turn }, work) => {
      const options = { ...turn, isHeavy: bytes > HEAVY_BYTES }
      return pool.use(({ ask }) => work(threadOf(ask)), options)
    },
    get waiting() {
      return pool.waiting
    },
    close: pool.close,
  }
}

const threadOf = (ask: Thread['ask']): SurveyThread => ({
  parse: (workspace, body) =>
    ask({ type: 'parse', workspace, body } satisfies ThreadMessage, [body.bytes.buffer as ArrayBuffer]),
  reopen: (workspace, storedRequest) =>
    ask({ type: 'reopen', workspace, storedRequest } satisfies ThreadMessage),
  analyze: (parsedId, context) => ask({ type: 'analyze', parsedId, context } satisfies ThreadMessage),
  collect: (parsedId, context) => ask({ type: 'collect', parsedId, context } satisfies ThreadMessage),
  references: (question, given) => ask({ type: 'references', question, given } satisfies ThreadMessage),
  samples: (storedRequest) => ask({ type: 'samples', storedRequest } satisfies ThreadMessage),
})
