/** The types that the steps of the survey path pass on to each other. */
import type { SurveyVersion } from '../../../contract/survey_checks.ts'
import type { AnswerKey, StoredStats } from '../../../store/surveys.ts'
import type { TaskOptions } from '../../workers/threads.ts'
import type { ThreadReferences } from '../references/references.ts'
import type { ParsedRequest, RawBody } from '../request/parse.ts'
import type { QuestionFindings } from './findings.ts'
import type { KnownDevice } from './fingerprint.ts'
import type { QuestionUpdate } from './question_stats.ts'

/** One API call, before its body is parsed. */
export interface SurveyCall extends RawBody {
  readonly workspace: string
  readonly idempotencyKey?: string
  /** Whether the response has an explanation. */
  readonly explain?: boolean
  /** Stores the answers so that others are compared with them. The checks run when the same request arrives again. */
  readonly collect?: boolean
  /** Whose turn it takes among the requests of its workspace. */
  readonly turn: Pick<TaskOptions, 'key' | 'signal' | 'onSpent'>
}

/** Batches of a session, encoded by the contract's codec. */
export type SessionBatches = readonly Uint8Array[]

/** The stored data that an analysis needs besides the request. */
export interface AnalysisContext {
  /** Statistics of each question, in the order of the request, since the revision that the thread has; null: none yet. */
  readonly stats: readonly (StoredStats | null)[]
  /** References of each question, in the order of the request; null: none. */
  readonly references: readonly (ThreadReferences | null)[]
  /** This participant's earlier request, as stored. */
  readonly earlier: string | null
  /** Undefined: the request names no session; null: the named session does not exist. */
  readonly session: SessionBatches | null | undefined
}

export interface CheckFailure {
  readonly check: string
  readonly error: { readonly name: string; readonly message: string; readonly stack: string }
}

/** The analysis of one survey response, before it is compared with other participants. */
export interface Analysis {
  readonly questions: readonly QuestionFindings[]
  /** A check could not run. */
  readonly error: boolean
  readonly warnings: readonly string[]
  /** The named session does not hold the typing of all answers yet. Then `error` is true. */
  readonly isPending: boolean
  /** All checks ran on all data that the request names: the same request would get the same result again. */
  readonly complete: boolean
  /** The checks run when the same request arrives again. */
  readonly isCollected?: true
  readonly failures: readonly CheckFailure[]
  readonly updates: readonly QuestionUpdate[]
  /** The request with the observed typing, as it is to be stored. Absent: no typing was observed. */
  readonly storedRequest?: string
}

/** A request with its analysis, ready for the result to be built and stored. */
export interface AnalyzedRequest {
  readonly version: SurveyVersion
  /** With ids as the store keeps them. */
  readonly key: AnswerKey
  readonly request: ParsedRequest
  readonly analysis: Analysis
  /** Digest of the references that it used; null: none. */
  readonly references: string | null
  /** Undefined: the request has no fingerprint id; null: the fingerprint id is unknown. */
  readonly device: KnownDevice | null | undefined
  /** The responses of the survey were collected first, so this one was compared with all of them. */
  readonly isFileRow: boolean
}
