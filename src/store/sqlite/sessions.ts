import type { Database } from 'better-sqlite3'
import { packId, unpackId } from '../packedId.ts'
import { checksum, unseal } from '../sealed.ts'
import type {
  AppendResult,
  ListQuery,
  NewBatch,
  SessionKey,
  SessionStore,
  SessionWithReport,
  StoredBatch,
  StoredReport,
} from '../sessions.ts'
import { StoreDamaged } from '../store.ts'
import { wellFormedBatch } from '../wellFormed.ts'
import { reading } from './reading.ts'
import { type RawSession, SESSION_COLUMNS, sessionRow } from './sessionRow.ts'
import type { WriteQueue } from './writeQueue.ts'

interface RawReport {
  r_revision: number | null
  version: string
  record: string
  score: number
  action: string
  r_checksum: number
  log: Buffer
}

type Raw = RawSession & RawReport

const WITH_REPORT = `
  SELECT ${SESSION_COLUMNS.split(',')
    .map((column) => `s.${column.trim()}`)
    .join(
      ', ',
    )}, r.revision AS r_revision, r.version, r.record, r.score, r.action, r.checksum AS r_checksum, r.log`

interface ListPlace {
  workspace: string
  /** The user or the tag. */
  value: string | null
  startedAt: number
  id: Buffer
  limit: number
}

/** Later than every clock, so that the first page is asked for like any other. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER
const NO_ID = Buffer.alloc(0)

export class SqliteSessions implements SessionStore {
  readonly #queue: WriteQueue
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#statements = prepare(db)
  }

  append(batch: NewBatch): Promise<AppendResult> {
    return this.#queue.write(batch.bytes.length, 'append', wellFormedBatch(batch))
  }

  async find(key: SessionKey): Promise<SessionWithReport | null> {
    return reading(() => {
      const raw = this.#statements.find.get(key.workspace, packId(key.sessionId))
      return raw ? withReport(raw) : null
    })
  }

  async batches(key: SessionKey): Promise<StoredBatch[]> {
    const packedId = packId(key.sessionId)
    return reading(() =>
      this.#statements.batches.all(key.workspace, packedId).map((raw) => ({
        tab: unpackId(raw.tab),
        page: raw.page,
        seq: raw.seq,
        receivedAt: raw.received_at,
        bytes: unseal(raw.sealed, [key.workspace, packedId, raw.tab, raw.seq, raw.page, raw.received_at]),
      })),
    )
  }

  async byUser(workspace: string, userId: string, query: ListQuery): Promise<SessionWithReport[]> {
    return this.#list('byUser', { workspace, value: userId.toWellFormed(), ...cursor(query) })
  }

  async byTag(workspace: string, tag: string, query: ListQuery): Promise<SessionWithReport[]> {
    return this.#list('byTag', { workspace, value: tag.toWellFormed(), ...cursor(query) })
  }

  async recent(workspace: string, query: ListQuery): Promise<SessionWithReport[]> {
    return this.#list('recent', { workspace, value: null, ...cursor(query) })
  }

  saveReport(key: SessionKey, report: StoredReport): Promise<void> {
    return this.#queue.write(report.record.length + report.log.length, 'saveReport', key, report)
  }

  claimUnscored(limit: number, quietBefore: number, now: number, until: number): Promise<SessionKey[]> {
    return this.#queue.write(0, 'claimUnscored', limit, quietBefore, now, until)
  }

  async page(limit: number, after?: SessionKey): Promise<SessionKey[]> {
    const [workspace, id] = after ? [after.workspace, packId(after.sessionId)] : ['', NO_ID]
    return reading(() =>
      this.#statements.page
        .all(workspace, id, limit)
        .map((raw) => ({ workspace: raw.workspace, sessionId: unpackId(raw.session_id) })),
    )
  }

  async count(): Promise<number> {
    return reading(() => this.#statements.count.get() ?? 0)
  }

  erase(key: SessionKey): Promise<boolean> {
    return this.#queue.write(0, 'eraseSession', key)
  }

  #list(by: 'byUser' | 'byTag' | 'recent', place: ListPlace): SessionWithReport[] {
    return reading(() => this.#statements[by].all(place).map(withReport))
  }
}

function prepare(db: Database) {
  const from = 'FROM sessions s LEFT JOIN reports r ON r.session = s.no'
  const list = (source: string, where: string, columns: string) =>
    db.prepare<[ListPlace], Raw>(
      `${WITH_REPORT} ${source} WHERE ${where}
         AND ${columns}.started_at <= :startedAt AND (${columns}.started_at < :startedAt OR ${columns}.session_id > :id)
       ORDER BY ${columns}.started_at DESC, ${columns}.session_id LIMIT :limit`,
    )
  return {
    find: db.prepare<[string, Buffer], Raw>(
      `${WITH_REPORT} ${from} WHERE s.workspace = ? AND s.session_id = ?`,
    ),
    batches: db.prepare<
      [string, Buffer],
      { tab: Buffer; page: number; seq: number; received_at: number; sealed: Buffer }
    >(`SELECT tab, page, seq, received_at, sealed FROM batches
       WHERE session = (SELECT no FROM sessions WHERE workspace = ? AND session_id = ?) ORDER BY page, tab, seq`),
    recent: list(from, 's.workspace = :workspace AND :value IS NULL', 's'),
    byUser: list(from, 's.workspace = :workspace AND s.user_id = :value', 's'),
    byTag: list(
      'FROM session_tags t JOIN sessions s ON s.no = t.session LEFT JOIN reports r ON r.session = s.no',
      't.workspace = :workspace AND t.tag = :value',
      't',
    ),
    page: db.prepare<[string, Buffer, number], { workspace: string; session_id: Buffer }>(
      'SELECT workspace, session_id FROM sessions WHERE (workspace, session_id) > (?, ?) ORDER BY workspace, session_id LIMIT ?',
    ),
    count: db.prepare<[], number>('SELECT count(*) FROM sessions').pluck(),
  }
}

/** Newest first, equal starts by id. Without a cursor: from the end of time. */
function cursor({ limit, before }: ListQuery): Pick<ListPlace, 'startedAt' | 'id' | 'limit'> {
  return before
    ? { startedAt: before.startedAt, id: packId(before.sessionId), limit }
    : { startedAt: END_OF_TIME, id: NO_ID, limit }
}

function withReport(raw: Raw): SessionWithReport {
  const session = sessionRow(raw)
  if (raw.r_revision === null) return { session, report: null }
  const { r_revision: revision, version, record, score, action } = raw
  const owner = [raw.workspace, raw.session_id, revision, version]
  if (raw.r_checksum !== checksum([...owner, record, score, action])) {
    throw new StoreDamaged('a stored report does not match its checksum')
  }
  return {
    session,
    report: { revision, version, record, score, action, log: unseal(raw.log, owner).toString() },
  }
}
