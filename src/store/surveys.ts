/** Survey analyses, and the index that finds one answer among a million. */

export interface AnswerKey {
  readonly workspace: string
  readonly surveyId: string
  readonly participantId: string
}

export interface AnalysisRow extends AnswerKey {
  readonly id: string
  readonly version: 'v021' | 'v012'
  readonly analyzedAt: number
  readonly flagged: boolean
  /** The canonical request and the result, as JSON text; kept compressed. */
  readonly request: string
  readonly result: string
  readonly deviceId: string | null
}

/** One answer in the duplicate index: no text, only what is needed to find and verify a likeness. */
export interface IndexedAnswer {
  readonly questionId: string
  /** Keys under which likely duplicates meet. */
  readonly bands: readonly bigint[]
  /** Hashes of the answer's shingles, sorted: enough to verify a likeness exactly. */
  readonly sketch: Uint8Array
  /** The cluster number this answer was given, from 1. */
  readonly group: number
}

export interface IndexedNeighbor extends IndexedAnswer {
  readonly participantId: string
  readonly addedAt: number
}

/** Answers under one band. */
export interface IndexedCopies {
  readonly oldest: IndexedNeighbor
  /** The oldest among them. */
  readonly count: number
}

export interface SurveyStore {
  /**
   * Answers of other participants that share a band, each once, oldest first; at most `limit` of each band, so that
   * a flood under one band costs no more and hides nothing under another. `most` of all bands together: those that
   * share the most bands, since among a million answers some share one by chance; a band shared by more than `limit`
   * counts for half, and alone for nothing where there are too many.
   */
  neighbors(
    key: AnswerKey,
    questionId: string,
    bands: readonly bigint[],
    limit: number,
    most?: number,
  ): Promise<IndexedNeighbor[]>
  /**
   * Answers of other participants under one band, counted up to `limit`; the oldest alone is read. Where a band means
   * the same text, one of twenty copies is then looked up as fast as the only one.
   */
  copies(key: AnswerKey, questionId: string, band: bigint, limit: number): Promise<IndexedCopies | null>
  /** What the index holds of this participant: an unchanged answer keeps its group and its place in time. */
  indexed(key: AnswerKey): Promise<IndexedNeighbor[]>
  /** The next unused cluster number of a question, from 1. Taken once an answer is saved with it, and never given twice. */
  nextGroup(workspace: string, surveyId: string, questionId: string): Promise<number>
  /** How often answers were saved in or erased from this survey; 0 when never. */
  revision(workspace: string, surveyId: string): Promise<number>
  /**
   * Replaces everything known of this participant in this survey, index included: all or nothing. With `seen`, only
   * while the survey is still at that revision; false when someone else saved first: look again, decide, retry.
   */
  save(analysis: AnalysisRow, answers: readonly IndexedAnswer[], seen?: number): Promise<boolean>
  find(key: AnswerKey): Promise<AnalysisRow | null>
  byId(workspace: string, id: string): Promise<AnalysisRow | null>
  /** An earlier participant of this survey on the same device. Whoever was there first is told of nobody. */
  otherOnDevice(key: AnswerKey, deviceId: string): Promise<string | null>
  /** What is stats per question (counts of words, centroids): opaque text, merged by the caller. */
  stats(
    workspace: string,
    surveyId: string,
    questionId: string,
  ): Promise<{ value: string; revision: number } | null>
  /** `revision`: the one that was read, 0 if there was none. False when someone else saved first: read again, merge, retry. */
  saveQuestionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    value: string,
    revision: number,
  ): Promise<boolean>
  /** The digest that came first under this idempotency key since `notBefore`; `digest` itself when it is the first. */
  claimKey(
    workspace: string,
    key: string,
    digest: Uint8Array,
    at: number,
    notBefore: number,
  ): Promise<Uint8Array>
  /** Remembers the latest session that carried this device id; erasing that session forgets it. */
  saveDevice(workspace: string, fingerprintId: string, sessionId: string, at: number): Promise<void>
  deviceSession(workspace: string, fingerprintId: string): Promise<string | null>
  erase(key: AnswerKey): Promise<boolean>

  /** Surveys of a workspace, the one with the latest answer first. */
  surveys(workspace: string, limit: number): Promise<SurveySummary[]>
  summary(workspace: string, surveyId: string): Promise<SurveySummary | null>
  /** Newest first, each whole. */
  participants(query: ParticipantQuery): Promise<AnalysisRow[]>
  /** Clusters of two and more, the largest first. */
  clusters(workspace: string, surveyId: string, limit: number): Promise<AnswerCluster[]>
  /** Who is in a cluster, oldest first. */
  clusterMembers(
    workspace: string,
    surveyId: string,
    questionId: string,
    group: number,
    limit: number,
  ): Promise<{ readonly participantId: string; readonly addedAt: number }[]>
  /** Surveys that hold answers of this participant. */
  surveysOf(workspace: string, participantId: string): Promise<string[]>
  /** Participants of the workspace analysed before then, oldest first. */
  analyzedBefore(workspace: string, before: number, limit: number): Promise<AnswerKey[]>

  /** Flagged analyses that nobody was told of yet, claimed for this caller until `until`. */
  claimPending(limit: number, now: number, until: number): Promise<AnalysisRow[]>
  markNotified(workspace: string, id: string, analyzedAt: number): Promise<void>
}

export interface SurveySummary {
  readonly surveyId: string
  readonly participants: number
  readonly flagged: number
  readonly firstAt: number
  readonly lastAt: number
}

export interface ParticipantQuery {
  readonly workspace: string
  readonly surveyId: string
  readonly limit: number
  readonly flagged?: boolean
  /** How the participant's id begins. */
  readonly prefix?: string
  readonly before?: { readonly analyzedAt: number; readonly participantId: string }
}

export interface AnswerCluster {
  readonly questionId: string
  readonly group: number
  readonly size: number
}
