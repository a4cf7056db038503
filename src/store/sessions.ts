/** Sessions and their batches. */
import type { SessionFacts } from '../contract/session_facts.ts'

export interface SessionKey {
  readonly workspace: string
  readonly sessionId: string
}

export interface NewBatch extends SessionKey {
  readonly siteKeyId: string
  readonly tab: string
  readonly page: number
  readonly seq: number
  readonly receivedAt: number
  /** Encoded by the contract's codec, not yet compressed. */
  readonly bytes: Uint8Array
  /** SHA-256 of the batch without its credentials: distinguishes a retry from a forgery. */
  readonly digest: Uint8Array
  readonly rows: number
  readonly final: boolean
  /** SHA-256 of the tab secret, for a batch without a token: it may create the session, or join it with the same secret. */
  readonly tabSecret?: Uint8Array
  readonly userId?: string
  readonly tags?: readonly string[]
  /** Orders user ids and tags; see the contract's batch. */
  readonly intro?: number
  readonly ip?: string
}

export type AppendResult =
  /** Stored on disk. */
  | { readonly status: 'stored'; readonly startedAt: number; readonly created: boolean }
  /** The same batch was stored before. */
  | { readonly status: 'repeated'; readonly startedAt: number }
  /** Another batch has this tab and seq; the session is marked as tampered. */
  | { readonly status: 'tampered' }
  /** The session of the token does not exist (erased), or the tab secret does not match. */
  | { readonly status: 'refused' }
  /** The session has reached its limit: counted, not stored. */
  | { readonly status: 'full'; readonly startedAt: number }

export interface SessionRow extends SessionKey {
  readonly siteKeyId: string
  readonly startedAt: number
  readonly lastAt: number
  readonly userId: string | null
  readonly tags: readonly string[]
  /** Grows with every stored, tampered or overflowing batch: shows whether a report is current. */
  readonly revision: number
  readonly batchCount: number
  readonly rowCount: number
  readonly byteCount: number
  readonly tampered: number
  /** Batches counted but not stored, because the session was full. */
  readonly overflow: number
  readonly ip: string | null
}

export interface StoredBatch {
  readonly tab: string
  readonly page: number
  readonly seq: number
  readonly receivedAt: number
  readonly bytes: Uint8Array
}

/** Derived: it can be rebuilt from the batches at any time. */
export interface StoredReport {
  /** The session revision that it was built from. */
  readonly revision: number
  /** Hash of model, weights and configuration. */
  readonly version: string
  /** The record as JSON text, without the log. */
  readonly record: string
  readonly score: number
  readonly action: string
  /** The event log as JSON text; kept compressed. */
  readonly log: string
}

/** A report with the facts that lists need. */
export interface NewReport extends StoredReport {
  readonly facts?: SessionFacts
  /** Later sessions are compared by these marks. They are added to the marks saved before. */
  readonly marks?: readonly number[]
}

export interface SharedMarks {
  readonly sessions: readonly SessionKey[]
  /** The marks that so many earlier sessions have that another one adds nothing. */
  readonly common: readonly number[]
}

export interface SessionWithReport {
  readonly session: SessionRow
  readonly report: StoredReport | null
  /** Most sessions have no label, and then a report needs no further query. */
  readonly hasLabel: boolean
}

export interface FoundSession extends SessionWithReport {
  readonly hasStepUp: boolean
}

export interface ListQuery {
  readonly limit: number
  /** Only sessions after this one: older start, then larger id. */
  readonly before?: { readonly startedAt: number; readonly sessionId: string }
}

export interface SessionStore {
  /** All or nothing, at most once per (session, tab, seq). */
  append(batch: NewBatch): Promise<AppendResult>

  find(key: SessionKey): Promise<FoundSession | null>
  /** In order of page, tab, seq. */
  batches(key: SessionKey): Promise<StoredBatch[]>
  /** Whether a batch of this document is stored. */
  hasTab(key: SessionKey, tab: string): Promise<boolean>

  /** Newest start first. */
  byUser(workspace: string, userId: string, query: ListQuery): Promise<SessionWithReport[]>
  byTag(workspace: string, tag: string, query: ListQuery): Promise<SessionWithReport[]>
  recent(workspace: string, query: ListQuery): Promise<SessionWithReport[]>

  /** Ignored when the session has another revision than `report.revision`, or a report of a later one. */
  saveReport(key: SessionKey, report: NewReport): Promise<void>
  /**
   * Sessions of the workspace that started before `startedAt` and share at least `least` of these marks (hashes of
   * movements), most shared marks first. Counts a limited number of sessions per mark.
   */
  sharing(
    key: SessionKey,
    startedAt: number,
    marks: readonly number[],
    least: number,
    limit: number,
  ): Promise<SharedMarks>
  /**
   * Sessions without a current report that have been quiet since `quietBefore`, or whose times are stray, claimed for
   * this caller until `until`: no other node gets them.
   */
  claimUnscored(limit: number, quietBefore: number, now: number, until: number): Promise<SessionKey[]>
  /** Counts at most `most` sessions that `claimUnscored` could return, claimed or not. `oldest`: the longest quiet. */
  unscored(
    quietBefore: number,
    most: number,
  ): Promise<{ readonly count: number; readonly oldest: number | null }>
  /** Every session, in key order, for re-scoring. `after`: the last key of the page before. */
  page(limit: number, after?: SessionKey): Promise<SessionKey[]>
  count(): Promise<number>

  /**
   * Removes the session from every index and from the file itself. True if there was one. With `at`, a hash of its id is
   * kept, and no batch can open the session again until `forgetErased`.
   */
  erase(key: SessionKey, at?: number): Promise<boolean>
  /** Erases many sessions in few statements. */
  eraseAll(workspace: string, sessionIds: readonly string[]): Promise<void>
  forgetErased(workspace: string, before: number): Promise<void>
  /** Truncates full IP addresses of sessions that started before `before`; returns the number of changed sessions. */
  truncateAddresses(workspace: string, before: number, limit: number): Promise<number>
}
