/** A connection pool, with time limits and conversion of text and numbers. */
import pg from 'pg'
import { StoreUnavailable } from '../errors.ts'
import type { Outcome } from '../transaction.ts'
import { translated } from './errors.ts'
import { STEPS } from './migrations/steps.ts'
import { fromColumn, toColumn } from './text.ts'

/** How long to wait for a silent database. */
export interface TimeLimits {
  readonly statementMs: number
  /** From requesting a connection to the last answer. */
  readonly totalMs: number
}

/** Reads fail within two seconds, writes within five. */
export const READING: TimeLimits = { statementMs: 1_600, totalMs: 1_600 }
export const WRITING: TimeLimits = { statementMs: 1_600, totalMs: 4_500 }
/** Many short statements. */
export const ERASING: TimeLimits = { statementMs: 1_600, totalMs: 120_000 }
/** For statements on many rows or large values, such as counts and files. */
export const LONG_MS = 60_000
export const LONG: TimeLimits = { statementMs: LONG_MS, totalMs: LONG_MS }

/** Limit of the server: shorter than the client's, so that the server reports the reason. */
const STATEMENT_TIMEOUT_MS = 1_500
/** For a new connection or a free one of the pool. */
export const CONNECTION_TIMEOUT_MS = 800
const SETTINGS_TIMEOUT_MS = 400

/**
 * A node that loses the network cannot end its transaction: the server ends it, because other nodes wait for its locks,
 * and later drops the connection (keepalives).
 */
const IDLE_TRANSACTION_MS = 3_000
const SETTINGS = `SET synchronous_commit = on; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10;
  SET tcp_keepalives_count = 3`

export type Scalar = string | number | bigint | boolean | null
export type Value = Scalar | Uint8Array | readonly Scalar[]

export interface Queries {
  /** `name`: for a frequent statement of several tables. The server parses and plans it once per connection. */
  rows<Row>(text: string, values?: readonly Value[], name?: string): Promise<Row[]>
  /** Returns the number of changed rows. */
  run(text: string, values?: readonly Value[]): Promise<number>
  execute(text: string, values?: readonly Value[]): Promise<Outcome>
}

const INT8 = 20
const TEXT = 25

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === TEXT) return fromColumn
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** Statements and transactions, each on a connection of its own. */
export abstract class Statements implements Queries {
  abstract use<T>(limits: TimeLimits, work: (queries: Queries) => Promise<T>): Promise<T>

  rows<Row>(text: string, values: readonly Value[] = [], name?: string): Promise<Row[]> {
    return this.use(READING, (queries) => queries.rows(text, values, name))
  }

  run(text: string, values: readonly Value[] = []): Promise<number> {
    return this.use(READING, (queries) => queries.run(text, values))
  }

  execute(text: string, values: readonly Value[] = []): Promise<Outcome> {
    return this.use(READING, (queries) => queries.execute(text, values))
  }

  /** Runs a statement with the `LONG` limits. */
  longQuery<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.transaction((queries) => queries.rows<Row>(text, values), LONG)
  }

  transaction<T>(work: (queries: Queries) => Promise<T>, limits: TimeLimits = WRITING): Promise<T> {
    const begin = limits === LONG ? `BEGIN; SET LOCAL statement_timeout = ${LONG_MS}` : 'BEGIN'
    return this.use(limits, (queries) => inTransaction(queries, begin, () => work(queries)))
  }
}

export async function inTransaction<T>(queries: Queries, begin: string, work: () => Promise<T>): Promise<T> {
  await queries.run(begin)
  try {
    const result = await work()
    await queries.run('COMMIT')
    return result
  } catch (error) {
    // After any other error the connection is dropped, which ends the transaction.
    if (error instanceof RolledBack) await queries.run('ROLLBACK')
    throw error
  }
}

/** Nodes on one database know each other's version: every connection carries it in its application name. */
export const applicationName = (version: number): string => `byhand/${version}`

