/**
 * Survey analyses, and the duplicate index of answers. Analyses of a participant are only added, and the latest one wins.
 * The first one is kept with the request, because a repeated request gets its result again.
 */

import type { Outcome } from '../contract/outcome_counts.ts'
import { VERDICTS, type Verdict } from '../contract/verdicts.ts'
import {
  bytes,
  type Column,
  flag,
  integer,
  nullable,
  optional,
  packed,
  type RowOf,
  sealed,
  sealedJson,
  table,
  text,
} from './table.ts'
import { packHashes, unpackHashes } from './values/index_hashes.ts'

export interface AnswerKey {
  readonly workspace: string
  readonly surveyId: string
  readonly participantId: string
}

/** A reviewer's verdict on a participant. */
export interface StoredVerdict {
  readonly verdict: Verdict
  /** A member, a key or the command line. */
  readonly memberId: string
  readonly at: number
  readonly note: string
}

export const analyses = table(
  'analyses',
  {
    workspace: text(),
    surveyId: text(),
    participantId: text(),
    id: text(),
    version: text<'v021' | 'v012'>(),
    analyzedAt: integer(),
    /** By the latest analysis. */
    flagged: flag(),
    /** By the latest analysis: see `rankOf`. */
    rank: integer(),
    /** The canonical request and the result, as JSON text; kept compressed. */
    request: sealed(),
    result: sealed(),
    deviceId: nullable(text()),
    /** Absent: no reviewer has overridden the verdict. Set by `setVerdict` only; `save` keeps it, unless it ends it. */
    overridden: optional(sealedJson<StoredVerdict>()),
    /** The verdict of `overridden` as its index, for filters. */
    decision: optional(integer()),
  },
  { key: ['workspace', 'surveyId', 'participantId'], bucket: 'surveyId' },
)

/** `rank / RANKS` is the index of the computed verdict. */
export const RANKS = 1_000

/** Orders participants by the computed verdict, then by its severity, 0 to 1. The worst has the largest rank. */
export const rankOf = ({
  verdict,
  severity,
}: {
  readonly verdict: Verdict
  readonly severity: number
}): number => RANKS * VERDICTS.indexOf(verdict) + Math.round(100 * severity)

export type AnalysisRow = RowOf<typeof analyses>

/** Analyses of the same request after the first one. */
export const laterAnalyses = table(
  'later_analyses',
  {
    workspace: text(),
    surveyId: text(),
    participantId: text(),
    analyzedAt: integer(),
    flagged: flag(),
    rank: integer(),
    /** As in `analyses`. */
    result: sealed(),
  },
  { key: ['workspace', 'surveyId', 'participantId', 'analyzedAt'], bucket: 'surveyId' },
)

/** The newest of them that are kept for a participant. */
export const LATER_ANALYSES_KEPT = 20

export type NewAnalysis = Omit<RowOf<typeof laterAnalyses>, keyof AnswerKey>

/** An analysis with a pending notification. */
export interface PendingAnalysis extends AnswerKey {
  readonly analyzedAt: number
  /** Flagged with the answers. Otherwise the outcome changed when they were analyzed again. */
  readonly isFirst: boolean
}

/** One answer in the duplicate index. It contains no text. */
export interface IndexedAnswer {
  readonly questionId: string
  /** Similar answers share some. */
  readonly indexHashes: readonly bigint[]
  /** Sorted hashes of the answer's shingles, to compute the exact similarity. */
  readonly sketch: Uint8Array
  /** The number of its cluster, from 1. */
  readonly group: number
}

export interface StoredAnswer extends IndexedAnswer {
  readonly participantId: string
  readonly addedAt: number
}

/** A similar answer of another participant. */
export type IndexedNeighbor = Omit<StoredAnswer, 'indexHashes'>

const packedHashes = (): Column<readonly bigint[]> => ({
  type: 'bytea',
  stored: packHashes,
  value: (stored) => unpackHashes(Buffer.from(stored as Uint8Array)),
})

/** The index. An answer has a number, `no`, which grows with time. */
export const answers = table(
  'answers',
  {
    workspace: text(),
    surveyId: text(),
    participantId: text(),
    questionId: text(),
    addedAt: integer(),
    /** `group` of an indexed answer, which is a word of SQL. */
    cluster: integer(),
    indexHashes: packedHashes(),
    sketch: bytes(),
  },
  { key: ['workspace', 'surveyId', 'participantId', 'questionId'], bucket: 'surveyId' },
)

export const neighbors = answers.without('indexHashes')

/** Answers that share one index hash. */
export interface IndexedCopies {
  readonly oldest: IndexedNeighbor
  readonly count: number
}

