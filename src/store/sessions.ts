/** Sessions and their batches. */
import type { SessionFacts } from './facts.ts'

/** A session's place: `bucket` is derived from the session id and leads every primary key. */
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
  /** SHA-256 of the batch as sent, less its credentials: what tells a retry from a forgery. */
  readonly digest: Uint8Array
  readonly rows: number
  readonly final: boolean
  /** SHA-256 of the claim. Present on a batch without a token: it may create the session, or join it with the same claim. */
  readonly claim?: Uint8Array
  readonly userId?: string
  readonly tags?: readonly string[]
  readonly ip?: string
}

export type AppendResult =
  /** On disk now. */
  | { readonly status: 'stored'; readonly startedAt: number; readonly created: boolean }
  /** This very batch was on disk already. */
  | { readonly status: 'repeated'; readonly startedAt: number }
  /** Another batch holds this tab and seq; a tamper mark was stored instead. */
  | { readonly status: 'tampered' }
  /** A token's session is not here (erased), or a claim does not match the session's. */
  | { readonly status: 'refused' }
  /** The session is at its limit: counted, not stored. */
  | { readonly status: 'full'; readonly startedAt: number }

export interface SessionRow extends SessionKey {
  readonly siteKeyId: string
  readonly startedAt: number
  readonly lastAt: number
  readonly userId: string | null
  readonly tags: readonly string[]
  /** Grows with every stored batch and every mark, so a report knows whether it is current. */
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

/** A report is derived: it can be made again from the batches at any time. */
export interface StoredReport {
  /** The session's revision it was made from. */
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

/** A report as it is saved, with what lists need to know of it. */
export interface NewReport extends StoredReport {
  readonly facts?: SessionFacts
  /** By which later sessions are compared with this one; those saved before are kept. */
  readonly marks?: readonly number[]
}

export interface SessionWithReport {
  readonly session: SessionRow
  readonly report: StoredReport | null
}

export interface ListQuery {
  readonly limit: number
  /** Only sessions that sort after this one: older start, then larger id. */
  readonly before?: { readonly startedAt: number; readonly sessionId: string }
}

export interface SessionStore {
  /** All or nothing, at most once per (session, tab, seq). */
  append(batch: NewBatch): Promise<AppendResult>

  find(key: SessionKey): Promise<SessionWithReport | null>
  /** In order of page, tab, seq. */
  batches(key: SessionKey): Promise<StoredBatch[]>

  /** Newest start first. */
  byUser(workspace: string, userId: string, query: ListQuery): Promise<SessionWithReport[]>
  byTag(workspace: string, tag: string, query: ListQuery): Promise<SessionWithReport[]>
  recent(workspace: string, query: ListQuery): Promise<SessionWithReport[]>

  /** Ignored when the session has moved on since `report.revision`, or holds a report of a later revision. */
  saveReport(key: SessionKey, report: NewReport): Promise<void>
  /**
   * Sessions of the workspace that started before `startedAt` and share at least `least` of these marks, those that
   * share most first. Of a mark that very many share only some are looked at.
   */
  sharing(
    key: SessionKey,
    startedAt: number,
    marks: readonly number[],
    least: number,
    limit: number,
  ): Promise<SessionKey[]>
  /**
   * Sessions whose report is missing or older than their batches and that have been quiet since `quietBefore`,
   * claimed for this caller until `until` so that no other node takes them too.
   */
  claimUnscored(limit: number, quietBefore: number, now: number, until: number): Promise<SessionKey[]>
  /** Every session, in key order, for re-scoring. `after`: the last key of the page before. */
  page(limit: number, after?: SessionKey): Promise<SessionKey[]>
  count(): Promise<number>

  /** Gone from every index and from the file's bytes. True if there was one. */
  erase(key: SessionKey): Promise<boolean>
}
