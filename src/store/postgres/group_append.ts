/** Stores many batches in one transaction: one read, one write per table, one fsync. */
import { elementAt } from '../../contract/element_at.ts'
import { decideAppend, keptDigest, type SessionState } from '../append_decision.ts'
import { erasedHash } from '../erased.ts'
import { packId } from '../packed_id.ts'
import { RecentSessions } from '../recent_sessions.ts'
import {
  identityChecksum,
  type RawSession,
  rawBatch,
  SESSION_COLUMNS,
  sessionChecksum,
  sessionState,
} from '../rows/session.ts'
import type { AppendResult, NewBatch } from '../sessions.ts'
import { StoreUnavailable } from '../store.ts'
import { type Database, type Queries, RolledBack, type Value } from './database.ts'
import { Contention } from './errors.ts'
import { inOneBucket, isOneOf, KEY_CASTS, KEY_IS, type PrimaryKey, primaryKey } from './session_key.ts'
import { valueRows } from './values.ts'

/** Each attempt fails only if another node wrote to the same session meanwhile, which is rare. */
const MAX_ATTEMPTS = 20

/** A session before and after this group. */
interface Touched {
  readonly key: PrimaryKey
  readonly found: SessionState | null
  state: SessionState | null
}

/**
 * The states of recent sessions, so that an append need not read them. A write fails if another node has changed the
 * session since; then the states are read for a while, because that node will change more of them.
 */
export class RecentStates {
  readonly #sessions = new RecentSessions<SessionState>()
  #trustedFrom = 0

  get({ workspace, sessionId }: NewBatch): SessionState | undefined {
    return performance.now() < this.#trustedFrom ? undefined : this.#sessions.get(workspace, sessionId)
  }

  set({ workspace, sessionId }: NewBatch, state: SessionState): void {
    if (performance.now() >= this.#trustedFrom) this.#sessions.set(workspace, sessionId, state)
  }

  forget(group: readonly NewBatch[]): void {
    for (const { workspace, sessionId } of group) this.#sessions.delete(workspace, sessionId)
  }

  distrust(): void {
    this.#trustedFrom = performance.now() + DISTRUST_MS
    this.#sessions.clear()
  }
}

const DISTRUST_MS = 60_000

/** Another node has changed a session. */
class ChangedElsewhere extends RolledBack {}

export async function appendGroup(
  db: Database,
  group: readonly NewBatch[],
  recent: RecentStates,
): Promise<AppendResult[]> {
  // Repeats are rare: the first attempt does not look for them, and the insert reveals them by its row count.
  let held: Map<string, Uint8Array> | null = null
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const results = await attemptGroup(db, group, held, recent)
    if (results) return results
    held = await findDigests(db, group)
  }
  throw new StoreUnavailable('too many concurrent writes to one session')
}

/** `held`: digests of stored batches, null if unknown. Returns null when nothing was written because of a conflict. */
async function attemptGroup(
  db: Database,
  group: readonly NewBatch[],
  held: Map<string, Uint8Array> | null,
  recent: RecentStates,
): Promise<AppendResult[] | null> {
  // A second attempt trusts only the database: a recent state must neither reject a batch nor conflict forever.
  const touched = held ? await readSessions(db, group) : await findSessions(db, group, recent)
  const erased = await findErased(db, group, touched)
  const digests = held ?? new Map<string, Uint8Array>()
  const kept: Value[][] = []
  const results: AppendResult[] = []
  for (const batch of group) {
    const session = touched.get(sessionName(batch)) as Touched
    if (session.state === null && erased.has(sessionName(batch))) {
      results.push({ status: 'refused' })
      continue
    }
    const { result, next, keep } = decideAppend(session.state, digests.get(batchName(batch)) ?? null, batch)
    if (!held && !keep) return null
    results.push(result)
    if (next) session.state = next
    if (!keep) continue
    const digest = keptDigest(batch.digest)
    digests.set(batchName(batch), digest)
    const raw = rawBatch(session.key[2], batch, group.length)
    kept.push([...session.key, raw.tab, raw.seq, raw.page, raw.received_at, digest, raw.sealed])
  }
  const changed = [...touched.values()].filter(({ found, state }) => found !== state)
  try {
    if (changed.length > 0) await db.transaction((queries) => write(queries, changed, kept))
    for (const batch of group) {
      const state = touched.get(sessionName(batch))?.state
      if (state) recent.set(batch, state)
    }
    return results
  } catch (error) {
    recent.forget(group)
    if (error instanceof ChangedElsewhere) recent.distrust()
    if (error instanceof RolledBack || error instanceof Contention) return null
    throw error
  }
}

