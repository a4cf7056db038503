/**
 * Three nodes on one database, any of which is killed at any time: no acknowledged batch is lost or duplicated, every
 * session gets the report of an undisturbed node, and every change is notified once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeBatch } from '../../src/contract/batch/codec.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { SessionWithReport, StoredBatch } from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'
import { cycles } from '../faults/cycles.ts'
import { inParallel, until } from '../faults/engines.ts'
import { mustStart, printedKeys, type ServiceKeys, type ServiceProcess } from '../faults/service_process.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { newWebhook } from '../store/webhooks.ts'
import {
  ask,
  type Balancer,
  lookFor,
  makeBalancer,
  replaceNode,
  type Visit,
  visit,
  visitMeanwhile,
} from './growth_client.ts'
import { runService } from './running_service.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

const NODES = 3
const KILLS = cycles(4, 50)
/** Sessions read concurrently. */
const READERS = 4
/** Acknowledged batches between two kills, enough that every node is busy. */
const BETWEEN_KILLS = 60
const FULL_MS = 30 * 60_000

/**
 * Among several hundred generated visits, a few resemble an earlier one at random. Their result depends on which of the
 * two was scored first.
 */
const MOST_BY_ORDER = 0.01
const isRepeat = (text: string) => text.includes('match an earlier session')

let folder: string
let server: PostgresServer
let receiver: Receiver
let store: Store
let nodes: ServiceProcess[]
let keys: ServiceKeys
let workspace: string
let balancer: Balancer

const startNode = (index: number) =>
  mustStart(join(folder, `node-${index}`), {
    BYHAND_STORE: server.url,
    BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-kills-'))
  server = await startPostgres({ fsync: false })
  receiver = await startReceiver()
  const first = await startNode(0)
  keys = await printedKeys(first)
  nodes = [first, ...(await Promise.all([1, 2].map(startNode)))]
  balancer = makeBalancer(nodes.map(({ address }) => address))
  store = await openPostgres({ url: server.url })
  workspace = (await store.keys.workspaces())[0]?.id as string
  await store.webhooks.create(
    newWebhook(workspace, {
      id: 'hook',
      url: `${receiver.url}/changes`,
      events: ['session.risk_changed'],
      secret: Buffer.alloc(24, 7).toString('base64'),
      createdAt: 0,
    }),
  )
})
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.kill('SIGTERM')))
  await store?.close()
  await receiver?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const everyVisit: Visit[] = []

it(`loses and duplicates nothing over ${KILLS} kills`, { timeout: FULL_MS, retry: 0 }, async () => {
  const { visits, acknowledged } = await visitMeanwhile(balancer, keys.siteKey, async (more) => {
    for (let kill = 0; kill < KILLS; kill++) {
      await more(BETWEEN_KILLS)
      // Kills a random node, in a repeatable order.
      await replaceNode(balancer, nodes, (kill * 7 + (kill >> 2)) % NODES, startNode)
    }
  })
  everyVisit.push(...visits)
  expect(everyVisit.filter(({ isWhole }) => !isWhole)).toEqual([])
  expect(balancer.retried).toBeGreaterThan(0)
  expect(await lookFor(balancer, keys.secretKey, everyVisit)).toEqual({ lost: [], doubled: [] })
  console.log(
    `${KILLS} kills, ${everyVisit.length} sessions, ${acknowledged} batches acknowledged, ${balancer.retried} attempts repeated`,
  )
})

it('takes over the claims of a killed node, and scores every session in the background', async () => {
  // The state after a kill between claiming and scoring: sessions with claims of dead nodes.
  const quiet = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      visit(balancer, { siteKey: keys.siteKey, seed: 900_000 + index, batches: 2 }),
    ),
  )
  const now = Date.now()
  const claimed = await store.sessions.claimUnscored(1_000, now, now, now + 12_000)
  const ours = new Set(quiet.map(({ sessionId }) => sessionId))
  expect(claimed.filter(({ sessionId }) => ours.has(sessionId))).toHaveLength(quiet.length)
  everyVisit.push(...quiet)
  // These claims, and those of killed nodes, expire after a minute at most.
  await expireClaims()
  await expect.poll(unscored, { timeout: 110_000, interval: 100 }).toBe(0)
})

it('gives the same reports as one undisturbed node for the same batches', {
  timeout: FULL_MS,
}, async () => {
  const alone = await runService({})
  const secretKey = await fill(alone.services.store, everyVisit)
  const other = makeBalancer([alone.address])
  let byOrder = 0
  await inParallel(READERS, everyVisit.length, async (index) => {
    const { sessionId } = everyVisit[index] as Visit
    const [ours, theirs] = await Promise.all([
      report(balancer, keys.secretKey, sessionId),
      report(other, secretKey, sessionId),
    ])
    if (isRepeat(ours) === isRepeat(theirs)) expect(ours).toBe(theirs)
    else byOrder++
  })
  expect(byOrder / everyVisit.length).toBeLessThan(MOST_BY_ORDER)
  await alone.stop()
})

