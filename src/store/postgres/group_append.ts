/** Stores many batches in one transaction: one read, one write per table, one fsync. */
import { elementAt } from '../../contract/element_at.ts'
import { decideAppend, keptDigest } from '../append_decision.ts'
import { erasedHash } from '../erased.ts'
import { StoreUnavailable } from '../errors.ts'
import { RecentSessions } from '../recent_sessions.ts'
import {
  changedSession,
  newStoredSession,
  type RawSession,
  rawBatch,
  type StoredSession,
  storedSession,
} from '../rows/session.ts'
import { type AppendResult, type NewBatch, type SessionState, sessions } from '../sessions.ts'
import { bucketOf } from '../values/bucket.ts'
import { packId } from '../values/packed_id.ts'
import type { Database } from './database.ts'
import { Contention } from './errors.ts'
import { ChangedElsewhere, type ChangedSession, writeGroup } from './group_write.ts'
import { type Queries, RolledBack, type Value } from './pool.ts'
import { inBuckets, isOneOf, KEY_CASTS, type PrimaryKey, primaryKey } from './session_key.ts'
import { valueRows } from './values.ts'

/** Each attempt fails only if another node wrote to the same session meanwhile, which is rare. */
const MAX_ATTEMPTS = 20

/**
 * The states of recent sessions, so that an append need not read them. A write fails if another node has changed the
 * session since; then the states are read for a while, because that node will change more of them.
 */
export class RecentStates {
  readonly #sessions = new RecentSessions<StoredSession>()
  #trustedFrom = 0

  get({ workspace, sessionId }: NewBatch): StoredSession | undefined {
    return performance.now() < this.#trustedFrom ? undefined : this.#sessions.get(workspace, sessionId)
  }

  set(session: StoredSession): void {
    const { workspace, sessionId } = session.state
    if (performance.now() >= this.#trustedFrom) this.#sessions.set(workspace, sessionId, session)
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

/** A session of the group: as it was found, and its current state. */
interface Touched {
  readonly key: PrimaryKey
  readonly found: StoredSession | null
  state: SessionState | null
}

/** On a cluster, all sessions of the group are on one worker, unless a shard has just moved. */
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
  const current = [...touched.values()].flatMap(nextOf)
  const changed = current.filter(({ found, next }) => found !== next)
  try {
    if (changed.length > 0) await writeGroup(db, changed, kept)
    for (const { next } of current) recent.set(next)
    return results
  } catch (error) {
    recent.forget(group)
    if (error instanceof ChangedElsewhere) recent.distrust()
    if (error instanceof RolledBack || error instanceof Contention) return null
    throw error
  }
}

function nextOf({ key, found, state }: Touched): ChangedSession[] {
  if (state === null) return []
  if (found === null) return [{ key, found, next: newStoredSession(state) }]
  return [{ key, found, next: found.state === state ? found : changedSession(found, state) }]
}

async function findSessions(
  db: Database,
  group: readonly NewBatch[],
  recent: RecentStates,
): Promise<Map<string, Touched>> {
  const touched = new Map<string, Touched>()
  const unknown: NewBatch[] = []
  for (const batch of group) {
    const found = recent.get(batch)
    if (found) touched.set(sessionName(batch), { key: primaryKey(batch), found, state: found.state })
    else unknown.push(batch)
  }
  for (const [name, session] of await readSessions(db, unknown)) touched.set(name, session)
  return touched
}

async function readSessions(db: Database, group: readonly NewBatch[]): Promise<Map<string, Touched>> {
  if (group.length === 0) return new Map()
  const keys = new Map(group.map((batch) => [sessionName(batch), primaryKey(batch)]))
  const { text, values } = isOneOf('s', [...keys.values()], db.isCluster)
  const rows = await at(db, group).rows<RawSession>(
    `SELECT ${sessions.columns} FROM sessions s WHERE ${text}`,
    values,
  )
  const held = new Map(
    rows.map((raw) => [`${raw.workspace} ${raw.session_id.toString('hex')}`, storedSession(raw)]),
  )
  return new Map(
    [...keys].map(([name, key]) => {
      const found = held.get(`${key[1]} ${key[2].toString('hex')}`) ?? null
      return [name, { key, found, state: found?.state ?? null }]
    }),
  )
}

/** The names of new sessions that were erased before. */
async function findErased(
  db: Database,
  group: readonly NewBatch[],
  touched: ReadonlyMap<string, Touched>,
): Promise<ReadonlySet<string>> {
  const opening = group.filter((batch) => batch.tabSecret && touched.get(sessionName(batch))?.found === null)
  if (opening.length === 0) return NO_NAMES
  const names = new Map(opening.map((batch) => [erasedHash(batch).toString('hex'), sessionName(batch)]))
  const rows = await at(db, group).rows<{ session_hash: Buffer }>(
    `SELECT session_hash FROM erased_sessions
     WHERE workspace = ANY($1) AND session_hash IN (SELECT decode(unnest($2::text[]), 'hex'))`,
    [[...new Set(opening.map(({ workspace }) => workspace))], [...names.keys()]],
  )
  return new Set(rows.map(({ session_hash }) => names.get(session_hash.toString('hex')) ?? ''))
}

const NO_NAMES: ReadonlySet<string> = new Set()

async function findDigests(db: Database, group: readonly NewBatch[]): Promise<Map<string, Uint8Array>> {
  const { text, values } = valueRows(
    group.map((batch, index) => [...primaryKey(batch), packId(batch.tab), batch.seq, index]),
    [...KEY_CASTS, 'bytea', 'integer', 'integer'],
  )
  const rows = await at(db, group).rows<{ place: number; digest: Buffer }>(
    `SELECT v.place, b.digest FROM (VALUES ${text}) v (bucket, workspace, session_id, tab, seq, place)
     JOIN batches b USING (bucket, workspace, session_id, tab, seq)
     WHERE true ${inBuckets('b', group.map(primaryKey), db.isCluster)}`,
    values,
  )
  return new Map(rows.map(({ place, digest }) => [batchName(elementAt(group, place)), digest]))
}

/** The worker of the group. */
const at = (db: Database, group: readonly NewBatch[]): Queries =>
  db.at(bucketOf(elementAt(group, 0).sessionId))

const sessionName = ({ workspace, sessionId }: NewBatch): string => JSON.stringify([workspace, sessionId])
const batchName = ({ workspace, sessionId, tab, seq }: NewBatch): string =>
  JSON.stringify([workspace, sessionId, tab, seq])
