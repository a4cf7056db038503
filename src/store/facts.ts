/**
 * Facts: the columns of a report that lists, histograms, what-if and webhooks need, in a narrow row. They are derived like
 * the report and saved with it. Labels are set by users.
 */
import type { Label } from '../contract/session.ts'
import type { SessionFacts } from '../contract/session_facts.ts'
import type { PropertyFilters } from '../contract/session_filters.ts'
import type { SessionKey } from './sessions.ts'
import type { CounterQuery, CounterSum, Period } from './terms.ts'

export type { SessionFacts }

export interface ListedFacts extends SessionFacts {
  readonly score: number
  readonly action: string
  /** `kind:id` of the clusters that were notified with this session, at most one of each kind. */
  readonly clusters: readonly string[]
}

export interface ListedSession extends SessionKey {
  readonly startedAt: number
  readonly lastAt: number
  readonly userId: string | null
  /** Truncated after some hours, see `truncated_address.ts`. */
  readonly ip: string | null
  readonly tags: readonly string[]
  /** Null: never scored. */
  readonly facts: ListedFacts | null
  readonly label: StoredLabel | null
}

export interface StoredLabel {
  readonly label: Label
  /** The member, the API key or the command line. */
  readonly memberId: string
  readonly at: number
  /** The reviewer's reason; may be empty. */
  readonly note: string
}

export interface FactFilter extends PropertyFilters {
  readonly from?: number
  readonly to?: number
  readonly scoreMin?: number
  readonly scoreMax?: number
  readonly device?: string
}

/** A position in a list; `score` only in the order by score. */
export interface FactCursor {
  readonly score?: number
  readonly startedAt: number
  readonly sessionId: string
}

export type FactOrder = 'newest' | 'oldest' | 'score'

export interface FactQuery {
  readonly workspace: string
  readonly filter: FactFilter
  readonly order: FactOrder
  readonly after?: FactCursor
  /** Only scored sessions: scans the narrower table. */
  readonly scored?: boolean
  readonly limit: number
  /** Maximum number of sessions that one step scans, whether they match the filter or not. */
  readonly scanLimit?: number
}

/** `end`: the last scanned session, if there may be more. */
export interface FactPage {
  readonly rows: readonly ListedSession[]
  readonly end: FactCursor | null
}

/** A place among the sessions of a workspace by the time at which their facts were saved. */
export interface SavedPlace {
  readonly savedAt: number
  readonly sessionId: string
}

export const BEGINNING: SavedPlace = { savedAt: 0, sessionId: '' }

export interface FactCount {
  /** `floor((startedAt - start) / barMs)` */
  readonly bar: number
  readonly action: string
  readonly count: number
}

export interface FactStore {
  /** One step through a list. It scans a limited number of sessions, however rare the matches are. */
  list(query: FactQuery): Promise<FactPage>
  /** Counts the scored sessions of a period by bar of a chart and by effective action. */
  count(
    workspace: string,
    filter: FactFilter,
    period: Period,
    bars: { readonly start: number; readonly barMs: number },
  ): Promise<FactCount[]>
  /** Sums of the counters of scored sessions, which each write of facts and labels keeps current. */
  counted(query: CounterQuery): Promise<CounterSum[]>
  /** Rebuilds pages and counters of the sessions that started in these whole hours, hour by hour; returns their number. */
  recount(workspace: string, from: number, to: number): Promise<number>
  /** Sessions that started, or whose facts were saved, since these times; oldest first. */
  changed(workspace: string, startedFrom: number, savedFrom: number, limit: number): Promise<ListedSession[]>
  /** Scored sessions whose facts were saved after this place and before this time, in the order of the places. */
  saved(workspace: string, after: SavedPlace | null, before: number, limit: number): Promise<ListedSession[]>
  /** The number of sessions of a workspace. */
  total(workspace: string): Promise<number>
  one(key: SessionKey): Promise<ListedSession | null>
  /** Different users or tags that start with `prefix`, in alphabetical order. */
  startingWith(workspace: string, property: 'user' | 'tag', prefix: string, limit: number): Promise<string[]>
  /** Sessions whose id starts with `prefix`. */
  byId(workspace: string, prefix: string, limit: number): Promise<ListedSession[]>

  /** Null removes the label. False: there is no such session. */
  setLabel(key: SessionKey, label: StoredLabel | null): Promise<boolean>
  label(key: SessionKey): Promise<StoredLabel | null>
  /** The labels of these sessions by session id; sessions without one are absent. */
  labels(workspace: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, StoredLabel>>
  /** Sessions with a label, the newest label first. */
  labeled(workspace: string, limit: number): Promise<ListedSession[]>

  /** Marks up to `limit` sessions that started before `before` for rescoring, newest first; returns their number. */
  scoreAgain(workspace: string, before: number, limit: number): Promise<{ count: number; last: number }>

  /**
   * Sessions with pending notifications, claimed for this caller until `until`: the recommended action has changed, or
   * the session has been quiet since `quietBefore`, or its times are stray, and its completion is pending.
   */
  claimPending(limit: number, quietBefore: number, now: number, until: number): Promise<PendingSession[]>
  markNotified(key: SessionKey, action: string, complete: boolean): Promise<void>
  /** Keeps the first cluster of each kind. */
  markClustered(key: SessionKey, kind: string, clusterId: string): Promise<void>
}

export interface PendingSession extends SessionKey {
  readonly action: string
  readonly notifiedAction: string
  readonly complete: boolean
}
