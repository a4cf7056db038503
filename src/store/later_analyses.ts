/**
 * Later analyses of stored survey requests, kept beside the first one, and requests to analyze a survey again, with the
 * setting whose change needs it.
 */
import type { AnswerKey } from './surveys.ts'
import { flag, integer, type RowOf, sealed, table, text } from './table.ts'

/** The newest ones that are kept for a participant. */
export const LATER_ANALYSES_KEPT = 20

export const laterAnalyses = table(
  'later_analyses',
  {
    workspace: text(),
    surveyId: text(),
    participantId: text(),
    analyzedAt: integer(),
    flagged: flag(),
    rank: integer(),
    /** The result, as JSON text; kept compressed. */
    result: sealed(),
  },
  { key: ['workspace', 'surveyId', 'participantId', 'analyzedAt'], bucket: 'surveyId' },
)

export type LaterAnalysis = Omit<RowOf<typeof laterAnalyses>, keyof AnswerKey>

/** A later analysis with a pending notification. */
export interface PendingLater extends AnswerKey {
  readonly analyzedAt: number
}

/** A request to analyze all participants of a survey again. */
export interface AgainRequest {
  readonly workspace: string
  readonly surveyId: string
  readonly requestedAt: number
}

export interface ClaimedAgain extends AgainRequest {
  /** The survey is analyzed again by itself. */
  readonly isSettling: boolean
}

export interface AgainProgress {
  readonly requestedAt: number
  readonly isRunning: boolean
  /** Participants that were analyzed since. */
  readonly done: number
}

export interface LaterAnalysisStore {
  /** Oldest first. */
  list(key: AnswerKey): Promise<LaterAnalysis[]>
  /** The latest one of each of these participants, by participant id. */
  latest(
    workspace: string,
    surveyId: string,
    participantIds: readonly string[],
  ): Promise<ReadonlyMap<string, LaterAnalysis>>
  /**
   * Adds an analysis, and sets the flag and the rank of the participant in the lists of surveys. `basis`: the time of the stored
   * analysis. False: that one was replaced or erased. `isChanged`: a notification is pending.
   */
  save(key: AnswerKey, later: LaterAnalysis, basis: number, isChanged: boolean): Promise<boolean>
  /** Claimed for this caller until `until`. */
  claimPending(limit: number, now: number, until: number): Promise<PendingLater[]>
  markNotified(pending: PendingLater): Promise<void>

  /** False: the survey is unknown, or is being analyzed again. */
  requestAgain(request: AgainRequest): Promise<boolean>
  /** The same, also while the survey is being analyzed again: participants analyzed before `requestedAt` are next. */
  restartAgain(request: AgainRequest): Promise<boolean>
  /**
   * The oldest request that no node works on, or else a survey that is to be analyzed again by itself, claimed until
   * `until`.
   */
  claimAgain(now: number, until: number): Promise<ClaimedAgain | null>
  /** Extends a claim; null: the request is finished. False: it was replaced by a later request. */
  holdAgain(request: AgainRequest, until: number | null): Promise<boolean>
  /** Sets the rating at or below which answers lead to a review, and requests a new analysis. The survey may be new. */
  setReviewEffort(request: AgainRequest, rating: number): Promise<void>
  /** Null: not set. */
  reviewEffort(workspace: string, surveyId: string): Promise<number | null>
  /** Of the last request; null: there was none. */
  progress(workspace: string, surveyId: string): Promise<AgainProgress | null>
}
