import { defined } from '../../contract/defined.ts'
import {
  countQuery,
  cursorOf,
  type Dialect,
  endQuery,
  listQuery,
  nextValueQuery,
  type RawCursor,
} from '../fact_query.ts'
import {
  BEGINNING,
  type FactCount,
  type FactCursor,
  type FactPage,
  type FactQuery,
  type FactStore,
  type ListedSession,
  type PendingSession,
  type SavedPlace,
  type StoredLabel,
} from '../facts.ts'
import type { Claim } from '../queries/claim.ts'
import {
  LABEL_COLUMNS,
  LISTED_COLUMNS,
  listedSession,
  type RawLabel,
  type RawListed,
  rawLabel,
  storedLabel,
} from '../rows/facts.ts'
import type { SessionKey } from '../sessions.ts'
import type { CounterQuery, CounterSum } from '../terms.ts'
import { BUCKETS, bucketOf } from '../values/bucket.ts'
import { idRange } from '../values/id_range.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { claim } from './claim.ts'
import type { Database } from './database.ts'
import { KEY_COLUMNS, KEY_IS, primaryKey, sameKey } from './session_key.ts'
import { counted, countedSession, recount, saveTerms } from './terms.ts'

const dialectOf = ({ isCluster }: Database): Dialect => ({
  correlates: !isCluster,
  parameter: (number) => `$${number}`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  join: 'JOIN',
  keys: 'bucket, workspace, session_id, started_at',
  same: sameKey,
  sameFacts: sameKey,
})

const USING = 'USING (bucket, workspace, session_id)'
const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => BigInt(bucket))

interface RawPending {
  workspace: string
  session_id: Buffer
  action: string
  notified_action: string
  complete: number
}

export class PostgresFacts implements FactStore {
  readonly #db: Database
  readonly #dialect: Dialect

  constructor(db: Database) {
    this.#db = db
    this.#dialect = dialectOf(db)
  }

  async list(query: FactQuery): Promise<FactPage> {
    const { text, values } = listQuery(this.#dialect, query)
    const rows = (await this.#db.rows<RawListed>(text, values)).map(listedSession)
    const last = rows.at(-1)
    if (rows.length === query.limit && last) return { rows, end: cursorOf(last) }
    return { rows, end: await this.#end(query) }
  }

  count(...given: Parameters<FactStore['count']>): Promise<FactCount[]> {
    const { text, values } = countQuery(this.#dialect, ...given)
    return this.#db.rows<FactCount>(text, values)
  }

  counted(query: CounterQuery): Promise<CounterSum[]> {
    return counted(this.#db, query)
  }

  recount(workspace: string, from: number, to: number): Promise<number> {
    return recount(this.#db, workspace, from, to)
  }

  async changed(workspace: string, startedFrom: number, savedFrom: number, limit: number) {
    const started = await this.#listed(
      `FROM sessions s LEFT JOIN session_facts f ${USING} LEFT JOIN labels l ${USING}
       WHERE s.workspace = $1 AND s.started_at >= $2 ORDER BY s.started_at LIMIT $3`,
      [workspace, startedFrom, limit],
    )
    const saved = await this.#listed(
      `FROM session_facts f JOIN sessions s ${USING} LEFT JOIN labels l ${USING}
       WHERE f.workspace = $1 AND f.saved_at >= $2 ORDER BY f.saved_at LIMIT $3`,
      [workspace, savedFrom, limit],
    )
    return [...new Map([...started, ...saved].map((session) => [session.sessionId, session])).values()]
  }

  saved(workspace: string, after: SavedPlace | null, before: number, limit: number) {
    const { savedAt, sessionId } = after ?? BEGINNING
    return this.#listed(
      `FROM session_facts f JOIN sessions s ${USING} LEFT JOIN labels l ${USING}
       WHERE f.workspace = $1 AND f.saved_at >= $2 AND f.saved_at < $3 AND (f.saved_at > $2 OR f.session_id > $4)
       ORDER BY f.saved_at, f.session_id LIMIT $5`,
      [workspace, savedAt, before, packId(sessionId), limit],
    )
  }

  async total(workspace: string): Promise<number> {
    const [row] = await this.#db.longQuery<{ count: number }>(
      'SELECT count(*) AS count FROM sessions WHERE workspace = $1',
      [workspace],
    )
    return row?.count ?? 0
  }

  async one(key: SessionKey): Promise<ListedSession | null> {
    const [found] = await this.#listed(
      `FROM sessions s LEFT JOIN session_facts f ${USING} LEFT JOIN labels l ${USING}
       WHERE s.bucket = $1 AND s.workspace = $2 AND s.session_id = $3`,
      primaryKey(key),
    )
    return found ?? null
  }

  async startingWith(...[workspace, property, prefix, limit]: Parameters<FactStore['startingWith']>) {
    const found: string[] = []
    while (found.length < limit) {
      const { text, values } = nextValueQuery(
        this.#dialect,
        workspace,
        property,
        prefix.toWellFormed(),
        found.at(-1) ?? null,
      )
      const [row] = await this.#db.rows<{ value: string | null }>(text, values)
      if (row === undefined || row.value === null) break
      found.push(row.value)
    }
    return found
  }

  async byId(workspace: string, prefix: string, limit: number): Promise<ListedSession[]> {
    const found: ListedSession[] = []
    for (const { from, to } of idRange(prefix)) {
      found.push(
        ...(await this.#listed(
          `FROM sessions s LEFT JOIN session_facts f ${USING} LEFT JOIN labels l ${USING}
           WHERE s.bucket = ANY ($1::smallint[]) AND s.workspace = $2 AND s.session_id >= $3 AND s.session_id <= $4
           LIMIT $5`,
          [ALL_BUCKETS, workspace, from, to, limit],
        )),
      )
    }
    const distinct = new Map(found.map((session) => [session.sessionId, session]))
    return [...distinct.values()].filter(({ sessionId }) => sessionId.startsWith(prefix)).slice(0, limit)
  }