async function write(queries: Queries, changed: readonly Touched[], kept: Value[][]): Promise<void> {
  // All nodes lock in the same order, which prevents deadlocks.
  const sorted = [...changed].sort(byKey)
  await insertSessions(
    queries,
    sorted.filter(({ found }) => !found),
  )
  await updateSessions(
    queries,
    sorted.filter(({ found }) => found),
  )
  await writeTags(queries, sorted)
  if (kept.length === 0) return
  const { text, values } = valueRows(kept)
  const stored = await queries.run(
    `INSERT INTO batches (bucket, workspace, session_id, tab, seq, page, received_at, digest, sealed) VALUES ${text}
     ON CONFLICT DO NOTHING`,
    values,
    kept.length === 1 ? 'append_batch' : undefined,
  )
  if (stored !== kept.length) throw new RolledBack('another node stored a batch')
}

async function insertSessions(queries: Queries, sessions: readonly Touched[]): Promise<void> {
  if (sessions.length === 0) return
  const { text, values } = valueRows(sessions.map(({ key, state }) => [key[0], ...columnsOf(key, state)]))
  const made = await queries.run(
    `INSERT INTO sessions (bucket, ${SESSION_COLUMNS}) VALUES ${text} ON CONFLICT DO NOTHING`,
    values,
  )
  if (made !== sessions.length) throw new RolledBack('another node started a session')
}

const CHANGING = {
  last_at: 'bigint',
  user_id: 'text',
  user_at: 'bigint',
  tags: 'text',
  tags_at: 'bigint',
  revision: 'bigint',
  batch_count: 'bigint',
  row_count: 'bigint',
  byte_count: 'bigint',
  tampered: 'bigint',
  overflow: 'bigint',
  ip: 'text',
  checksum: 'bigint',
  due: 'bigint',
}
const CHANGING_COLUMNS = Object.keys(CHANGING) as (keyof typeof CHANGING)[]
const CHANGING_PLACES = CHANGING_COLUMNS.map((column) => SESSION_COLUMNS.indexOf(column))

/** Updates only unchanged revisions: an erased session is not restored, and no batch is lost. */
async function updateSessions(queries: Queries, sessions: readonly Touched[]): Promise<void> {
  if (sessions.length === 0) return
  const rows = sessions.map(({ key, found, state }) => {
    const columns = columnsOf(key, state)
    return [...key, found?.revision ?? 0, ...CHANGING_PLACES.map((place) => elementAt(columns, place))]
  })
  const moved = await (rows.length === 1
    ? queries.run(UPDATE_ONE, rows[0], 'append_session')
    : updateMany(queries, rows, inOneBucket('s', sessions.map(keyOf))))
  if (moved !== sessions.length) throw new ChangedElsewhere('another node changed a session')
}

/** Citus groups batches by bucket, so most groups have one session; for this form, it keeps the plan. */
const UPDATE_ONE = `UPDATE sessions SET ${CHANGING_COLUMNS.map((column, index) => `${column} = $${index + 5}`)}
  WHERE ${KEY_IS} AND revision = $4`

function updateMany(queries: Queries, rows: readonly Value[][], where: string): Promise<number> {
  const { text, values } = valueRows(rows, [...KEY_CASTS, 'bigint', ...Object.values(CHANGING)])
  return queries.run(
    `UPDATE sessions s SET ${CHANGING_COLUMNS.map((column) => `${column} = v.${column}`)}
     FROM (VALUES ${text}) v (bucket, workspace, session_id, seen, ${CHANGING_COLUMNS})
     WHERE s.bucket = v.bucket AND s.workspace = v.workspace AND s.session_id = v.session_id AND s.revision = v.seen ${where}`,
    values,
  )
}

async function writeTags(queries: Queries, sessions: readonly Touched[]): Promise<void> {
  const retagged = sessions.filter(({ found, state }) => found && found.tags !== state?.tags)
  if (retagged.length > 0) {
    const { text, values } = isOneOf('t', retagged.map(keyOf))
    await queries.run(`DELETE FROM session_tags t WHERE ${text}`, values)
  }
  const rows = sessions
    .filter(({ found, state }) => found?.tags !== state?.tags)
    .flatMap(({ key, state }) => (state?.tags ?? []).map((tag) => [...key, tag, state?.startedAt ?? 0]))
  if (rows.length === 0) return
  const { text, values } = valueRows(rows)
  await queries.run(
    `INSERT INTO session_tags (bucket, workspace, session_id, tag, started_at) VALUES ${text}`,
    values,
  )
}