/** `revision`: the number of saves and erasures. */
export const surveys = table(
  'surveys',
  {
    workspace: text(),
    surveyId: text(),
    revision: integer(),
    /** A setting; absent: the default. */
    reviewEffort: optional(integer()),
    /** When the survey is analyzed again by itself. */
    settleDue: optional(integer()),
    /** The time and the revision when that was last begun. */
    settledAt: optional(integer()),
    settledRevision: optional(integer()),
  },
  { key: ['workspace', 'surveyId'], bucket: 'surveyId' },
)

export const questions = table(
  'questions',
  {
    workspace: text(),
    surveyId: text(),
    questionId: text(),
    lastGroup: integer(),
    statsRevision: integer(),
    /** The revision of `stats`; later ones are in `question_samples`. */
    savedRevision: integer(),
    /** Sealed under the key of the question and its revision. */
    stats: nullable(bytes()),
  },
  { key: ['workspace', 'surveyId', 'questionId'], bucket: 'surveyId' },
)

export const samples = table(
  'question_samples',
  { workspace: text(), surveyId: text(), questionId: text(), revision: integer(), sample: sealed() },
  { key: ['workspace', 'surveyId', 'questionId', 'revision'], bucket: 'surveyId' },
)

/** Idempotency keys of requests. */
export const idempotency = table(
  'idempotency',
  { workspace: text(), key: text(), digest: bytes(), at: integer() },
  { key: ['workspace', 'key'], bucket: 'key' },
)

/** The latest session of a device. */
export const devices = table(
  'devices',
  { workspace: text(), fingerprintId: text(), sessionId: packed(), at: integer() },
  { key: ['workspace', 'fingerprintId'], bucket: 'fingerprintId' },
)

/** Text to be added to the statistics of a question. */
export interface NewSample {
  readonly questionId: string
  readonly sample: string
}

export interface StoredStats {
  /** Grows by one with every sample and every save. */
  readonly revision: number
  /** The revision that the samples follow: that of the caller, or else `saved`. */
  readonly since: number
  /** The revision of the saved statistics; 0: none were saved yet. */
  readonly saved: number
  /** Null: the caller has the revision `since`, or there are only samples. */
  readonly value: string | null
  /** Oldest first. */
  readonly samples: readonly string[]
}

/** When a survey is analyzed again by itself, if no further answers arrive. */
export interface SettleDue {
  readonly at: number
  readonly now: number
  /** A row of a file is compared with the whole file. It postpones the time that other answers set. */
  readonly isFileRow: boolean
}

/** A survey that has hardly grown since it was last analyzed by itself waits for this long. */
export const SETTLE_AGAIN_MS = 24 * 3_600_000

