/** Decides whether a batch may join a session, and computes the new session state. Pure; used by both engines. */
import { SESSION } from '../contract/limits.ts'
import { type AppendResult, type NewBatch, newSession, type SessionState } from './sessions.ts'

export interface AppendDecision {
  readonly result: AppendResult
  /** Absent when nothing changes. */
  readonly next?: SessionState
  /** Whether to store the batch. */
  readonly keep: boolean
}

/** `due` may lag behind the last batch by this much, so that not every batch updates its index. */
const DUE_LAG_MS = 5_000

/** The first 128 bits of a digest are stored: enough to detect a forgery, at half the size. */
const DIGEST_BYTES = 16

const PAGE_STEP = 2 ** 21
/** Above the position of every page. */
const FIRST_INTRO = 2 ** 40

export function keptDigest(digest: Uint8Array): Uint8Array {
  return digest.slice(0, DIGEST_BYTES)
}

/** `held`: the digest of the stored batch with this tab and seq. */
export function decideAppend(
  session: SessionState | null,
  held: Uint8Array | null,
  batch: NewBatch,
): AppendDecision {
  if (session === null) {
    if (batch.tabSecret === undefined) return REFUSED
    const opening = { ...batch, startedAt: batch.receivedAt, tabSecret: batch.tabSecret }
    return stored(newSession(opening), batch, true)
  }
  if (batch.tabSecret !== undefined && !equal(batch.tabSecret, session.tabSecret)) return REFUSED
  const { startedAt } = session
  if (held !== null) {
    if (equal(held, keptDigest(batch.digest))) {
      return { result: { status: 'repeated', startedAt }, keep: false }
    }
    const next = { ...withRevision(session, batch), tampered: session.tampered + 1 }
    return { result: { status: 'tampered' }, next, keep: false }
  }
  if (
    session.rowCount + batch.rows > SESSION.events ||
    session.byteCount + batch.bytes.length > SESSION.bytes
  ) {
    const next = { ...withRevision(session, batch), overflow: session.overflow + 1 }
    return { result: { status: 'full', startedAt }, next, keep: false }
  }
  return stored(session, batch, false)
}

const REFUSED: AppendDecision = { result: { status: 'refused' }, keep: false }

function stored(session: SessionState, batch: NewBatch, created: boolean): AppendDecision {
  const position = batch.intro === undefined ? batch.page * PAGE_STEP + batch.seq : FIRST_INTRO + batch.intro
  const tags = batch.tags && distinct(batch.tags)
  const namesUser =
    batch.userId !== undefined && later(position, batch.userId, session.userAt, session.userId)
  const [tagText, heldText] = [JSON.stringify(tags), JSON.stringify(session.tags)]
  const namesTags = tags !== undefined && later(position, tagText, session.tagsAt, heldText)
  const next: SessionState = {
    ...withRevision(session, batch),
    userId: namesUser ? (batch.userId ?? null) : session.userId,
    userAt: namesUser ? position : session.userAt,
    // The same array if it has the same tags: then no engine writes them again.
    tags: namesTags && tagText !== heldText ? tags : session.tags,
    tagsAt: namesTags ? position : session.tagsAt,
    batchCount: session.batchCount + 1,
    rowCount: session.rowCount + batch.rows,
    byteCount: session.byteCount + batch.bytes.length,
    ip: batch.ip ?? session.ip,
  }
  return { result: { status: 'stored', startedAt: session.startedAt, created }, next, keep: true }
}

/** Two documents may have the same position: then the larger value wins, so that the order of arrival does not matter. */
function later(position: number, value: string, heldAt: number, held: string | null): boolean {
  return position > heldAt || (position === heldAt && value > (held ?? ''))
}

function withRevision(session: SessionState, batch: NewBatch): SessionState {
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