async function findSessions(
  db: Queries,
  group: readonly NewBatch[],
  recent: RecentStates,
): Promise<Map<string, Touched>> {
  const touched = new Map<string, Touched>()
  const unknown: NewBatch[] = []
  for (const batch of group) {
    const state = recent.get(batch)
    if (state) touched.set(sessionName(batch), { key: primaryKey(batch), found: state, state })
    else unknown.push(batch)
  }
  for (const [name, session] of await readSessions(db, unknown)) touched.set(name, session)
  return touched
}

async function readSessions(db: Queries, group: readonly NewBatch[]): Promise<Map<string, Touched>> {
  if (group.length === 0) return new Map()
  const keys = new Map(group.map((batch) => [sessionName(batch), primaryKey(batch)]))
  const { text, values } = isOneOf('s', [...keys.values()])
  const rows = await db.rows<RawSession>(`SELECT ${SESSION_COLUMNS} FROM sessions s WHERE ${text}`, values)
  const found = new Map(
    rows.map((raw) => [`${raw.workspace} ${raw.session_id.toString('hex')}`, sessionState(raw)]),
  )
  return new Map(
    [...keys].map(([name, key]) => {
      const state = found.get(`${key[1]} ${key[2].toString('hex')}`) ?? null
      return [name, { key, found: state, state }]
    }),
  )
}

/** The names of new sessions that were erased before. */
async function findErased(
  db: Queries,
  group: readonly NewBatch[],
  touched: ReadonlyMap<string, Touched>,
): Promise<ReadonlySet<string>> {
  const opening = group.filter((batch) => batch.tabSecret && touched.get(sessionName(batch))?.found === null)
  if (opening.length === 0) return NO_NAMES
  const names = new Map(opening.map((batch) => [erasedHash(batch).toString('hex'), sessionName(batch)]))
  const rows = await db.rows<{ session_hash: Buffer }>(
    `SELECT session_hash FROM erased_sessions
     WHERE workspace = ANY($1) AND session_hash IN (SELECT decode(unnest($2::text[]), 'hex'))`,
    [[...new Set(opening.map(({ workspace }) => workspace))], [...names.keys()]],
  )
  return new Set(rows.map(({ session_hash }) => names.get(session_hash.toString('hex')) ?? ''))
}

const NO_NAMES: ReadonlySet<string> = new Set()

async function findDigests(db: Queries, group: readonly NewBatch[]): Promise<Map<string, Uint8Array>> {
  const { text, values } = valueRows(
    group.map((batch, index) => [...primaryKey(batch), packId(batch.tab), batch.seq, index]),
    [...KEY_CASTS, 'bytea', 'integer', 'integer'],
  )
  const rows = await db.rows<{ place: number; digest: Buffer }>(
    `SELECT v.place, b.digest FROM (VALUES ${text}) v (bucket, workspace, session_id, tab, seq, place)
     JOIN batches b USING (bucket, workspace, session_id, tab, seq)
     WHERE true ${inOneBucket('b', group.map(primaryKey))}`,
    values,
  )
  return new Map(rows.map(({ place, digest }) => [batchName(elementAt(group, place)), digest]))
}

function columnsOf(key: Touched['key'], state: SessionState | null): Value[] {
  if (!state) throw new Error('only a session that exists is written')
  const [, workspace, packedId] = key
  const tags = JSON.stringify(state.tags)
  return [
    workspace,
    packedId,
    state.siteKeyId,
    state.startedAt,
    state.lastAt,
    state.userId,
    state.userAt,
    tags,
    state.tagsAt,
    state.tabSecret,
    state.revision,
    state.batchCount,
    state.rowCount,
    state.byteCount,
    state.tampered,
    state.overflow,
    state.ip,
    sessionChecksum(identityChecksum(workspace, packedId, state), state, tags),
    state.due,
  ]
}

function byKey(a: Touched, b: Touched): number {
  return (
    a.key[0] - b.key[0] ||
    (a.key[1] < b.key[1] ? -1 : a.key[1] > b.key[1] ? 1 : Buffer.compare(a.key[2], b.key[2]))
  )
}

const keyOf = ({ key }: Touched): PrimaryKey => key
const sessionName = ({ workspace, sessionId }: NewBatch): string => JSON.stringify([workspace, sessionId])
const batchName = ({ workspace, sessionId, tab, seq }: NewBatch): string =>
  JSON.stringify([workspace, sessionId, tab, seq])
