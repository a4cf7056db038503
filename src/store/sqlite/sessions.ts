import type { Database } from 'better-sqlite3'
import { SESSIONS_PER_MARK, sharedMarks, storedMarks } from '../marks.ts'
import {
  BATCH_COLUMNS,
  foundSession,
  type RawFound,
  type RawJoinedBatch,
  type RawWithReport,
  sessionWithReport,
  storedBatches,
  WITH_REPORT_COLUMNS,
} from '../rows/session.ts'
import type {
  AppendResult,
  FoundSession,
  ListQuery,
  NewBatch,
  NewReport,
  SessionKey,
  SessionStore,
  SessionWithReport,
  SharedMarks,
  StoredBatch,
} from '../sessions.ts'
import { bucketOf } from '../values/bucket.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { wellFormedBatch } from '../values/well_formed.ts'
import type { WriteHealth } from '../write_health.ts'
import { reading } from './reading.ts'
import { HAS_FULL_ADDRESS } from './session_writes.ts'
import type { WriteQueue } from './write_queue.ts'

interface ListPlace {
  workspace: string
  /** The user or the tag. */
  value: string | null
  startedAt: number
  id: Buffer
  limit: number
}

/** The first page is a page before the end of time. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER
const NO_ID = Buffer.alloc(0)

export class SqliteSessions implements SessionStore {
  readonly #queue: WriteQueue
  readonly #health: WriteHealth
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Database, queue: WriteQueue, health: WriteHealth) {
    this.#queue = queue
    this.#health = health
    this.#statements = prepare(db)
  }

  append(batch: NewBatch): Promise<AppendResult> {
    return this.#health.watch(this.#queue.write(batch.bytes.length, 'append', wellFormedBatch(batch)))
  }

  async find({ workspace, sessionId }: SessionKey): Promise<FoundSession | null> {
    return reading(() => {
      const raw = this.#statements.find.get({
        workspace,
        id: packId(sessionId),
        bucket: bucketOf(sessionId.toWellFormed()),
      })
      return raw ? foundSession(raw) : null
    })
  }

  async batches(key: SessionKey): Promise<StoredBatch[]> {
    const packedId = packId(key.sessionId)
    return reading(() =>
      storedBatches(key.workspace, packedId, this.#statements.batches.all(key.workspace, packedId)),
    )
  }

  async hasTab({ workspace, sessionId }: SessionKey, tab: string): Promise<boolean> {
    return reading(
      () => this.#statements.tab.get(workspace, packId(sessionId), packId(tab.toWellFormed())) !== undefined,
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

  saveReport(key: SessionKey, report: NewReport): Promise<void> {
    return this.#queue.write(report.record.length + report.log.length, 'saveReport', key, report)
  }

  async sharing(
    ...[{ workspace, sessionId }, startedAt, marks, least, limit]: Parameters<SessionStore['sharing']>
  ): Promise<SharedMarks> {
    return reading(() => {
      const own = packId(sessionId)
      const holders = storedMarks(workspace, marks).map((mark) =>
        this.#statements.marked.all(mark, workspace, startedAt, own, SESSIONS_PER_MARK).map(unpackId),
      )
      return sharedMarks(workspace, marks, holders, least, limit)
    })
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

  async unscored(quietBefore: number, most: number) {
    return reading(
      () => this.#statements.unscored.get(quietBefore, quietBefore, most) ?? { count: 0, oldest: null },
    )
  }

  async count(): Promise<number> {
    return reading(() => this.#statements.count.get() ?? 0)
  }

  erase(key: SessionKey, at?: number): Promise<boolean> {
    return this.#queue.write(0, 'eraseSession', key, at)
  }

  async eraseAll(workspace: string, sessionIds: readonly string[]): Promise<void> {
    await Promise.all(sessionIds.map((sessionId) => this.erase({ workspace, sessionId })))
  }

  forgetErased(workspace: string, before: number): Promise<void> {
    return this.#queue.write(0, 'forgetErased', workspace, before)
  }

  async truncateAddresses(workspace: string, before: number, limit: number): Promise<number> {
    // The write also clears unused space in the file, so it runs only when there is something to do.
    const isAny = reading(() => this.#statements.fullAddress.get(workspace, before) !== undefined)
    return isAny ? this.#queue.write(0, 'truncateAddresses', workspace, before, limit) : 0
  }

  #list(by: 'byUser' | 'byTag' | 'recent', place: ListPlace): SessionWithReport[] {
    return reading(() => this.#statements[by].all(place).map(sessionWithReport))
  }
}

function prepare(db: Database) {
  const from = 'FROM sessions s LEFT JOIN reports r ON r.session = s.no'
  const withReport = `${WITH_REPORT_COLUMNS},
    EXISTS (SELECT 1 FROM labels l WHERE l.workspace = s.workspace AND l.session_id = s.session_id) AS has_label`
  const list = (source: string, where: string, columns: string) =>
    db.prepare<[ListPlace], RawWithReport>(
      `SELECT ${withReport} ${source} WHERE ${where}
         AND ${columns}.started_at <= :startedAt AND (${columns}.started_at < :startedAt OR ${columns}.session_id > :id)
       ORDER BY ${columns}.started_at DESC, ${columns}.session_id LIMIT :limit`,
    )
  return {
    find: db.prepare<[object], RawFound>(
      `SELECT ${withReport},
         EXISTS (SELECT 1 FROM step_ups WHERE bucket = :bucket AND workspace = :workspace AND session_id = :id) AS has_step_up
       ${from} WHERE s.workspace = :workspace AND s.session_id = :id`,
    ),
    tab: db.prepare<[string, Buffer, Buffer]>(`
      SELECT 1 FROM sessions s JOIN batches b ON b.session = s.no
      WHERE s.workspace = ? AND s.session_id = ? AND b.tab = ? LIMIT 1
    `),
    batches: db.prepare<[string, Buffer], RawJoinedBatch>(`
      SELECT ${BATCH_COLUMNS} FROM sessions s LEFT JOIN batches b ON b.session = s.no
      WHERE s.workspace = ? AND s.session_id = ? ORDER BY b.page, b.tab, b.seq`),
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
    marked: db
      .prepare<[number, string, number, Buffer, number], Buffer>(
        `SELECT s.session_id FROM mark_index m JOIN sessions s ON s.no = m.session WHERE m.mark = ? AND s.workspace = ?
           AND s.started_at < ? AND s.session_id <> ? ORDER BY m.session LIMIT ?`,
      )
      .pluck(),
    unscored: db.prepare<[number, number, number], { count: number; oldest: number | null }>(
      `SELECT count(*) AS count, min(due) AS oldest FROM (
         SELECT due FROM sessions WHERE due <= ? AND last_at <= ? ORDER BY due LIMIT ?)`,
    ),
    count: db.prepare<[], number>('SELECT count(*) FROM sessions').pluck(),
    fullAddress: db
      .prepare<[string, number], number>(`SELECT 1 FROM sessions WHERE ${HAS_FULL_ADDRESS} LIMIT 1`)
      .pluck(),
  }
}

/** Newest first, then by id. */
function cursor({ limit, before }: ListQuery): Pick<ListPlace, 'startedAt' | 'id' | 'limit'> {
  return before
    ? { startedAt: before.startedAt, id: packId(before.sessionId), limit }
    : { startedAt: END_OF_TIME, id: NO_ID, limit }
}
