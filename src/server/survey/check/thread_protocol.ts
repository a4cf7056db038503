/**
 * The messages between the survey service and a survey thread. Each message gets one reply.
 *
 * A request takes two messages, because the service loads its context from the store in between:
 *
 * 1. `parse`: the thread parses the body, keeps the canonical request and replies with a `parsedId`.
 * 2. `analyze`: names this `parsedId`. The thread analyzes the request that it kept and drops it.
 *
 * The canonical request stays on the thread because its typing histories can be megabytes. A thread keeps one request:
 * the next `parse` replaces it, and `analyze` with any other `parsedId` fails. The pool lends a thread to one caller at
 * a time, so no other `parse` comes between the two messages.
 */
import type { AnswerSample } from '../../../features/text/question_stats.ts'
import type { GivenReferences, ReadReferences } from '../references/read_references.ts'
import type { FaultCode } from '../request/fault.ts'
import type { ParsedRequest, RawBody } from '../request/parse.ts'
import type { Analysis, AnalysisContext } from './analysis.ts'

/** Names a request that a thread keeps between `parse` and `analyze`. Valid on that thread only. */
export type ParsedId = number

export type ThreadMessage =
  | { readonly type: 'parse'; readonly workspace: string; readonly body: RawBody }
  /** The same as `parse`, for a stored request. The typing that it contains replaces that of its session. */
  | { readonly type: 'reopen'; readonly workspace: string; readonly storedRequest: string }
  | { readonly type: 'analyze'; readonly parsedId: ParsedId; readonly context: AnalysisContext }
  /** Instead of `analyze`: computes the samples of the request that the thread kept. */
  | {
      readonly type: 'collect'
      readonly parsedId: ParsedId
      readonly context: Pick<AnalysisContext, 'stats' | 'earlier'>
    }
  /** Prepares reference answers for comparison. */
  | { readonly type: 'references'; readonly question: string; readonly given: GivenReferences }
  /** Computes the samples that a stored request added to the question statistics. */
  | { readonly type: 'samples'; readonly storedRequest: string }

export interface OpenedRequest {
  readonly parsedId: ParsedId
  readonly request: ParsedRequest
  /** The revision of the statistics of each question that the thread has; 0: none. */
  readonly statsRevisions: readonly number[]
}

/** A request that cannot be used, and where. */
export interface Fault {
  readonly pointer: string
  readonly detail: string
  readonly code: FaultCode
}

export type ParseReply = OpenedRequest | { readonly fault: Fault }

export type ReferencesReply = ReadReferences | { readonly fault: Fault }

export type AnalyzeReply = Analysis

export type CollectReply = Analysis['updates']

/** By peer ID; null: an empty answer adds no sample. */
export type SamplesReply = readonly (readonly [questionId: string, sample: AnswerSample | null])[]
