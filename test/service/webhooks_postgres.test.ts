/** Several nodes on one database: each event is sent once, by any node. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import { encodeBatch } from '../../src/contract/batch/codec.ts'
import type { DeliveryList, IssuedWebhook } from '../../src/contract/dashboard/webhooks.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { dashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService } from './running_service.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

let server: PostgresServer
let receiver: Receiver
let nodes: RunningService[]
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
  receiver = await startReceiver()
  const env = { BYHAND_STORE: await server.newDatabase(), BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes' }
  nodes = [await runService(env), await runService(env)]
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop()
  await receiver?.close()
  await server?.stop()
})

const SESSIONS = 12

it('sends each event once from two nodes, and continues with one', async () => {
  const [first, second] = nodes as [RunningService, RunningService]
  const workspace = await first.workspace()
  const owner = await loginTo(first, workspace.id)
  // The same login works on the other node, because nodes keep no state.
  const elsewhere = dashboardClient(second.address, owner.cookie)
  const url = `${receiver.url}/hook`
  const { json } = await elsewhere.send<IssuedWebhook>('POST', '/webhooks', {
    url,
    events: ['session.risk_changed'],
  })

  const bots = readRecordings().filter(({ kind }) => kind === 'bot')
  const record = async (index: number) => {
    const { batches } = bots[index] as KeptRecording
    const sessionId = `session-${index}`.padEnd(22, '-')
    await workspace.append(sessionId, batches, { receivedAt: Date.now() })
    await (nodes[index % nodes.length] as RunningService).services.scoring.report({
      workspace: workspace.id,
      sessionId,
    })
  }
  for (let index = 0; index < SESSIONS; index++) await record(index)
  const notified = () => receiver.received.map(({ body }) => JSON.parse(body).data.session_id as string)
  await expect.poll(() => new Set(notified()).size, { timeout: 40_000, interval: 200 }).toBe(SESSIONS)
  const log = async () =>
    (await elsewhere.get<DeliveryList>(`/webhooks/${json.webhook.id}/deliveries?limit=100`)).json.items
  await expect
    .poll(async () => (await log()).every(({ state }) => state === 'delivered'), { timeout: 30_000 })
    .toBe(true)
  expect(notified()).toHaveLength(SESSIONS)
  expect(await log()).toHaveLength(SESSIONS)

  await first.stop()
  nodes = [second]
  const { batches } = bots[SESSIONS] as KeptRecording
  const last = 'session-after---------'
  const { store, now } = second.services
  for (const recorded of batches) {
    const bytes = encodeBatch(recorded)
    const { tab, page, seq, rows } = recorded.batch
    const key = { workspace: workspace.id, sessionId: last, siteKeyId: workspace.siteKeyId }
    const digest = Buffer.from(`${tab}${seq}`.padEnd(16))
    const rest = { tab, page, seq, receivedAt: now(), bytes, digest, rows: rows.length, final: false }
    await store.sessions.append({ ...key, ...rest, tabSecret: Buffer.alloc(32, last) })
  }
  await second.services.scoring.report({ workspace: workspace.id, sessionId: last })
  await expect.poll(() => notified().includes(last), { timeout: 40_000, interval: 200 }).toBe(true)
})
