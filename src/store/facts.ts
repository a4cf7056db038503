/**
 * What lists, histograms, what-if and webhooks know of a session without unpacking its report. Derived like the
 * report and saved with it; labels are what people said of a session, and are not derived from anything.
 */
import type { SessionKey } from './sessions.ts'

export interface SessionFacts {
  /** One bit a check, in the order of the contract. */
  readonly detected: number
  readonly unknown: number
  /** Detected by what only automation leaves. */
  readonly proven: number
  /** Of the detected checks, in order of their bits. */
  readonly strengths: readonly number[]
  /** Something of the recording is missing. */
  readonly incomplete: boolean
  readonly country: string | null
  readonly browser: string | null
  readonly device: string | null
  /** Paths visited, each once. */
  readonly routes: readonly string[]
  readonly savedAt: number
}

export interface ListedFacts extends SessionFacts {
  readonly score: number
  readonly action: string
}

export type LabelName = 'person' | 'bot'

export interface ListedSession extends SessionKey {
  readonly startedAt: number
  readonly lastAt: number
  readonly userId: string | null
  readonly tags: readonly string[]
  /** Null: never scored. */
  readonly facts: ListedFacts | null
  readonly label: LabelName | null
}

export interface StoredLabel {
  readonly label: LabelName
  readonly memberId: string
  readonly at: number
}

export interface FactFilter {
  readonly from?: number
  readonly to?: number
  readonly user?: string
  readonly tag?: string
  readonly scoreMin?: number
  readonly scoreMax?: number
  readonly action?: string
  /** A bit of `detected`. */
  readonly check?: number
  readonly route?: { readonly path: string; readonly isPrefix: boolean }
  readonly country?: string
  readonly device?: string
  readonly label?: LabelName | 'none'
}

/** A place in a list; `score` only where that is the order. */
export interface FactPlace {
  readonly score?: number
  readonly startedAt: number
  readonly sessionId: string
}

export type FactOrder = 'newest' | 'oldest' | 'score'

export interface FactQuery {
  readonly workspace: string
  readonly filter: FactFilter
  readonly order: FactOrder
  readonly after?: FactPlace
  /** Only sessions that were scored, which a narrower table has in order. */
  readonly scored?: boolean
  /** Sessions looked through, at most, whether they pass the filter or not. */
  readonly look: number
  readonly limit: number
}

/** `end`: the last session looked at, when there may be more behind it. */
export interface FactPage {
  readonly rows: readonly ListedSession[]
  readonly end: FactPlace | null
}

export interface FactCount {
  /** `floor((startedAt - from) / bucketMs)` */
  readonly bucket: number
  /** Null: never scored. */
  readonly action: string | null
  /** `floor(score / 10)`, at most 9. */
  readonly tenth: number | null
  readonly count: number
}

export interface FactStore {
  /** One step through a list: the cost is bounded by `look`, never by how rare the filter's matches are. */
  list(query: FactQuery): Promise<FactPage>
  /** The same step, counted instead of listed. */
  count(
    query: Omit<FactQuery, 'limit'>,
    from: number,
    bucketMs: number,
  ): Promise<{ readonly counts: readonly FactCount[]; readonly end: FactPlace | null }>
  /** Sessions that started, or whose facts were saved, at or after these times; the oldest first. */
  changed(workspace: string, startedFrom: number, savedFrom: number, limit: number): Promise<ListedSession[]>
  /** How many sessions a workspace holds. */
  total(workspace: string): Promise<number>
  one(key: SessionKey): Promise<ListedSession | null>
  /** Sessions whose id begins like this. */
  byId(workspace: string, prefix: string, limit: number): Promise<ListedSession[]>

  /** Null takes the label away. False: there is no such session. */
  setLabel(key: SessionKey, label: StoredLabel | null): Promise<boolean>
  label(key: SessionKey): Promise<StoredLabel | null>
  /** Sessions with a label, the newest label first. */
  labeled(workspace: string, limit: number): Promise<ListedSession[]>

  /** Has `limit` more sessions of the workspace scored again, those that started before `before`. How many there were. */
  scoreAgain(workspace: string, before: number, limit: number): Promise<{ count: number; last: number }>

  /**
   * Sessions whose recommended action is not the one last told, and sessions that have been quiet since
   * `quietBefore` and were not told to be complete: claimed for this caller until `until`.
   */
  claimPending(limit: number, quietBefore: number, now: number, until: number): Promise<PendingSession[]>
  markNotified(key: SessionKey, action: string, complete: boolean): Promise<void>
}

export interface PendingSession extends SessionKey {
  readonly action: string
  readonly notifiedAction: string
  readonly complete: boolean
}