it('a report without one of the batches is found (control)', async () => {
  const alone = await runService({})
  const some = everyVisit.slice(0, 1) as [Visit]
  const secretKey = await fill(alone.services.store, some, ({ seq }) => seq !== 1)
  const { sessionId } = some[0]
  const theirs = await report(makeBalancer([alone.address]), secretKey, sessionId)
  expect(await report(balancer, keys.secretKey, sessionId)).not.toBe(theirs)
  await alone.stop()
})

it('notifies every change once', { timeout: FULL_MS }, async () => {
  const deliveries = async () => store.webhooks.deliveries(workspace, 'hook', 10_000)
  // Another node sends the deliveries that a killed one had claimed.
  await expireClaims()
  await until(async () => (await pending()) === 0)
  await until(async () => (await deliveries()).every(({ state }) => state === 'delivered'))
  const notified = (await deliveries()).map(({ body }) => JSON.parse(body).data)
  for (const { sessionId } of everyVisit) {
    const found = await store.facts.one({ workspace, sessionId })
    const actions = notified
      .filter((data) => data.session_id === sessionId)
      .map((data) => data.recommended_action)
    expect(new Set(actions).size).toBe(actions.length)
    // Deliveries are in order, so the last one is the current state.
    if (found?.facts?.action !== 'Unknown') expect(actions).toContain(found?.facts?.action)
  }
  // A node that died between sending and storing it sends again, with the same id.
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe((await deliveries()).length)
  expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(KILLS * 16)
})

it('a missing and a duplicate batch are found (control)', async () => {
  const phantom: Visit = { ...(everyVisit[0] as Visit), acknowledged: ['batch that never was'] }
  expect(await lookFor(balancer, keys.secretKey, [phantom])).toEqual({
    lost: ['batch that never was'],
    doubled: [],
  })
  const wrong = await visit(balancer, { siteKey: keys.siteKey, seed: 999_999, batches: 3, renumbers: true })
  expect((await lookFor(balancer, keys.secretKey, [wrong])).doubled).toHaveLength(1)
})

const unscored = () =>
  count(`sessions s LEFT JOIN reports r USING (bucket, workspace, session_id)
    WHERE s.due IS NOT NULL OR r.revision IS DISTINCT FROM s.revision`)

const pending = () => count('session_facts WHERE notified_complete = 0 AND notified_action <> action')

async function count(what: string): Promise<number> {
  const [row] = await query(`SELECT count(*)::integer AS count FROM ${what}`)
  return row.count
}

/** Expires every claim, as after a minute. */
async function expireClaims(): Promise<void> {
  for (const table of ['sessions', 'session_facts', 'deliveries']) {
    await query(`UPDATE ${table} SET claimed_until = 0 WHERE claimed_until > 0`)
  }
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function report(from: Balancer, secretKey: string, sessionId: string): Promise<string> {
  const headers = { authorization: `Bearer ${secretKey}` }
  const { status, text } = await ask(from, `/v1/sessions/${sessionId}/report`, { headers })
  expect(status).toBe(200)
  return text
}

/** Copies the workspace and its batches to another store; returns a key for it. */
async function fill(
  into: Store,
  visits: readonly Visit[],
  wanted: (batch: StoredBatch) => boolean = () => true,
): Promise<string> {
  await into.keys.createWorkspace({ id: workspace, name: 'alone', createdAt: 0, settings: {} })
  await inParallel(READERS, visits.length, async (index) => {
    const visited = visits[index] as Visit
    const key = { workspace, sessionId: visited.sessionId }
    const { session } = (await store.sessions.find(key)) as SessionWithReport
    const batches = (await store.sessions.batches(key)).filter(wanted)
    const append = async (batch: StoredBatch) => {
      const { batch: sent } = decodeBatch(batch.bytes)
      await into.sessions.append({
        ...key,
        ...batch,
        siteKeyId: session.siteKeyId,
        digest: Buffer.from(`${batch.tab}${batch.seq}`.padEnd(16)),
        rows: sent.rows.length,
        final: false,
        tabSecret: Buffer.alloc(32, visited.sessionId),
        tags: session.tags,
        ...(session.userId !== null && { userId: session.userId }),
      })
    }
    await Promise.all(batches.map(append))
  })
  const scopes = ['sessions'] as const
  return (await createKey(into.keys, { workspace, kind: 'secret', name: 'alone', scopes }, 0)).key
}
