/** A survey thread: parses and analyzes requests. `thread_protocol.ts` defines its messages. */
import { parentPort } from 'node:worker_threads'
import type { Reference } from '../../../features/text/reference_fit.ts'
import type { ThreadAnswer } from '../../workers/threads.ts'
import { type GivenReferences, readReferenceTexts } from '../references/read_references.ts'
import type { ThreadReferences } from '../references/references.ts'
import { RequestFault } from '../request/fault.ts'
import {
  type ParsedBody,
  type ParsedRequest,
  parseBody,
  type RawBody,
  reopenRequest,
} from '../request/parse.ts'
import { readStoredRequest } from '../request/stored_request.ts'
import type { AnalysisContext } from './analysis.ts'
import { analyzeOnThread, type ObservedTyping, storedTyping } from './analyze_on_thread.ts'
import { collectSamples, samplesOfRequest } from './run_checks.ts'
import { openStatsCache } from './stats_cache.ts'
import type {
  AnalyzeReply,
  CollectReply,
  Fault,
  OpenedRequest,
  ParsedId,
  ParseReply,
  ReferencesReply,
  SamplesReply,
  ThreadMessage,
} from './thread_protocol.ts'

/** The request between its `parse` and its `analyze` message. */
let kept: KeptRequest | undefined
let nextId: ParsedId = 1

interface KeptRequest extends Pick<ParsedBody, 'canonical' | 'sketches'> {
  readonly parsedId: ParsedId
  readonly typing?: ObservedTyping
  /** Of its questions, in the cache. */
  readonly statsKeys: readonly string[]
}

/** In characters of the stored texts: about a hundred questions with many answers. */
const STATS_CACHE_SIZE = 8_000_000

const statsCache = openStatsCache(STATS_CACHE_SIZE)

/** The references that the thread used last, by the key of their question, so that equal ones are the same object. */
const referencesCache = new Map<string, ThreadReferences>()
const MOST_REFERENCES = 200

parentPort?.on('message', (message: ThreadMessage) => {
  parentPort?.postMessage(replyTo(message))
})

function replyTo(
  message: ThreadMessage,
): ThreadAnswer<ParseReply | AnalyzeReply | CollectReply | SamplesReply | ReferencesReply> {
  try {
    switch (message.type) {
      case 'parse':
        return { value: parseAndKeep(message.workspace, message.body) }
      case 'reopen':
        return { value: reopen(message.workspace, message.storedRequest) }
      case 'analyze':
        return { value: analyzeKept(message) }
      case 'collect':
        return { value: collectKept(message) }
      case 'references':
        return { value: referencesIn(message.question, message.given) }
      case 'samples':
        return { value: samplesOfRequest(readStoredRequest(message.storedRequest)) }
    }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function parseAndKeep(workspace: string, body: RawBody): ParseReply {
  kept = undefined
  try {
    const parsed = parseBody(body)
    return keep(workspace, parsed, parsed.request)
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function referencesIn(question: string, given: GivenReferences): ReferencesReply {
  try {
    return readReferenceTexts(question, given)
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

/** A request that cannot be used; other errors are thrown again. */
function faultOf(error: unknown): Fault {
  if (!(error instanceof RequestFault)) throw error
  return { pointer: error.pointer, detail: error.message, code: error.code }
}

function knownReferences(key: string, given: ThreadReferences | null): readonly Reference[] | null {
  if (given === null) return null
  const known = referencesCache.get(key)
  if (known?.revision === given.revision) return known.references
  if (referencesCache.size >= MOST_REFERENCES) referencesCache.clear()
  referencesCache.set(key, given)
  return given.references
}

function reopen(workspace: string, storedRequest: string): ParseReply {
  const reopened = reopenRequest(storedRequest)
  const typing = storedTyping(reopened.canonical, storedRequest)
  // With stored typing, the session is not needed.
  const request = typing ? { ...reopened.request, sessionId: null } : reopened.request
  return keep(workspace, reopened, request, typing)
}

function keep(
  workspace: string,
  { canonical, sketches }: ParsedBody,
  request: ParsedRequest,
  typing?: ObservedTyping,
): OpenedRequest {
  const statsKeys = request.peerIds.map((id) => JSON.stringify([workspace, request.surveyId, id]))
  kept = { parsedId: nextId++, canonical, sketches, statsKeys, ...(typing && { typing }) }
  return { parsedId: kept.parsedId, request, statsRevisions: statsKeys.map(statsCache.revisionOf) }
}

function takeKept(parsedId: ParsedId): KeptRequest {
  if (kept?.parsedId !== parsedId) throw new Error(`this thread has no stored request ${parsedId}`)
  const taken = kept
  kept = undefined
  return taken
}

const currentOf = ({ statsKeys }: KeptRequest, { stats }: Pick<AnalysisContext, 'stats'>) =>
  statsKeys.map((key, at) => statsCache.current(key, stats[at] ?? null))

function analyzeKept({ parsedId, context }: Extract<ThreadMessage, { type: 'analyze' }>): AnalyzeReply {
  const taken = takeKept(parsedId)
  const stats = currentOf(taken, context)
  const references = context.references.map((given, at) =>
    knownReferences(taken.statsKeys[at] as string, given),
  )
  return analyzeOnThread(taken.canonical, { ...context, stats, references }, taken.sketches, taken.typing)
}

function collectKept({ parsedId, context }: Extract<ThreadMessage, { type: 'collect' }>): CollectReply {
  const taken = takeKept(parsedId)
  const earlier = context.earlier === null ? null : readStoredRequest(context.earlier)
  return collectSamples(taken.canonical, { stats: currentOf(taken, context), earlier })
}
