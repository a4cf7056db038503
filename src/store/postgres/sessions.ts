import { erasedHash } from '../erased.ts'
import {
  BATCH_COLUMNS,
  changedSession,
  checksumOf,
  foundSession,
  type RawFound,
  type RawJoinedBatch,
  type RawSession,
  type RawWithReport,
  rawReport,
  sessionWithReport,
  storedBatches,
  storedSession,
  WITH_REPORT_COLUMNS,
} from '../rows/session.ts'
import {
  type AppendResult,
  type FoundSession,
  type ListQuery,
  type NewBatch,
  type NewReport,
  type SessionKey,
  type SessionStore,
  type SessionWithReport,
  type SharedMarks,
  type StoredBatch,
  sessions,
} from '../sessions.ts'
import { bucketOf } from '../values/bucket.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { truncatedAddress } from '../values/truncated_address.ts'
import { wellFormedBatch } from '../values/well_formed.ts'
import { AppendQueue } from './append_queue.ts'
import { claim } from './claim.ts'
import type { Database } from './database.ts'
import { appendGroup, RecentStates } from './group_append.ts'
import { findSharing, saveMarks } from './marks.ts'
import { ERASING, RolledBack, type Value } from './pool.ts'
import { saveFacts } from './save_facts.ts'
import { isOneOf, KEY_COLUMNS, KEY_IS, keyIs, type PrimaryKey, primaryKey, sameKey } from './session_key.ts'
import { ShardRead } from './shard_read.ts'
import { TABLES, type TableNames } from './shard_statement.ts'
import { countedSessions, uncount } from './terms.ts'

const COLUMNS = `${WITH_REPORT_COLUMNS}, l.session_id IS NOT NULL AS has_label`
/** Joined to `sessions`, not to the list of keys: Citus then knows that all are on one shard. */
const joined = ({ reports, labels }: TableNames) =>
  `LEFT JOIN ${reports} r ON ${sameKey('r', 's')} LEFT JOIN ${labels} l ON ${sameKey('l', 's')}`
const JOINED = joined(TABLES)
const find = (tables: TableNames) => `SELECT ${COLUMNS}, u.session_id IS NOT NULL AS has_step_up
  FROM ${tables.sessions} s ${joined(tables)} LEFT JOIN ${tables.step_ups} u ON ${sameKey('u', 's')} WHERE ${keyIs('s')}`
const FIND = find(TABLES)
const FIND_ON_SHARD = new ShardRead(([tables]) => find(tables as TableNames))

/** The first page is a page before the end of time. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER
const NO_ID = Buffer.alloc(0)

interface RawKey {
  workspace: string
  session_id: Buffer
}

interface ListedKey {
  bucket: number
  session_id: Buffer
  started_at: number
}

/** A list of sessions, newest first. */
interface SessionList {
  readonly keys: string
  readonly keysOnShards: ShardRead
}

function sessionList(
  table: 'sessions' | 'session_tags',
  condition: string,
  ...columns: string[]
): SessionList {
  const keysOf = (from: string) => `SELECT bucket, workspace, session_id, started_at FROM ${from}
    WHERE workspace = $1 ${condition} AND started_at <= $2 AND (started_at < $2 OR session_id > $3)
    ORDER BY started_at DESC, session_id LIMIT $4`
  const rows = [...KEY_COLUMNS, 'started_at', ...columns]
  return {
    keys: keysOf(table),
    keysOnShards: new ShardRead((shards) =>
      keysOf(`(${shards.map((tables) => `SELECT ${rows} FROM ${tables[table]}`).join(' UNION ALL ')}) t`),
    ),
  }
}

const BY_USER = sessionList('sessions', 'AND user_id = $5', 'user_id')
const BY_TAG = sessionList('session_tags', 'AND tag = $5', 'tag')
const RECENT = sessionList('sessions', '')

const rowsOfKeys = (
  tables: TableNames,
) => `SELECT ${COLUMNS} FROM unnest($2::smallint[], $3::text[]) AS k (bucket, hex)
    JOIN ${tables.sessions} s ON s.bucket = k.bucket AND s.session_id = decode(k.hex, 'hex') ${joined(tables)}
  WHERE s.workspace = $1`
