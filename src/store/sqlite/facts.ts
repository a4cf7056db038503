import type { Database } from 'better-sqlite3'
import { defined } from '../../contract/defined.ts'
import {
  countQuery,
  cursorOf,
  type Dialect,
  endQuery,
  listQuery,
  nextValueQuery,
  type Query,
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
import { LISTED_COLUMNS, listedSession, type RawLabel, type RawListed, storedLabel } from '../rows/facts.ts'
import type { SessionKey } from '../sessions.ts'
import { COUNTER_COLUMNS, type CounterQuery, type CounterSum, hoursOf, stretchesOf } from '../terms.ts'
import { idRange } from '../values/id_range.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import { reading } from './reading.ts'
import { statementCache } from './statement_cache.ts'
import type { WriteQueue } from './write_queue.ts'

const DIALECT: Dialect = {
  correlates: true,
  parameter: (number) => `:p${number}`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  join: 'CROSS JOIN',
  keys: 'workspace, started_at, session_id',
  same: (a, b) => `${a}.workspace = ${b}.workspace AND ${a}.session_id = ${b}.session_id`,
  sameFacts: (a, b) =>
    `${a}.workspace = ${b}.workspace AND ${a}.started_at = ${b}.started_at AND ${a}.session_id = ${b}.session_id`,
}

const JOINED = `FROM sessions s
  LEFT JOIN session_facts f ON ${DIALECT.sameFacts('f', 's')}
  LEFT JOIN labels l ON l.workspace = s.workspace AND l.session_id = s.session_id`

export class SqliteFacts implements FactStore {
  readonly #queue: WriteQueue
  readonly #statements: ReturnType<typeof prepare>
  readonly #prepared: ReturnType<typeof statementCache>

  constructor(db: Database, queue: WriteQueue) {
    this.#queue = queue
    this.#statements = prepare(db)
    this.#prepared = statementCache(db)
  }

  async list(query: FactQuery): Promise<FactPage> {
    return reading(() => {
      const rows = this.#all<RawListed>(listQuery(DIALECT, query)).map(listedSession)
      const last = rows.at(-1)
      if (rows.length === query.limit && last) return { rows, end: cursorOf(last) }
      return { rows, end: this.#end(query) }
    })
  }

  async count(...given: Parameters<FactStore['count']>): Promise<FactCount[]> {
    return reading(() => this.#all<FactCount>(countQuery(DIALECT, ...given)))
  }

  async counted(query: CounterQuery): Promise<CounterSum[]> {
    const { workspace, dimensions, values, by } = query
    const only = values === undefined ? '' : 'AND c.value IN (SELECT value FROM json_each(:values))'
    const text = `SELECT c.dimension, c.${by} AS key, c.label, ${COUNTER_COLUMNS.map((column) => `sum(c.${column}) AS ${column}`)}
      FROM json_each(:stretches) s CROSS JOIN json_each(:dimensions) d CROSS JOIN session_counts c
      ON c.workspace = :workspace AND c.span = s.value ->> 'span' AND c.dimension = d.value
        AND c.at >= s.value ->> 'from' AND c.at < s.value ->> 'to' ${only}
      GROUP BY 1, 2, 3`
    const lists = {
      stretches: JSON.stringify(stretchesOf(query, query.barMs)),
      dimensions: JSON.stringify(dimensions),
      ...(values && { values: JSON.stringify(values) }),
    }
    return reading(() => this.#prepared(text).all({ workspace, ...lists }) as CounterSum[])
  }

  async recount(workspace: string, from: number, to: number): Promise<number> {
    let sessions = 0
    for (const hour of hoursOf({ from, to })) {
      sessions += await this.#queue.write(0, 'recountHours', workspace, [hour])
    }
    return sessions
  }

  async changed(workspace: string, startedFrom: number, savedFrom: number, limit: number) {
    return reading(() => {
      const started = this.#statements.started.all(workspace, startedFrom, limit)
      const saved = this.#statements.saved.all(workspace, savedFrom, limit)
      const byId = new Map([...started, ...saved].map((raw) => [raw.session_id.toString('hex'), raw]))
      return [...byId.values()].map(listedSession)
    })
  }

  async saved(workspace: string, after: SavedPlace | null, before: number, limit: number) {
    const { savedAt, sessionId } = after ?? BEGINNING
    const place = { workspace, savedAt, before, id: packId(sessionId), limit }
    return reading(() => this.#statements.savedAfter.all(place).map(listedSession))
  }

  async total(workspace: string): Promise<number> {
    return reading(() => this.#statements.total.get(workspace) ?? 0)
  }

  async one({ workspace, sessionId }: SessionKey): Promise<ListedSession | null> {
    return reading(() => {
      const raw = this.#statements.one.get(workspace, packId(sessionId))
      return raw ? listedSession(raw) : null
    })
  }

  async startingWith(...[workspace, property, prefix, limit]: Parameters<FactStore['startingWith']>) {
    return reading(() => {
      const found: string[] = []
      while (found.length < limit) {
        const query = nextValueQuery(
          DIALECT,
          workspace,
          property,
          prefix.toWellFormed(),
          found.at(-1) ?? null,
        )
        const value = this.#all<{ value: string | null }>(query)[0]?.value ?? null
        if (value === null) break
        found.push(value)
      }
      return found
    })
  }

  async byId(workspace: string, prefix: string, limit: number): Promise<ListedSession[]> {
    return reading(() =>
      idRange(prefix).flatMap(({ from, to }) =>
        this.#statements.inRange
          .all(workspace, from, to, limit)
          .map(listedSession)
          .filter(({ sessionId }) => sessionId.startsWith(prefix)),
      ),
    ).slice(0, limit)
  }

  setLabel(key: SessionKey, label: StoredLabel | null): Promise<boolean> {
    return this.#queue.write(0, 'setLabel', key, label)
  }

  async label({ workspace, sessionId }: SessionKey): Promise<StoredLabel | null> {
    return reading(() => {
      const raw = this.#statements.label.get(workspace, packId(sessionId))
      return raw ? storedLabel(raw) : null
    })
  }

  async labels(workspace: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, StoredLabel>> {
    return reading(() => {
      const found = sessionIds.flatMap((id): [string, StoredLabel][] => {
        const raw = this.#statements.label.get(workspace, packId(id))
        return raw ? [[id, storedLabel(raw)]] : []
      })
      return new Map(found)
    })
  }

  async labeled(workspace: string, limit: number): Promise<ListedSession[]> {
    return reading(() => this.#statements.labeled.all(workspace, limit).map(listedSession))
  }

  scoreAgain(workspace: string, before: number, limit: number): Promise<{ count: number; last: number }> {
    return this.#queue.write(0, 'scoreAgain', workspace, before, limit)
  }

  claimPending(limit: number, quietBefore: number, now: number, until: number): Promise<PendingSession[]> {
    return this.#queue.write(0, 'claimPendingSessions', limit, quietBefore, now, until)
  }

  markNotified(key: SessionKey, action: string, complete: boolean): Promise<void> {
    return this.#queue.write(0, 'sessionNotified', key, action, complete)
  }

  markClustered(key: SessionKey, kind: string, clusterId: string): Promise<void> {
    return this.#queue.write(0, 'sessionClustered', key, kind, clusterId)
  }

  #end(query: FactQuery): FactCursor | null {
    const [raw] = this.#all<RawCursor>(endQuery(DIALECT, query))
    if (!raw) return null
    const { started_at: startedAt, session_id, score } = raw
    return { startedAt, sessionId: unpackId(session_id), ...defined({ score }) }
  }

  #all<Row>({ text, values }: Query): Row[] {
    const params = Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value]))
    return this.#prepared(text).all(params) as Row[]
  }
}

function prepare(db: Database) {
  const listed = (rest: string) => `SELECT ${LISTED_COLUMNS} ${JOINED} ${rest}`
  return {
    one: db.prepare<[string, Buffer], RawListed>(listed('WHERE s.workspace = ? AND s.session_id = ?')),
    inRange: db.prepare<[string, Buffer, Buffer, number], RawListed>(
      listed('WHERE s.workspace = ? AND s.session_id >= ? AND s.session_id <= ? LIMIT ?'),
    ),
    started: db.prepare<[string, number, number], RawListed>(
      listed('WHERE s.workspace = ? AND s.started_at >= ? ORDER BY s.started_at LIMIT ?'),
    ),
    saved: db.prepare<[string, number, number], RawListed>(
      `SELECT ${LISTED_COLUMNS} FROM session_facts f
       JOIN sessions s ON s.workspace = f.workspace AND s.session_id = f.session_id
       LEFT JOIN labels l ON l.workspace = f.workspace AND l.session_id = f.session_id
       WHERE f.workspace = ? AND f.saved_at >= ? ORDER BY f.saved_at LIMIT ?`,
    ),
    savedAfter: db.prepare<[object], RawListed>(
      `SELECT ${LISTED_COLUMNS} FROM session_facts f
       JOIN sessions s ON s.workspace = f.workspace AND s.session_id = f.session_id
       LEFT JOIN labels l ON l.workspace = f.workspace AND l.session_id = f.session_id
       WHERE f.workspace = :workspace AND f.saved_at >= :savedAt AND f.saved_at < :before
         AND (f.saved_at > :savedAt OR f.session_id > :id)
       ORDER BY f.saved_at, f.session_id LIMIT :limit`,
    ),
    labeled: db.prepare<[string, number], RawListed>(
      `SELECT ${LISTED_COLUMNS} FROM labels l
       JOIN sessions s ON s.workspace = l.workspace AND s.session_id = l.session_id
       LEFT JOIN session_facts f ON ${DIALECT.sameFacts('f', 's')}
       WHERE l.workspace = ? ORDER BY l.at DESC, l.session_id LIMIT ?`,
    ),
    total: db.prepare<[string], number>('SELECT count(*) FROM sessions WHERE workspace = ?').pluck(),
    label: db.prepare<[string, Buffer], RawLabel>(
      'SELECT * FROM labels WHERE workspace = ? AND session_id = ?',
    ),
  }
}