export interface SurveyStore {
  /**
   * Answers of other participants that share an index hash, each once, oldest first. At most `limit` of each hash, so
   * that many answers with one hash neither cost more nor hide those with another. At most `most` in total: those with
   * the most shared hashes. A hash with more than `limit` answers counts half; alone it does not count when there are more than `most`.
   */
  neighbors(
    key: AnswerKey,
    questionId: string,
    hashes: readonly bigint[],
    limit: number,
    most?: number,
  ): Promise<IndexedNeighbor[]>
  /** Counts the answers of other participants with one hash, up to `limit`, and reads only the oldest. */
  copies(key: AnswerKey, questionId: string, hash: bigint, limit: number): Promise<IndexedCopies | null>
  /** The indexed answers of this participant. An unchanged answer keeps its group and its time. */
  indexed(key: AnswerKey): Promise<StoredAnswer[]>
  /** The next unused cluster number of a question, from 1. It is used once an answer is saved with it. */
  nextGroup(workspace: string, surveyId: string, questionId: string): Promise<number>
  /** The number of saves and erasures in this survey. */
  revision(workspace: string, surveyId: string): Promise<number>
  /**
   * Replaces the analysis and the indexed answers of this participant and adds samples to the question statistics,
   * atomically. All earlier analyses are removed. With `seen`, only if the survey has this revision; false: another request
   * saved first, so read again and retry. `endsVerdict`: removes the verdict of a reviewer.
   * `settle`: when the survey is analyzed again by itself.
   */
  save(
    analysis: AnalysisRow,
    answers: readonly IndexedAnswer[],
    seen?: number,
    samples?: readonly NewSample[],
    endsVerdict?: boolean,
    settle?: SettleDue,
  ): Promise<boolean>
  /** With the first analysis. */
  find(key: AnswerKey): Promise<AnalysisRow | null>
  byId(workspace: string, id: string): Promise<AnalysisRow | null>
  /** The row with each analysis of its request, the first one first. */
  history(row: AnalysisRow): Promise<AnalysisRow[]>
  /** The rows with their latest analyses. All are of one survey. */
  latest(rows: readonly AnalysisRow[]): Promise<AnalysisRow[]>
  /**
   * Adds an analysis, and sets the flag and the rank of the participant in the lists of surveys. `basis`: the time of the
   * first analysis. False: that one was replaced or erased. `isChanged`: a notification is pending.
   */
  add(key: AnswerKey, analysis: NewAnalysis, basis: number, isChanged: boolean): Promise<boolean>
  /** Null removes the verdict. False: the participant is unknown. */
  setVerdict(key: AnswerKey, verdict: StoredVerdict | null): Promise<boolean>
  /** An earlier participant of this survey on the same device; null for the first one. */
  otherOnDevice(key: AnswerKey, deviceId: string): Promise<string | null>
  /**
   * Question statistics (counts of words, centroids) and the samples to be added to them: opaque texts, merged by the
   * caller. `since`: a revision that the caller has; 0: none.
   */
  questionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    since?: number,
  ): Promise<StoredStats | null>
  /**
   * Replaces the statistics and all samples. `revision`: the one that was read, 0 if there was none. False: another
   * request saved first; read again and retry.
   */
  saveQuestionStats(
    workspace: string,
    surveyId: string,
    questionId: string,
    value: string,
    revision: number,
  ): Promise<boolean>
  /** The first digest with this idempotency key since `notBefore`; `digest` itself if it is the first. */
  claimKey(
    workspace: string,
    key: string,
    digest: Uint8Array,
    at: number,
    notBefore: number,
  ): Promise<Uint8Array>
  /** Stores the latest session with this device id; erasing the session deletes it. */
  saveDevice(workspace: string, fingerprintId: string, sessionId: string, at: number): Promise<void>
  deviceSession(workspace: string, fingerprintId: string): Promise<string | null>
  erase(key: AnswerKey): Promise<boolean>

  /** Surveys of a workspace, the one with the latest answer first. */
  surveys(workspace: string, limit: number): Promise<SurveySummary[]>
  summary(workspace: string, surveyId: string): Promise<SurveySummary | null>
  /** Those of the ids `surveyId` and `surveyId (…)` that have answers. */
  numbered(workspace: string, surveyId: string): Promise<string[]>
  participants(query: ParticipantQuery): Promise<AnalysisRow[]>
  verdictCounts(workspace: string, surveyId: string): Promise<VerdictCount[]>
  /** Clusters with at least two answers, largest first. */
  clusters(workspace: string, surveyId: string, limit: number): Promise<AnswerCluster[]>
  /** Participants of a cluster, oldest first. */
  clusterMembers(
    workspace: string,
    surveyId: string,
    questionId: string,
    group: number,
    limit: number,
  ): Promise<{ readonly participantId: string; readonly addedAt: number }[]>
  /** Surveys with answers of this participant. */
  surveysOf(workspace: string, participantId: string): Promise<string[]>
  /** Participants of all surveys whose id begins with `prefix`, in its order. */
  participantsLike(workspace: string, prefix: string, limit: number): Promise<AnswerKey[]>
  /** Participants of the workspace analyzed before `before`, oldest first. */
  /** The number of analyses of a workspace. */
  total(workspace: string): Promise<number>
  analyzedBefore(workspace: string, before: number, limit: number): Promise<AnswerKey[]>

  /** Claimed for this caller until `until`. `limit`: of each kind. */
  claimPending(limit: number, now: number, until: number): Promise<PendingAnalysis[]>
  markNotified(pending: PendingAnalysis): Promise<void>
}

export interface SurveySummary {
  readonly surveyId: string
  readonly participants: number
  /** Participants who failed at least one check. */
  readonly flagged: number
  readonly firstAt: number
  readonly lastAt: number
}

/** Participants with one outcome. `verdict`: the effective one. */
export interface VerdictCount extends Outcome {
  readonly isReviewed: boolean
  readonly participants: number
}

export interface ParticipantQuery {
  readonly workspace: string
  readonly surveyId: string
  readonly limit: number
  /** By default the newest first. With `prefix`, by participant id. */
  readonly order?: 'newest' | 'worst'
  readonly flagged?: boolean
  /** Effective verdicts. */
  readonly verdicts?: readonly Verdict[]
  /** Whether a reviewer set a verdict. */
  readonly reviewed?: boolean
  /** Prefix of the participant id. */
  readonly prefix?: string
  /** The last one of the page before. */
  readonly before?: Pick<AnalysisRow, 'rank' | 'analyzedAt' | 'participantId'>
}

export interface AnswerCluster {
  readonly questionId: string
  readonly group: number
  readonly size: number
}