/** No connection could be opened, so no statement was sent. */
export class NotConnected extends StoreUnavailable {}

export interface PoolOptions {
  readonly url: string
  readonly connections: number
  /** Further settings of every connection. */
  readonly settings?: string
  /** Rejects a connection to a wrong server. */
  readonly check?: (queries: Queries) => Promise<void>
}

export class Pool extends Statements {
  readonly #pool: pg.Pool

  constructor({ url, connections, settings, check }: PoolOptions) {
    super()
    const text = settings === undefined ? SETTINGS : `${SETTINGS}; ${settings}`
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      types,
      keepAlive: true,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      application_name: applicationName(STEPS.length),
      // The server may be configured to acknowledge commits before fsync; our connections never are.
      onConnect: async (client) => {
        await client.query({ text, query_timeout: SETTINGS_TIMEOUT_MS } as pg.QueryConfig)
        await check?.(queriesOf(client, () => SETTINGS_TIMEOUT_MS))
      },
    })
    // The pool replaces lost connections; the running statement, or the next one, reports the error.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** Throws `NotConnected` before any work. `until`: an earlier limit than that of a new call. */
  async use<T>(
    { statementMs, totalMs }: TimeLimits,
    work: (queries: Queries) => Promise<T>,
    until = performance.now() + totalMs,
  ): Promise<T> {
    const client = await this.#connect()
    try {
      const result = await work(queriesOf(client, () => Math.min(statementMs, until - performance.now())))
      client.release()
      return result
    } catch (error) {
      // A failed connection may still receive an answer, so it is not reused.
      client.release(!(error instanceof RolledBack))
      throw error
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      const failure = translated(error)
      throw failure instanceof StoreUnavailable && !isPoolTimeout(error)
        ? new NotConnected(failure.message)
        : failure
    }
  }
}

/** All connections were busy for too long. */
const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Thrown inside a transaction to roll it back. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** `remainingMs`: the time limit of the next statement; absent: no limit. */
function queriesOf(client: pg.ClientBase, remainingMs?: () => number): Queries {
  const query = async (text: string, values: readonly Value[], name?: string) => {
    const leftMs = remainingMs?.()
    if (leftMs !== undefined && leftMs <= 0)
      throw new StoreUnavailable('the database did not respond in time')
    const config = {
      text,
      values: values.map(bound),
      ...(name !== undefined && { name }),
      ...(leftMs !== undefined && { query_timeout: Math.ceil(leftMs) }),
    }
    try {
      return await client.query(config as pg.QueryConfig)
    } catch (error) {
      throw translated(error)
    }
  }
  const execute = async (text: string, values: readonly Value[] = []): Promise<Outcome> => {
    const { rows, rowCount } = await query(text, values)
    return { rows, changes: rowCount ?? 0 }
  }
  return {
    execute,
    rows: async <Row>(text: string, values: readonly Value[] = [], name?: string) =>
      (await query(text, values, name)).rows as Row[],
    run: async (text, values = []) => (await execute(text, values)).changes,
  }
}

/** Runs work on a separate connection without time limits. */
export async function withConnection<T>(
  url: string,
  work: (queries: Queries) => Promise<T>,
  name = applicationName(STEPS.length),
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    types,
    connectionTimeoutMillis: 10 * CONNECTION_TIMEOUT_MS,
    application_name: name,
  })
  client.on('error', () => {})
  try {
    await client.connect().catch((error) => {
      const failure = translated(error)
      if (!(failure instanceof StoreUnavailable)) throw failure
      throw new StoreUnavailable(`${client.host}:${client.port}: ${failure.message}`)
    })
    return await work(queriesOf(client))
  } finally {
    await client.end().catch(() => {})
  }
}

function bound(value: Value): unknown {
  if (typeof value === 'string') return toColumn(value)
  if (Array.isArray(value)) return value.map(bound)
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return value
}