  setLabel(key: SessionKey, label: StoredLabel | null): Promise<boolean> {
    const place = primaryKey(key)
    return this.#db.transaction(async (queries) => {
      // Also waits for a report that is being saved: both change the counters.
      await queries.rows(`SELECT 1 FROM sessions WHERE ${KEY_IS} FOR NO KEY UPDATE`, place)
      const session = await countedSession(queries, key)
      if (session === null) return false
      await queries.run(`DELETE FROM labels WHERE ${KEY_IS}`, place)
      if (label !== null) {
        const raw = rawLabel(key.workspace, place[2], session.startedAt, label)
        await queries.run(
          `INSERT INTO labels (bucket, ${LABEL_COLUMNS}) VALUES ($1, ${LABEL_COLUMNS.map((_, index) => `$${index + 2}`)})`,
          [bucketOf(key.sessionId), ...LABEL_COLUMNS.map((column) => raw[column])],
        )
      }
      const before = session.counted
      if (before !== null) await saveTerms(queries, key, before, { ...before, label: label?.label ?? null })
      return true
    })
  }

  async label(key: SessionKey): Promise<StoredLabel | null> {
    const place = primaryKey(key)
    const [raw] = await this.#db.at(place[0]).rows<RawLabel>(`SELECT * FROM labels WHERE ${KEY_IS}`, place)
    return raw ? storedLabel(raw) : null
  }

  async labels(workspace: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, StoredLabel>> {
    const [only, ...others] = sessionIds
    if (only === undefined) return new Map()
    if (others.length === 0) {
      const label = await this.label({ workspace, sessionId: only })
      return new Map(label === null ? [] : [[only, label]])
    }
    const raws = await this.#db.rows<RawLabel>(
      `SELECT l.* FROM unnest($1::smallint[], $3::text[]) AS k (bucket, hex)
       JOIN labels l ON l.bucket = k.bucket AND l.workspace = $2 AND l.session_id = decode(k.hex, 'hex')
       WHERE l.bucket = ANY ($1::smallint[])`,
      [
        sessionIds.map((id) => BigInt(bucketOf(id))),
        workspace,
        sessionIds.map((id) => packId(id).toString('hex')),
      ],
    )
    return new Map(raws.map((raw) => [unpackId(raw.session_id), storedLabel(raw)]))
  }

  labeled(workspace: string, limit: number): Promise<ListedSession[]> {
    return this.#listed(
      `FROM labels l JOIN sessions s ${USING} LEFT JOIN session_facts f ${USING}
       WHERE l.workspace = $1 ORDER BY l.at DESC, l.session_id LIMIT $2`,
      [workspace, limit],
    )
  }

  async scoreAgain(workspace: string, before: number, limit: number) {
    const rows = await this.#db.rows<{ started_at: number }>(
      `WITH chosen AS MATERIALIZED (SELECT bucket, workspace, session_id FROM sessions
         WHERE workspace = $1 AND started_at < $2 ORDER BY started_at DESC, session_id LIMIT $3)
       UPDATE sessions s SET due = coalesce(s.due, s.last_at), claimed_until = 0 FROM chosen c
       WHERE s.bucket = c.bucket AND s.workspace = c.workspace AND s.session_id = c.session_id
       RETURNING s.started_at`,
      [workspace, before, limit],
    )
    return { count: rows.length, last: Math.min(before, ...rows.map(({ started_at }) => started_at)) }
  }

  async claimPending(limit: number, quietBefore: number, now: number, until: number) {
    const take = async (given: Pick<Claim, 'waiting' | 'join' | 'and' | 'order'>, complete: 0 | 1) => {
      const returning = ['workspace', 'session_id', 'action', 'notified_action']
      const facts = { table: 'session_facts', key: KEY_COLUMNS, sets: 'claimed_until', returning }
      const rows = await claim<Omit<RawPending, 'complete'>>(
        this.#db,
        { ...facts, ...given },
        { quietBefore, now },
        limit,
        until,
      )
      return rows.map((raw) => ({ ...raw, complete }))
    }
    const join = `JOIN sessions s ON ${sameKey('t', 's')}`
    const quiet = await take(
      {
        waiting: 't.notified_complete = 0 AND t.last_at <= :quietBefore',
        join,
        and: 's.last_at <= :quietBefore AND s.due IS NULL',
        order: 't.last_at',
      },
      1,
    )
    const strays = await take(
      {
        waiting: 't.notified_complete = 0 AND t.last_at > :stray',
        join,
        and: 's.due IS NULL',
        order: 't.last_at',
      },
      1,
    )
    const changed = await take(
      {
        waiting: 't.notified_complete = 0 AND t.notified_action <> t.action',
        order: 't.saved_at',
      },
      0,
    )
    return [...quiet, ...strays, ...changed].map(pendingSession)
  }

  async markNotified(key: SessionKey, action: string, complete: boolean): Promise<void> {
    await this.#db.run(
      `UPDATE session_facts SET notified_action = $4, notified_complete = greatest(notified_complete, $5), claimed_until = 0
       WHERE ${KEY_IS}`,
      [...primaryKey(key), action, complete ? 1 : 0],
    )
  }

  async markClustered(key: SessionKey, kind: string, clusterId: string): Promise<void> {
    await this.#db.run(
      `UPDATE session_facts SET notified_clusters = coalesce(notified_clusters, '') || $4 || $5 || ' '
       WHERE ${KEY_IS} AND strpos(coalesce(notified_clusters, ''), $4) = 0`,
      [...primaryKey(key), `${kind}:`, clusterId],
    )
  }

  async #end(query: FactQuery): Promise<FactCursor | null> {
    const { text, values } = endQuery(this.#dialect, query)
    const [raw] = await this.#db.rows<RawCursor>(text, values)
    if (!raw) return null
    const { started_at: startedAt, session_id, score } = raw
    return { startedAt, sessionId: unpackId(session_id), ...defined({ score }) }
  }

  async #listed(from: string, values: Parameters<Database['rows']>[1]): Promise<ListedSession[]> {
    const rows = await this.#db.rows<RawListed>(`SELECT ${LISTED_COLUMNS} ${from}`, values)
    return rows.map(listedSession)
  }
}

function pendingSession(raw: RawPending): PendingSession {
  return {
    workspace: raw.workspace,
    sessionId: unpackId(raw.session_id),
    action: raw.action,
    notifiedAction: raw.notified_action,
    complete: raw.complete === 1,
  }
}