const ROWS_ON_SHARDS = new ShardRead((shards) => shards.map(rowsOfKeys).join(' UNION ALL '))

const columnsOf = (keys: readonly ListedKey[]): Value[] => [
  keys.map(({ bucket }) => bucket),
  keys.map(({ session_id }) => session_id.toString('hex')),
]

function byNewest(
  a: Pick<ListedKey, 'started_at' | 'session_id'>,
  b: Pick<ListedKey, 'started_at' | 'session_id'>,
): number {
  return b.started_at - a.started_at || Buffer.compare(a.session_id, b.session_id)
}

/** Learns from every append whether the database can be written. */
export interface AppendHealth {
  watch<Value>(writing: Promise<Value>, bucket: number): Promise<Value>
}

export class PostgresSessions implements SessionStore {
  readonly #db: Database
  readonly #queue: AppendQueue
  readonly #health: AppendHealth

  constructor(db: Database, health: AppendHealth) {
    this.#db = db
    this.#health = health
    const recent = new RecentStates()
    this.#queue = new AppendQueue(
      (group) => appendGroup(db, group, recent),
      db.isCluster ? (bucket) => db.directWorker(bucket) ?? bucket : undefined,
    )
  }

  append(batch: NewBatch): Promise<AppendResult> {
    return this.#health.watch(this.#queue.add(wellFormedBatch(batch)), bucketOf(batch.sessionId))
  }

  async find(key: SessionKey): Promise<FoundSession | null> {
    const [raw] = this.#db.isCluster
      ? await this.#findOnCluster(primaryKey(key))
      : await this.#db.rows<RawFound>(FIND, primaryKey(key), 'find_session')
    return raw ? foundSession(raw) : null
  }

  async #findOnCluster(key: PrimaryKey): Promise<RawFound[]> {
    const [bucket] = key
    return (
      (await this.#db.readShard<RawFound>(FIND_ON_SHARD, bucket, key)) ??
      (await this.#db.at(bucket).rows<RawFound>(FIND, key))
    )
  }

  async batches(key: SessionKey): Promise<StoredBatch[]> {
    const place = primaryKey(key)
    const rows = await this.#db.at(place[0]).rows<RawJoinedBatch>(
      `SELECT ${BATCH_COLUMNS} FROM sessions s LEFT JOIN batches b ON ${sameKey('b', 's')}
       WHERE ${keyIs('s')} ORDER BY b.page, b.tab, b.seq`,
      place,
    )
    return storedBatches(key.workspace, place[2], rows)
  }

  async hasTab(key: SessionKey, tab: string): Promise<boolean> {
    const place = primaryKey(key)
    const rows = await this.#db
      .at(place[0])
      .rows(`SELECT 1 FROM batches WHERE ${KEY_IS} AND tab = $4 LIMIT 1`, [
        ...place,
        packId(tab.toWellFormed()),
      ])
    return rows.length > 0
  }

  byUser(workspace: string, userId: string, query: ListQuery): Promise<SessionWithReport[]> {
    return this.#list(BY_USER, workspace, query, [userId])
  }

  byTag(workspace: string, tag: string, query: ListQuery): Promise<SessionWithReport[]> {
    return this.#list(BY_TAG, workspace, query, [tag])
  }

  recent(workspace: string, query: ListQuery): Promise<SessionWithReport[]> {
    return this.#list(RECENT, workspace, query, [])
  }

  /** Selects the keys first: otherwise the planner joins all rows before it sorts and limits. */
  async #list(
    list: SessionList,
    workspace: string,
    { limit, before }: ListQuery,
    more: readonly string[],
  ): Promise<SessionWithReport[]> {
    const place: Value[] = before ? [before.startedAt, packId(before.sessionId)] : [END_OF_TIME, NO_ID]
    const values = [workspace, ...place, limit, ...more.map((text) => text.toWellFormed())]
    const rows = this.#db.isCluster
      ? ((await this.#listOnWorkers(list, workspace, values, limit)) ??
        (await this.#listOnCluster(list, workspace, values)))
      : await this.#db.rows<RawWithReport>(
          `WITH listed AS MATERIALIZED (${list.keys})
           SELECT ${COLUMNS} FROM listed k JOIN sessions s ON ${sameKey('k', 's')} ${JOINED}
           ORDER BY s.started_at DESC, s.session_id`,
          values,
        )
    return rows.map(sessionWithReport)
  }

  /** Every worker selects its newest keys; the node merges them, and reads the rows of the newest. */
  async #listOnWorkers(
    { keysOnShards }: SessionList,
    workspace: string,
    values: readonly Value[],
    limit: number,
  ): Promise<RawWithReport[] | null> {
    const keys = await this.#db.readShards<ListedKey>(keysOnShards, () => values)
    if (keys === null) return null
    const newest = keys.sort(byNewest).slice(0, limit)
    const rows = await this.#db.readShards<RawWithReport>(ROWS_ON_SHARDS, (buckets) => {
      const own = newest.filter(({ bucket }) => buckets.has(bucket))
      return own.length === 0 ? null : [workspace, ...columnsOf(own)]
    })
    return rows?.sort(byNewest) ?? null
  }

  /** Two statements: for one, Citus would send the keys to every worker as a file. */
  async #listOnCluster(
    { keys }: SessionList,
    workspace: string,
    values: readonly Value[],
  ): Promise<RawWithReport[]> {
    const found = await this.#db.rows<ListedKey>(keys, values)
    if (found.length === 0) return []
    return this.#db.rows<RawWithReport>(
      `${rowsOfKeys(TABLES)} AND s.bucket = ANY ($2::smallint[]) ORDER BY s.started_at DESC, s.session_id`,
      [workspace, ...columnsOf(found)],
    )
  }

  async saveReport(key: SessionKey, report: NewReport): Promise<void> {
    const place = primaryKey(key)
    const raw = rawReport(key.workspace, place[2], report)
    await this.#db
      .transaction(async (queries) => {
        const current = await queries.run(
          `UPDATE sessions SET due = NULL WHERE ${KEY_IS} AND revision = $4`,
          [...place, report.revision],
        )
        if (current === 0) throw new RolledBack('the session changed')
        await queries.run(
          `INSERT INTO reports (bucket, workspace, session_id, revision, version, sealed) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (bucket, workspace, session_id) DO UPDATE SET revision = excluded.revision,
             version = excluded.version, sealed = excluded.sealed`,
          [...place, raw.revision, raw.version, raw.sealed],
        )
        await saveMarks(queries, key, report.marks)
        await saveFacts(queries, key, report)
      })
      .catch((error) => {
        if (!(error instanceof RolledBack)) throw error
      })
  }

  sharing(...given: Parameters<SessionStore['sharing']>): Promise<SharedMarks> {
    return findSharing(this.#db, ...given)
  }

  async claimUnscored(limit: number, quietBefore: number, now: number, until: number): Promise<SessionKey[]> {
    const unscored = (waiting: string) => ({
      table: 'sessions',
      key: KEY_COLUMNS,
      waiting,
      order: 't.due',
      sets: 'claimed_until',
      returning: ['workspace', 'session_id'],
    })
    const rows: RawKey[] = []
    for (const waiting of ['t.due <= :quietBefore AND t.last_at <= :quietBefore', 't.due > :stray']) {
      const left = limit - rows.length
      if (left > 0)
        rows.push(...(await claim<RawKey>(this.#db, unscored(waiting), { quietBefore, now }, left, until)))
    }
    return rows.map(sessionKey)
  }

  async unscored(quietBefore: number, most: number) {
    const waiting = (condition: string, ...values: Value[]) =>
      this.#db.rows<{ count: number; oldest: number | null }>(
        `SELECT count(*) AS count, min(due) AS oldest FROM (
           SELECT due FROM sessions WHERE due <= $1 AND last_at <= $1 ${condition} ORDER BY due LIMIT $2) waiting`,
        [quietBefore, most, ...values],
      )
    const rows = this.#db.isCluster
      ? await this.#db.readReachable((buckets) => waiting('AND bucket = ANY ($3::smallint[])', buckets))
      : await waiting('')
    const times = rows.flatMap(({ oldest }) => oldest ?? [])
    return {
      count: Math.min(
        rows.reduce((sum, { count }) => sum + count, 0),
        most,
      ),
      oldest: times.length === 0 ? null : Math.min(...times),
    }
  }

  async page(limit: number, after?: SessionKey): Promise<SessionKey[]> {
    const rows = await this.#db.longQuery<RawKey>(
      `SELECT workspace, session_id FROM sessions WHERE (bucket, workspace, session_id) > ($1, $2, $3)
       ORDER BY bucket, workspace, session_id LIMIT $4`,
      [...(after ? primaryKey(after) : [-1, '', NO_ID]), limit],
    )
    return rows.map(sessionKey)
  }

  async count(): Promise<number> {
    const [row] = await this.#db.longQuery<{ count: number }>('SELECT count(*) AS count FROM sessions')
    return row?.count ?? 0
  }

  async erase({ workspace, sessionId }: SessionKey, at?: number): Promise<boolean> {
    return (await this.#erase(workspace, [sessionId], at)) > 0
  }

  async eraseAll(workspace: string, sessionIds: readonly string[]): Promise<void> {
    const groups = this.#db.isCluster ? Map.groupBy(sessionIds, bucketOf).values() : [sessionIds]
    for (const group of groups) if (group.length > 0) await this.#erase(workspace, group)
  }

  #erase(workspace: string, sessionIds: readonly string[], at?: number): Promise<number> {
    const keys = sessionIds.map((sessionId) => primaryKey({ workspace, sessionId }))
    const { text: isErased, values } = isOneOf('s', keys)
    return this.#db.transaction(async (queries) => {
      // In the order in which appends lock them.
      await queries.rows(
        `SELECT 1 FROM sessions s WHERE ${isErased} ORDER BY ${KEY_COLUMNS} FOR UPDATE`,
        values,
      )
      const counted = await countedSessions(queries, isErased, values)
      for (const table of [
        'batches',
        'reports',
        'session_tags',
        'session_pages',
        'session_facts',
        'labels',
        'step_ups',
        'session_marks',
        'sessions',
      ]) {
        await queries.run(`DELETE FROM ${table} s WHERE ${isErased}`, values)
      }
      await queries.run(
        `DELETE FROM devices WHERE workspace = $1 AND session_id IN (${keys.map((_, index) => `$${index + 2}`)})`,
        [workspace, ...keys.map(([, , id]) => id)],
      )
      await queries.run('DELETE FROM deliveries WHERE workspace = $1 AND subject = ANY ($2::text[])', [
        workspace,
        sessionIds,
      ])
      if (at !== undefined) {
        for (const { sessionId } of counted) {
          await queries.run(
            `INSERT INTO erased_sessions (workspace, session_hash, at) VALUES ($1, $2, $3)
             ON CONFLICT (workspace, session_hash) DO UPDATE SET at = excluded.at`,
            [workspace, erasedHash({ workspace, sessionId }), at],
          )
        }
      }
      await uncount(queries, workspace, counted)
      return counted.length
    }, ERASING)
  }

  async forgetErased(workspace: string, before: number): Promise<void> {
    await this.#db.run('DELETE FROM erased_sessions WHERE workspace = $1 AND at < $2', [workspace, before])
  }

  async truncateAddresses(workspace: string, before: number, limit: number): Promise<number> {
    const rows = await this.#db.rows<RawSession>(
      `SELECT ${sessions.columns} FROM sessions
       WHERE workspace = $1 AND started_at < $2 AND ip IS NOT NULL AND strpos(ip, '/') = 0
       ORDER BY started_at LIMIT $3`,
      [workspace, before, limit],
    )
    for (const raw of rows) {
      const found = storedSession(raw)
      const ip = truncatedAddress(found.state.ip as string)
      const next = changedSession(found, { ...found.state, ip })
      // A session that changed meanwhile is truncated by a later call.
      await this.#db.run(
        `UPDATE sessions SET ip = $4, checksum = $5 WHERE ${KEY_IS} AND revision = $6 AND checksum = $7`,
        [...primaryKey(found.state), ip, checksumOf(next), found.state.revision, checksumOf(found)],
      )
    }
    return rows.length
  }
}

function sessionKey({ workspace, session_id }: RawKey): SessionKey {
  return { workspace, sessionId: unpackId(session_id) }
}
