/** Requests to analyze all participants of a survey again, with the setting whose change needs it. */

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

export interface AnalyzeAgainStore {
  /** False: the survey is unknown, or is being analyzed again. */
  request(request: AgainRequest): Promise<boolean>
  /** The same, also while the survey is being analyzed again: participants analyzed before `requestedAt` are next. */
  restart(request: AgainRequest): Promise<boolean>
  /**
   * The oldest request that no node works on, or else a survey that is to be analyzed again by itself, claimed until
   * `until`.
   */
  claim(now: number, until: number): Promise<ClaimedAgain | null>
  /** Extends a claim; null: the request is finished. False: it was replaced by a later request. */
  hold(request: AgainRequest, until: number | null): Promise<boolean>
  /** Sets the rating at or below which answers lead to a review, and requests a new analysis. The survey may be new. */
  setReviewEffort(request: AgainRequest, rating: number): Promise<void>
  /** Null: not set. */
  reviewEffort(workspace: string, surveyId: string): Promise<number | null>
  /** Of the last request; null: there was none. */
  progress(workspace: string, surveyId: string): Promise<AgainProgress | null>
}
