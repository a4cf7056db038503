/** Rows of sessions, batches and reports, each with a checksum. Used by both engines. */

import { StoreDamaged } from '../errors.ts'
import {
  FIXED_COLUMNS,
  type FoundSession,
  type NewBatch,
  type SessionRow,
  type SessionState,
  type SessionWithReport,
  type StoredBatch,
  type StoredReport,
  sessions,
} from '../sessions.ts'
import type { Column, StoredRow, StoredValue } from '../table.ts'
import { batchDictionary, reportDictionary } from '../values/dictionary.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { checksum, type Plain, sealFast, sealSmall, unsealSmall } from '../values/sealed.ts'

/** A row of `sessions`. */
export interface RawSession {
  readonly workspace: string
  readonly session_id: Buffer
  readonly started_at: number
}

/** A session, and its values as stored, in the order of the columns. */
export interface StoredSession {
  readonly state: SessionState
  readonly values: readonly StoredValue[]
  /** Checksum of the columns that never change. */
  readonly identity: number
}

const FIELDS = Object.keys(sessions.described)
const COLUMNS: readonly Column<unknown>[] = Object.values(sessions.described)
const CHECKSUM = sessions.columns.indexOf('checksum')
const PACKED_ID = sessions.columns.indexOf('session_id')

export const checksumOf = ({ values }: StoredSession): number => values[CHECKSUM] as number
export const packedIdOf = ({ values }: StoredSession): Buffer => values[PACKED_ID] as Buffer

export function newStoredSession(state: SessionState): StoredSession {
  const fields: Readonly<Record<string, unknown>> = state
  const values = COLUMNS.map((column, place) => column.stored(fields[FIELDS[place] as string], NO_KEY))
  const identity = checksumOfFixed(values)
  values[CHECKSUM] = checksumOfChanging(values, identity)
  return { state, values, identity }
}

/** `state`: the next state of the session `before`. Values that did not change are not converted again. */
export function changedSession(before: StoredSession, state: SessionState): StoredSession {
  const fields: Readonly<Record<string, unknown>> = state
  const earlier: Readonly<Record<string, unknown>> = before.state
  const values = before.values.slice()
  for (let place = FIXED_COLUMNS; place < COLUMNS.length; place++) {
    const value = fields[FIELDS[place] as string]
    if (value !== earlier[FIELDS[place] as string]) {
      values[place] = (COLUMNS[place] as Column<unknown>).stored(value, NO_KEY)
    }
  }
  values[CHECKSUM] = checksumOfChanging(values, before.identity)
  return { state, values, identity: before.identity }
}

/** No column is sealed. */
const NO_KEY: readonly Plain[] = []

const checksumOfFixed = (values: readonly StoredValue[]) => checksum(values.slice(0, FIXED_COLUMNS))
const checksumOfChanging = (values: readonly StoredValue[], identity: number) =>
  checksum(values.slice(FIXED_COLUMNS, CHECKSUM), identity)

export function storedSession(raw: RawSession): StoredSession {
  const stored = raw as object as StoredRow
  const values = sessions.columns.map((column) => stored[column] as StoredValue)
  const identity = checksumOfFixed(values)
  if (values[CHECKSUM] !== checksumOfChanging(values, identity)) {
    throw new StoreDamaged('a stored session does not match its checksum')
  }
  const { checksum: _, ...state } = sessions.row(raw)
  return { state, values, identity }
}

function sessionRow(raw: RawSession): SessionRow {
  const { userAt: _1, tagsAt: _2, tabSecret: _3, due: _4, ...row } = storedSession(raw).state
  return row
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

export const WITH_REPORT_COLUMNS = `${sessions.columns.map((column) => `s.${column}`).join(', ')},
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
