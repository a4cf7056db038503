/** Sessions, batches and reports as rows, the same in every engine, each under a checksum. */
import type { SessionState } from '../admission.ts'
import { packId, unpackId } from '../packed_id.ts'
import { checksum, type Plain, seal, sealInHaste, unseal } from '../sealed.ts'
import type { NewBatch, SessionRow, SessionWithReport, StoredBatch, StoredReport } from '../sessions.ts'
import { StoreDamaged } from '../store.ts'

export interface RawSession {
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

export const SESSION_COLUMNS = [
  'workspace',
  'session_id',
  'site_key_id',
  'started_at',
  'last_at',
  'user_id',
  'user_at',
  'tags',
  'tags_at',
  'claim',
  'revision',
  'batch_count',
  'row_count',
  'byte_count',
  'tampered',
  'overflow',
  'ip',
  'checksum',
  'due',
] as const satisfies (keyof RawSession)[]

/** What never changes in a session: computed once, and the start of every later checksum. */
export function identityChecksum(
  workspace: string,
  packedId: Uint8Array,
  { siteKeyId, startedAt, claim }: SessionState,
): number {
  return checksum([workspace, packedId, siteKeyId, startedAt, claim])
}

/** `due` is left out: it only says when to score, and other statements move it. */
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

function sessionRow(raw: RawSession): SessionRow {
  const { userAt: _1, tagsAt: _2, claim: _3, due: _4, ...row } = sessionState(raw)
  return { workspace: raw.workspace, sessionId: unpackId(raw.session_id), ...row }
}

export interface RawBatch {
  tab: Buffer
  seq: number
  page: number
  received_at: number
  sealed: Buffer
}

function batchOwner(workspace: string, packedId: Uint8Array, raw: Omit<RawBatch, 'sealed'>): Plain[] {
  return [workspace, packedId, raw.tab, raw.seq, raw.page, raw.received_at]
}

/** So many that wait for one commit are a crowd: their time is dearer than the space that compressing saves. */
const CROWD = 32

/** `together`: how many batches are committed at once. */
export function rawBatch(packedId: Uint8Array, batch: NewBatch, together: number): RawBatch {
  const { workspace, seq, page, receivedAt: received_at } = batch
  const place = { tab: packId(batch.tab), seq, page, received_at }
  const owner = batchOwner(workspace, packedId, place)
  return { ...place, sealed: together < CROWD ? seal(batch.bytes, owner) : sealInHaste(batch.bytes, owner) }
}

function storedBatch(workspace: string, packedId: Uint8Array, raw: RawBatch): StoredBatch {
  const { page, seq, received_at: receivedAt } = raw
  const bytes = unseal(raw.sealed, batchOwner(workspace, packedId, raw))
  return { tab: unpackId(raw.tab), page, seq, receivedAt, bytes }
}

/** A session joined with its batches: it knows how many there must be. */
export type RawJoinedBatch = RawBatch & { batch_count: number }

export const BATCH_COLUMNS = 's.batch_count, b.tab, b.seq, b.page, b.received_at, b.sealed'

export function storedBatches(
  workspace: string,
  packedId: Uint8Array,
  rows: readonly RawJoinedBatch[],
): StoredBatch[] {
  if (rows.some(({ tab, batch_count }) => tab === null || batch_count !== rows.length)) {
    throw new StoreDamaged('batches of a stored session are missing')
  }
  return rows.map((raw) => storedBatch(workspace, packedId, raw))
}

export interface RawReport {
  revision: number
  version: string
  record: string
  score: number
  action: string
  checksum: number
  log: Buffer
}

export function rawReport(workspace: string, packedId: Uint8Array, report: StoredReport): RawReport {
  const { revision, version, record, score, action, log } = report
  const owner = [workspace, packedId, revision, version]
  const sum = checksum([...owner, record, score, action])
  return { revision, version, record, score, action, checksum: sum, log: seal(log, owner) }
}

/** A session joined with its report, whose two shared column names carry a prefix. */
export type RawWithReport = RawSession &
  Omit<RawReport, 'revision' | 'checksum'> & { report_revision: number | null; report_checksum: number }

export const WITH_REPORT_COLUMNS = `${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')},
  r.revision AS report_revision, r.version, r.record, r.score, r.action, r.checksum AS report_checksum, r.log`

export function sessionWithReport(raw: RawWithReport): SessionWithReport {
  const session = sessionRow(raw)
  if (raw.report_revision === null) return { session, report: null }
  const { report_revision: revision, version, record, score, action } = raw
  const owner = [raw.workspace, raw.session_id, revision, version]
  if (raw.report_checksum !== checksum([...owner, record, score, action])) {
    throw new StoreDamaged('a stored report does not match its checksum')
  }
  const log = unseal(raw.log, owner).toString()
  return { session, report: { revision, version, record, score, action, log } }
}
