/** Sessions and their batches. */
import type { SessionFacts } from '../contract/session_facts.ts'
import {
  bytes,
  type Column,
  integer,
  json,
  nullable,
  packed,
  type Row,
  type RowOf,
  table,
  text,
} from './table.ts'

export interface SessionKey {
  readonly workspace: string
  readonly sessionId: string
}

/** Columns that are fields of a batch. The first batch sets them. */
export const GIVEN = { workspace: text(), sessionId: packed(), siteKeyId: text() }

/** Columns that never change. */
const FIXED = {
  ...GIVEN,
  startedAt: integer(),
  /** SHA-256 of the secret of the browser tab that created the session. */
  tabSecret: bytes(),
}

const initially = <Value>(initial: Value, column: Column<Value>) => ({ ...column, initial })

/** Columns that later batches change, and their values before the first batch. */
const CHANGING = {
  lastAt: initially(0, integer()),
  userId: initially(null, nullable(text())),
  /** Position of the batch that set the user; -1: none. */
  userAt: initially(-1, integer()),
  tags: initially([], json<readonly string[]>()),
  tagsAt: initially(-1, integer()),
  /** Grows with every stored, tampered or overflowing batch: shows whether a report is current. */
  revision: initially(0, integer()),
  batchCount: initially(0, integer()),
  rowCount: initially(0, integer()),
  byteCount: initially(0, integer()),
  tampered: initially(0, integer()),
  /** Batches counted but not stored, because the session was full. */
  overflow: initially(0, integer()),
  ip: initially(null, nullable(text())),
}

export const sessions = table(
  'sessions',
  {
    ...FIXED,
    ...CHANGING,
    /** Of the columns above. */
    checksum: integer(),
    /** Not scored since about this time; null: the report is current. */
    due: nullable(integer()),
  },
  { key: ['workspace', 'sessionId'] },
)

/** The stored state of a session. */
export type SessionState = Omit<RowOf<typeof sessions>, 'checksum'>

const FIXED_FIELDS = Object.keys(FIXED) as (keyof typeof FIXED)[]
/** The number of columns that never change. */
export const FIXED_COLUMNS = FIXED_FIELDS.length

const INITIAL = Object.fromEntries(
  Object.entries(CHANGING).map(([field, { initial }]) => [field, initial]),
) as Row<typeof CHANGING>

type Opening = Row<typeof FIXED>

/** The state of a session before its first batch. */
export function newSession(opening: Opening): SessionState {
  const state: Record<string, unknown> = { ...INITIAL, lastAt: opening.startedAt, due: null }
  for (const field of FIXED_FIELDS) state[field] = opening[field]
  return state as object as SessionState
}

export interface NewBatch extends Row<typeof GIVEN> {
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

export type SessionRow = Omit<SessionState, 'userAt' | 'tagsAt' | 'tabSecret' | 'due'>

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
