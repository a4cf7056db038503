/**
 * Connections to the workers of a Citus cluster. Every worker answers every statement; one about its own rows needs no
 * other server. While a worker cannot be reached, or another server has its address, the coordinator is asked instead.
 */
import { onAllServers } from './distribute.ts'
import { CONNECTION_TIMEOUT_MS, NotConnected, Pool, type Queries, type TimeLimits } from './pool.ts'
import type { Place } from './workers.ts'

/** Of one node to each worker, besides those of the coordinator on its behalf. */
const WORKER_CONNECTIONS = 8

/** How long a worker that could not be reached is not tried again. */
const RETRY_MS = 30_000

/**
 * Citus keeps one connection to each worker open. Opening more, with TLS and a password, costs far more than waiting for
 * the few rows that a statement reads from each shard.
 */
export const CLUSTER_SETTINGS = `SET citus.max_adaptive_executor_pool_size = 1;
  SET citus.node_connection_timeout = ${CONNECTION_TIMEOUT_MS}`

/** A worker needs another one only after a shard has moved. */
const WORKER_SETTINGS = `${CLUSTER_SETTINGS}; SET citus.max_cached_conns_per_worker = 0`

/** A standby that replaces its primary has the same one. */
const IDENTITY = 'SELECT system_identifier::text AS identity FROM pg_control_system()'

interface Worker {
  readonly pool: Pool
  /** Whether the last connection could be opened. */
  isReachable: boolean
  triedAt: number
  isReported: boolean
}

export class WorkerPools {
  readonly #url: string
  readonly #coordinator: Pool
  readonly #onNotice: (text: string) => void
  readonly #workers = new Map<string, Worker>()
  #identities: Promise<Identities> | undefined

  constructor(url: string, coordinator: Pool, onNotice: (text: string) => void = () => {}) {
    this.#url = url
    this.#coordinator = coordinator
    this.#onNotice = onNotice
  }

  /** Whether statements about this place go to its worker. */
  isDirect({ worker }: Place): boolean {
    return this.#workers.get(worker)?.isReachable === true
  }

  /** Runs `work` on the worker of this place. Null: it cannot be reached, and nothing was sent. */
  async use<T>(
    place: Place,
    limits: TimeLimits,
    work: (queries: Queries) => Promise<T>,
  ): Promise<{ readonly result: T } | null> {
    const worker = this.#workers.get(place.worker) ?? this.#add(place)
    if (!worker.isReachable) {
      const now = performance.now()
      if (now - worker.triedAt < RETRY_MS) return null
      // Other statements do not wait for this attempt.
      worker.triedAt = now
    }
    try {
      const answer = { result: await worker.pool.use(limits, work) }
      worker.isReachable = true
      return answer
    } catch (error) {
      worker.isReachable = !(error instanceof NotConnected)
      if (worker.isReachable) throw error
      worker.triedAt = performance.now()
      this.#identities = undefined
      if (!worker.isReported) this.#onNotice(unreachable(place.worker, error))
      worker.isReported = true
      return null
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers.values()].map(({ pool }) => pool.close()))
  }

  #add({ worker, host, port }: Place): Worker {
    const pool = new Pool({
      url: workerUrl(this.#url, host, port),
      connections: WORKER_CONNECTIONS,
      settings: WORKER_SETTINGS,
      check: async (queries) => {
        this.#identities ??= readIdentities(this.#coordinator)
        await checkIdentity(queries, worker, await this.#identities)
      },
    })
    const added = { pool, isReachable: false, triedAt: Number.NEGATIVE_INFINITY, isReported: false }
    this.#workers.set(worker, added)
    return added
  }
}

export function unreachable(worker: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `This node cannot connect to the worker ${worker} (${reason}). Requests about its sessions go through the coordinator, which takes more processor time.`
}

/** The coordinator's address with another host: the same user, password, TLS settings and database. */
export function workerUrl(url: string, host: string, port: number): string {
  const address = new URL(url)
  address.searchParams.delete('host')
  address.searchParams.delete('port')
  address.hostname = host.includes(':') ? `[${host}]` : host
  address.port = `${port}`
  return address.href
}

/** The identity of each server, as the coordinator sees it. */
type Identities = ReadonlyMap<string, string>

export async function readIdentities(coordinator: Queries): Promise<Identities> {
  const answers = await onAllServers(coordinator, IDENTITY)
  return new Map(answers.filter(({ success }) => success).map(({ server, result }) => [server, result]))
}

/** Seen from this machine, an address such as `localhost` can be that of another server. */
export async function checkIdentity(queries: Queries, worker: string, expected: Identities): Promise<void> {
  const [own] = await queries.rows<{ identity: string }>(IDENTITY)
  if (own?.identity !== expected.get(worker)) throw new Error('another server has this address')
}
