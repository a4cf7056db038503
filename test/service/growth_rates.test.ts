/** Rate limits and logins over three nodes on one database: a limit applies to all nodes together. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOGIN_TRIES, openLoginThrottle } from '../../src/server/limits/login_throttle.ts'
import { SHARED_AT } from '../../src/server/limits/rate_limit.ts'
import { countInMemory } from '../../src/server/limits/try_counter.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { apiClient } from './api_client.ts'
import { makeBatch } from './collect_client.ts'
import { dashboardClient, loginTo, PASSWORD } from './dashboard_client.ts'
import { type RunningService, runService } from './running_service.ts'

const NODES = 3
const READS = 96
const SESSIONS = 48
/** Requests to each node between two exchanges. */
const A_ROUND = 8

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

interface Cluster {
  readonly url: string
  readonly nodes: readonly RunningService[]
  /** Every node has exchanged twice, so all counts are known to all nodes. */
  exchanged(): Promise<void>
  stop(): Promise<unknown>
}

async function startNodes(exchangeMs: number): Promise<Cluster> {
  const url = await server.newDatabase()
  const env = {
    BYHAND_STORE: url,
    BYHAND_RATE_EXCHANGE_MS: `${exchangeMs}`,
    BYHAND_RATE_READS_PER_KEY: `${READS}`,
    BYHAND_RATE_SESSIONS_PER_IP: `${SESSIONS}`,
  }
  // In turn: while one starts, this thread is too busy to read the answers of another one's database in time.
  const nodes: RunningService[] = []
  while (nodes.length < NODES) nodes.push(await runService(env))
  const exchanges = async ({ services }: RunningService) =>
    (await services.metrics.rateExchanges.get()).values.find(({ labels }) => labels.outcome === 'done')
      ?.value ?? 0
  return {
    url,
    nodes,
    async exchanged() {
      if (exchangeMs === 0) return
      const before = await Promise.all(nodes.map(exchanges))
      await expect
        .poll(
          async () =>
            (await Promise.all(nodes.map(exchanges))).every((now, i) => now >= (before[i] ?? 0) + 2),
          { timeout: 60_000, interval: 10 },
        )
        .toBe(true)
    },
    stop: () => Promise.all(nodes.map((node) => node.stop())),
  }
}

/** Sends rounds to every node until all requests are refused; returns the number of accepted ones and the seconds. */
async function flood(cluster: Cluster, ask: (node: RunningService) => Promise<number>) {
  const begun = performance.now()
  let allowed = 0
  for (let round = 0; round < 40; round++) {
    let inRound = 0
    for (const node of cluster.nodes) {
      for (let i = 0; i < A_ROUND; i++) {
        const status = await ask(node)
        expect([200, 429]).toContain(status)
        if (status === 200) inRound++
      }
    }
    allowed += inRound
    await cluster.exchanged()
    // Refills still allow a few requests when the bucket is empty.
    if (inRound <= 2) break
  }
  return { allowed, seconds: (performance.now() - begun) / 1000 }
}

/** The limit for that time, plus the requests that other nodes have not counted yet. */
const bound = (quota: number, seconds: number) =>
  quota * (1 + seconds / 60) + (NODES - 1) * (A_ROUND + quota * SHARED_AT)

const reading = (key: string) => (node: RunningService) =>
  apiClient(node.address, key)('/v1/users/nobody/sessions').then(({ status }) => status)

const beginning = (siteKey: string) => (node: RunningService) =>
  fetch(`${node.address}/i/v1/batch`, { method: 'POST', body: JSON.stringify(makeBatch(siteKey)) }).then(
    ({ status }) => status,
  )

describe('three nodes that exchange counts', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startNodes(50)
  })
  afterAll(() => cluster?.stop())

  it('allow one key as many reads as one node does', async () => {
    const { secretKey } = await (cluster.nodes[0] as RunningService).workspace()
    const { allowed, seconds } = await flood(cluster, reading(secretKey))
    expect(allowed).toBeGreaterThanOrEqual(READS)
    expect(allowed).toBeLessThanOrEqual(bound(READS, seconds))
  })

  it('allow one address as many new sessions as one node does', async () => {
    const { siteKey } = await (cluster.nodes[0] as RunningService).workspace()
    const { allowed, seconds } = await flood(cluster, beginning(siteKey))
    expect(allowed).toBeGreaterThanOrEqual(SESSIONS)
    expect(allowed).toBeLessThanOrEqual(bound(SESSIONS, seconds))
  })

  it('store no address in the database, and few rows', async () => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    const { rows } = await client.query('SELECT * FROM rates')
    await client.end()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(10)
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
  })

  it('check ten attempts at one password, however they are distributed', async () => {
    const [first] = cluster.nodes as [RunningService]
    const email = 'somebody@example.org'
    const workspaces = await first.services.store.keys.workspaces()
    await loginTo(first, workspaces[0]?.id as string, 'owner', email)
    const statuses: number[] = []
    for (let i = 0; i < 30; i++) {
      const { address } = cluster.nodes[i % NODES] as RunningService
      const { status } = await dashboardClient(address).send('POST', '/login', { email, password: 'no such' })
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.slice(10).every((status) => status === 429)).toBe(true)
    const { status } = await dashboardClient(first.address).send('POST', '/login', {
      email,
      password: PASSWORD,
    })
    expect(status).toBe(429)
  })
})

describe('three nodes that do not exchange counts', () => {
  it('accept far more requests (control)', async () => {
    const cluster = await startNodes(0)
    const { secretKey } = await (cluster.nodes[0] as RunningService).workspace()
    const { allowed, seconds } = await flood(cluster, reading(secretKey))
    expect(allowed).toBeGreaterThan(bound(READS, seconds))
    await cluster.stop()
  })

  it('check ten attempts each if each counts in its own memory (control)', async () => {
    const nodes = Array.from({ length: NODES }, () => openLoginThrottle(countInMemory(LOGIN_TRIES)))
    let admitted = 0
    for (let i = 0; i < 60; i++) {
      if (await nodes[i % NODES]?.admit('somebody@example.org', '192.0.2.1')) admitted++
    }
    expect(admitted).toBe(10 * NODES)
  })
})
