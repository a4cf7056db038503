/** The pool, with time limits, and text and numbers as the rest of the store knows them. */
import pg from 'pg'
import { StoreUnavailable } from '../store.ts'
import { STEPS } from './migrations/steps.ts'
import { applicationName } from './nodes.ts'
import { fromColumn, toColumn } from './text.ts'
import { translated } from './trouble.ts'

/** How long a silent database is waited for: by one statement, and by all there is to do together. */
export interface Patience {
  readonly statementMs: number
  /** From asking for a connection to the last answer. */
  readonly wholeMs: number
}

/** A reader is told within two seconds that the database is silent, a writer within five. */
const READING: Patience = { statementMs: 1_600, wholeMs: 1_600 }
const WRITING: Patience = { statementMs: 1_600, wholeMs: 4_500 }
/** Many statements, each of them short. */
export const ERASING: Patience = { statementMs: 1_600, wholeMs: 120_000 }
/** Counting and walking all sessions may take its time; nobody waits at a counter for it. */
export const UNHURRIED_MS = 60_000
export const UNHURRIED: Patience = { statementMs: UNHURRIED_MS, wholeMs: UNHURRIED_MS }

/** The server's own limit, so that it says what is wrong before the caller gives up. */
const STATEMENT_TIMEOUT_MS = 1_500
/** For a new connection, or for one to come free. */
const CONNECTION_TIMEOUT_MS = 800
const SETTINGS_TIMEOUT_MS = 400

/**
 * A node that cannot be heard any more has told nobody so: the server lets go of its rows, which other nodes wait for,
 * and later of the connection.
 */
const FORSAKEN_TRANSACTION_MS = 3_000
const SETTINGS = `SET synchronous_commit = on; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10;
  SET tcp_keepalives_count = 3`

const DEFAULT_CONNECTIONS = 12

export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly (bigint | string | number)[]

export interface Queries {
  rows<Row>(text: string, values?: readonly Value[]): Promise<Row[]>
  /** How many rows were changed. */
  run(text: string, values?: readonly Value[]): Promise<number>
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

export class Database implements Queries {
  readonly #pool: pg.Pool
  /** Whether the tables lie on several machines. */
  readonly isCluster: boolean

  constructor(url: string, connections = DEFAULT_CONNECTIONS, isCluster = false) {
    this.isCluster = isCluster
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      types,
      keepAlive: true,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: FORSAKEN_TRANSACTION_MS,
      application_name: applicationName(STEPS.length),
      // A server may be set to acknowledge before its log is on disk. We never are.
      onConnect: async (client) => {
        await client.query({ text: SETTINGS, query_timeout: SETTINGS_TIMEOUT_MS } as pg.QueryConfig)
      },
    })
    // A connection that dies is replaced. Whoever was using it, or needs the next one, learns what is wrong.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  rows<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.#use(READING, (queries) => queries.rows(text, values))
  }

  run(text: string, values: readonly Value[] = []): Promise<number> {
    return this.#use(READING, (queries) => queries.run(text, values))
  }

  /** A statement that may take long. */
  unhurried<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.transaction(async (queries) => {
      await queries.run(`SET LOCAL statement_timeout = ${UNHURRIED_MS}`)
      return queries.rows<Row>(text, values)
    }, UNHURRIED)
  }

  /** All of it or nothing. */
  transaction<T>(work: (queries: Queries) => Promise<T>, patience: Patience = WRITING): Promise<T> {
    return this.#use(patience, async (queries) => {
      await queries.run('BEGIN')
      try {
        const result = await work(queries)
        await queries.run('COMMIT')
        return result
      } catch (error) {
        // After any other error the connection is dropped, and the transaction with it.
        if (error instanceof RolledBack) await queries.run('ROLLBACK')
        throw error
      }
    })
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  async #use<T>({ statementMs, wholeMs }: Patience, work: (queries: Queries) => Promise<T>): Promise<T> {
    const until = performance.now() + wholeMs
    const client = await this.#pool.connect().catch((error) => {
      throw translated(error)
    })
    try {
      const result = await work(queriesOf(client, () => Math.min(statementMs, until - performance.now())))
      client.release()
      return result
    } catch (error) {
      // A connection that failed once may still have an answer under way: it is not used again.
      client.release(!(error instanceof RolledBack))
      throw error
    }
  }
}

/** Thrown inside a transaction to undo it on purpose. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** `patienceMs`: how long the next statement may take; without it, as long as it likes. */
function queriesOf(client: pg.ClientBase, patienceMs?: () => number): Queries {
  const query = async (text: string, values: readonly Value[]) => {
    const leftMs = patienceMs?.()
    if (leftMs !== undefined && leftMs <= 0) throw new StoreUnavailable('the database is too slow')
    const config = {
      text,
      values: values.map(bound),
      ...(leftMs !== undefined && { query_timeout: Math.ceil(leftMs) }),
    }
    try {
      return await client.query(config as pg.QueryConfig)
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    rows: async <Row>(text: string, values: readonly Value[] = []) =>
      (await query(text, values)).rows as Row[],
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
  }
}

/** One connection of its own, without time limits, for work on the whole database. */
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
      throw translated(error)
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
