/** A session's row: what is in it, under one checksum. */
import type { SessionState } from '../admission.ts'
import { unpackId } from '../packedId.ts'
import { checksum } from '../sealed.ts'
import type { SessionRow } from '../sessions.ts'
import { StoreDamaged } from '../store.ts'

export interface RawSession {
  no: number
  workspace: string
  session_id: Buffer
  site_key_id: string
  started_at: number
  last_at: number
  user_id: string | null
  user_at: number
  tags: string
  tags_at: number
  claim: Buffer
  revision: number
  batch_count: number
  row_count: number
  byte_count: number
  tampered: number
  overflow: number
  ip: string | null
  checksum: number
  due: number | null
}

export const SESSION_COLUMNS = `no, workspace, session_id, site_key_id, started_at, last_at, user_id, user_at, tags, tags_at,
  claim, revision, batch_count, row_count, byte_count, tampered, overflow, ip, checksum, due`

/** What never changes in a session: computed once, and the start of every later checksum. */
export function identityChecksum(
  workspace: string,
  packedId: Uint8Array,
  { siteKeyId, startedAt, claim }: SessionState,
): number {
  return checksum([workspace, packedId, siteKeyId, startedAt, claim])
}

export function sessionChecksum(identity: number, state: SessionState, tags: string): number {
  return checksum(
    [
      state.lastAt,
      state.userId,
      state.userAt,
      tags,
      state.tagsAt,
      state.revision,
      state.batchCount,
      state.rowCount,
      state.byteCount,
      state.tampered,
      state.overflow,
      state.ip,
    ],
    identity,
  )
}

export function sessionState(raw: RawSession): SessionState {
  const state: SessionState = {
    siteKeyId: raw.site_key_id,
    startedAt: raw.started_at,
    lastAt: raw.last_at,
    userId: raw.user_id,
    userAt: raw.user_at,
    tags: raw.tags === '[]' ? [] : JSON.parse(raw.tags),
    tagsAt: raw.tags_at,
    claim: raw.claim,
    revision: raw.revision,
    batchCount: raw.batch_count,
    rowCount: raw.row_count,
    byteCount: raw.byte_count,
    tampered: raw.tampered,
    overflow: raw.overflow,
    ip: raw.ip,
    due: raw.due,
  }
  const identity = identityChecksum(raw.workspace, raw.session_id, state)
  if (raw.checksum !== sessionChecksum(identity, state, raw.tags)) {
    throw new StoreDamaged('a stored session does not match its checksum')
  }
  return state
}

export function sessionRow(raw: RawSession): SessionRow {
  const { userAt: _1, tagsAt: _2, claim: _3, due: _4, ...row } = sessionState(raw)
  return { workspace: raw.workspace, sessionId: unpackId(raw.session_id), ...row }
}
