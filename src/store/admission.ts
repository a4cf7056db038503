/** Whether a batch may join a session, and what the session is afterwards. Pure: every engine asks the same rules. */
import { SESSION } from '../contract/limits.ts'
import type { AppendResult, NewBatch } from './sessions.ts'

/** A session as an engine keeps it. */
export interface SessionState {
  readonly siteKeyId: string
  readonly startedAt: number
  readonly lastAt: number
  readonly userId: string | null
  /** Place of the batch that named the user; -1: none did. */
  readonly userAt: number
  readonly tags: readonly string[]
  readonly tagsAt: number
  readonly claim: Uint8Array
  readonly revision: number
  readonly batchCount: number
  readonly rowCount: number
  readonly byteCount: number
  readonly tampered: number
  readonly overflow: number
  readonly ip: string | null
  /** Quiet since about then and not yet scored; null: its report is current. */
  readonly due: number | null
}

export interface Admission {
  readonly result: AppendResult
  /** Absent when nothing changes. */
  readonly next?: SessionState
  /** Whether the batch itself is to be kept. */
  readonly keep: boolean
}

/** `due` may lag behind the last batch by this much, so that its index need not move with every batch. */
const DUE_LAG_MS = 5_000

/** A digest is kept by its first 128 bits: enough to tell a forgery, at half the room. */
const DIGEST_BYTES = 16

const PAGE_STEP = 2 ** 21

export function keptDigest(digest: Uint8Array): Uint8Array {
  return digest.slice(0, DIGEST_BYTES)
}

/** `held` is the kept digest of the batch that already has this tab and seq. */
export function admit(session: SessionState | null, held: Uint8Array | null, batch: NewBatch): Admission {
  if (session === null) {
    return batch.claim === undefined ? REFUSED : stored(begun(batch, batch.claim), batch, true)
  }
  if (batch.claim !== undefined && !equal(batch.claim, session.claim)) return REFUSED
  const { startedAt } = session
  if (held !== null) {
    if (equal(held, keptDigest(batch.digest))) {
      return { result: { status: 'repeated', startedAt }, keep: false }
    }
    const next = { ...marked(session, batch), tampered: session.tampered + 1 }
    return { result: { status: 'tampered' }, next, keep: false }
  }
  if (
    session.rowCount + batch.rows > SESSION.events ||
    session.byteCount + batch.bytes.length > SESSION.bytes
  ) {
    const next = { ...marked(session, batch), overflow: session.overflow + 1 }
    return { result: { status: 'full', startedAt }, next, keep: false }
  }
  return stored(session, batch, false)
}

const REFUSED: Admission = { result: { status: 'refused' }, keep: false }

function begun(batch: NewBatch, claim: Uint8Array): SessionState {
  return {
    siteKeyId: batch.siteKeyId,
    startedAt: batch.receivedAt,
    lastAt: batch.receivedAt,
    userId: null,
    userAt: -1,
    tags: [],
    tagsAt: -1,
    claim,
    revision: 0,
    batchCount: 0,
    rowCount: 0,
    byteCount: 0,
    tampered: 0,
    overflow: 0,
    ip: null,
    due: null,
  }
}

function stored(session: SessionState, batch: NewBatch, created: boolean): Admission {
  const place = batch.page * PAGE_STEP + batch.seq
  const tags = batch.tags && distinct(batch.tags)
  const namesUser = batch.userId !== undefined && later(place, batch.userId, session.userAt, session.userId)
  const namesTags =
    tags !== undefined && later(place, JSON.stringify(tags), session.tagsAt, JSON.stringify(session.tags))
  const next: SessionState = {
    ...marked(session, batch),
    userId: namesUser ? (batch.userId ?? null) : session.userId,
    userAt: namesUser ? place : session.userAt,
    tags: namesTags ? tags : session.tags,
    tagsAt: namesTags ? place : session.tagsAt,
    batchCount: session.batchCount + 1,
    rowCount: session.rowCount + batch.rows,
    byteCount: session.byteCount + batch.bytes.length,
    ip: batch.ip ?? session.ip,
  }
  return { result: { status: 'stored', startedAt: session.startedAt, created }, next, keep: true }
}

/** Two tabs may hold the same place: then the larger value stands, so that the order of arrival decides nothing. */
function later(place: number, value: string, heldAt: number, held: string | null): boolean {
  return place > heldAt || (place === heldAt && value > (held ?? ''))
}

function marked(session: SessionState, batch: NewBatch): SessionState {
  const lastAt = Math.max(session.lastAt, batch.receivedAt)
  const fresh = session.due !== null && lastAt - session.due <= DUE_LAG_MS
  return { ...session, lastAt, due: fresh ? session.due : lastAt, revision: session.revision + 1 }
}

function distinct(tags: readonly string[]): string[] {
  return [...new Set(tags)]
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
