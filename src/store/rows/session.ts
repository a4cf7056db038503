/** Rows of sessions, batches and reports, each with a checksum. Used by both engines. */
import type { SessionState } from '../append_decision.ts'
import { batchDictionary, reportDictionary } from '../dictionary.ts'
import { StoreDamaged } from '../errors.ts'
import { packId, unpackId } from '../packed_id.ts'
import { checksum, type Plain, sealFast, sealSmall, unsealSmall } from '../sealed.ts'
import type {
  FoundSession,
  NewBatch,
  SessionRow,
  SessionWithReport,
  StoredBatch,
  StoredReport,
} from '../sessions.ts'

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
  tab_secret: Buffer
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
  'tab_secret',
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

/** Checksum of the columns that never change; the seed of `sessionChecksum`. */
export function identityChecksum(
  workspace: string,
  packedId: Uint8Array,
  { siteKeyId, startedAt, tabSecret }: SessionState,
): number {
  return checksum([workspace, packedId, siteKeyId, startedAt, tabSecret])
}

/** Without `due`, which other statements change. */
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
    tabSecret: raw.tab_secret,
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
  const { userAt: _1, tagsAt: _2, tabSecret: _3, due: _4, ...row } = sessionState(raw)
  return { workspace: raw.workspace, sessionId: unpackId(raw.session_id), ...row }
}

export interface RawBatch {
  tab: Buffer
  seq: number
  page: number
  received_at: number
  sealed: Buffer
}

const dictionaryOf = (
  packedId: Uint8Array,
  { tab, page, seq, received_at }: Omit<RawBatch, 'sealed'>,
): Buffer =>
  batchDictionary({
    sessionId: unpackId(packedId),
    tab: unpackId(tab),
    page,
    seq,
    receivedAt: received_at,
  })

function batchOwner(workspace: string, packedId: Uint8Array, raw: Omit<RawBatch, 'sealed'>): Plain[] {
  return [workspace, packedId, raw.tab, raw.seq, raw.page, raw.received_at]
}

/** From this group size on, speed matters more than space. */
const FAST_GROUP = 32

/** `groupSize`: the number of batches in the commit. */
export function rawBatch(packedId: Uint8Array, batch: NewBatch, groupSize: number): RawBatch {
  const { workspace, seq, page, receivedAt: received_at, bytes } = batch
  const place = { tab: packId(batch.tab), seq, page, received_at }
  const owner = batchOwner(workspace, packedId, place)
  // Several kilobytes, which a fast seal hardly ever needs.
  const dictionary = () => dictionaryOf(packedId, place)
  const sealed =
    groupSize < FAST_GROUP ? sealSmall(bytes, owner, dictionary()) : sealFast(bytes, owner, dictionary)
  return { ...place, sealed }
}

function storedBatch(workspace: string, packedId: Uint8Array, raw: RawBatch): StoredBatch {
  const { page, seq, received_at: receivedAt } = raw
  const bytes = unsealSmall(raw.sealed, batchOwner(workspace, packedId, raw), dictionaryOf(packedId, raw))
  return { tab: unpackId(raw.tab), page, seq, receivedAt, bytes }
}

/** A session joined with its batches; `batch_count` shows whether all are there. */
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
  /** Lines: score and action, the record, the log. */
  sealed: Buffer
}

const reportOwner = (workspace: string, packedId: Uint8Array, revision: number, version: string): Plain[] => [
  workspace,
  packedId,
  revision,
  version,
]

export function rawReport(workspace: string, packedId: Uint8Array, report: StoredReport): RawReport {
  const { revision, version, record, score, action, log } = report
  const owner = reportOwner(workspace, packedId, revision, version)
  return {
    revision,
    version,
    sealed: sealSmall(`${score} ${action}\n${record}\n${log}`, owner, reportDictionary(unpackId(packedId))),
  }
}

/** A session joined with its report. */
export type RawWithReport = RawSession &
  Omit<RawReport, 'revision'> & { report_revision: number | null; has_label: number | boolean }

export const WITH_REPORT_COLUMNS = `${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')},
  r.revision AS report_revision, r.version, r.sealed`

export type RawFound = RawWithReport & { has_step_up: number | boolean }

export const foundSession = (raw: RawFound): FoundSession => ({
  ...sessionWithReport(raw),
  hasStepUp: Boolean(raw.has_step_up),
})

/** Decompresses the report when it is read: a list must not hold the logs of all its sessions at once. */
export const sessionWithReport = (raw: RawWithReport): SessionWithReport => ({
  session: sessionRow(raw),
  hasLabel: Boolean(raw.has_label),
  get report() {
    return raw.report_revision === null ? null : storedReport(raw)
  },
})

function storedReport(raw: RawWithReport): StoredReport {
  const { report_revision: revision, version } = raw as RawWithReport & { report_revision: number }
  const owner = reportOwner(raw.workspace, raw.session_id, revision, version)
  const content = unsealSmall(raw.sealed, owner, reportDictionary(unpackId(raw.session_id))).toString()
  // The log has line breaks of its own.
  const recordAt = content.indexOf('\n') + 1
  const logAt = content.indexOf('\n', recordAt) + 1
  const actionAt = content.indexOf(' ') + 1
  return {
    revision,
    version,
    record: content.slice(recordAt, logAt - 1),
    score: Number(content.slice(0, actionAt - 1)),
    action: content.slice(actionAt, recordAt - 1),
    log: content.slice(logAt),
  }
}
