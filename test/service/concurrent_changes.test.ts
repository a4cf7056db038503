/** Concurrent changes of settings, agents and webhooks: an acknowledged change is never lost. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEraseAnalysis } from '../../src/server/privacy/erase_analysis.ts'
import { startMaintenance } from '../../src/server/privacy/retention.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { type ManageClient, manageClient } from './manage_client.ts'
import { type RunningService, runService } from './running_service.ts'

const { publicKey } = generateKeyPairSync('ed25519')
const AGENT = { keys: [publicKey.export({ format: 'jwk' })], policy: 'allow' }
const WRITERS = 100
const ROUNDS = 40

describe.each(['SQLite', 'PostgreSQL'] as const)('concurrent changes on %s', (engine) => {
  let server: PostgresServer | undefined
  let nodes: RunningService[]

  beforeAll(async () => {
    server = engine === 'PostgreSQL' ? await startPostgres({ fsync: false }) : undefined
    const env = server ? { BYHAND_STORE: await server.newDatabase() } : {}
    nodes = [await runService(env)]
    // Nodes that share a database take no turns: only the revision keeps their changes.
    if (server) nodes.push(await runService(env))
  })
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop()
    await server?.stop()
  })

  /** A new workspace, with one client for each node. */
  async function newWorkspace() {
    const [first] = nodes as [RunningService]
    const { id, key } = await first.workspace()
    const { key: admin } = await key(['admin'])
    const clients = await Promise.all(nodes.map(({ address }) => manageClient(address, admin)))
    const clientOf = (index: number) => clients[index % clients.length] as ManageClient
    return { id, keys: first.services.store.keys, clientOf }
  }
  type OpenedWorkspace = Awaited<ReturnType<typeof newWorkspace>>

  const agentUrl = (index: number) => `https://agent${index}.example.org`
  const agentNames = async ({ clientOf }: OpenedWorkspace): Promise<string[]> =>
    (await clientOf(0)('GET', '/v1/agents')).json.items.map(({ name }: { name: string }) => name)

  /** The names of the agents whose change was acknowledged. Every other change is a conflict. */
  async function addAgents({ clientOf }: OpenedWorkspace): Promise<string[]> {
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, index) => {
        const body = { ...AGENT, url: agentUrl(index) }
        const { status, json } = await clientOf(index)('PUT', `/v1/agents/a${index}`, body)
        if (status !== 200) expect(json.code).toBe('concurrent_change')
        return { status, name: `a${index}` }
      }),
    )
    return answers.flatMap(({ status, name }) => (status === 200 ? [name] : []))
  }

  it('keeps all agents that a hundred writers add', async () => {
    const opened = await newWorkspace()
    const added = await addAgents(opened)
    expect((await agentNames(opened)).toSorted()).toEqual(added.toSorted())
    // Two nodes may each refuse a few, but not many.
    expect(added.length).toBeGreaterThanOrEqual(nodes.length === 1 ? WRITERS : 0.9 * WRITERS)
  })

  it('loses agents if writers save what they read earlier (control)', async () => {
    const { id, keys } = await newWorkspace()
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, index) => {
        const agents = ((await keys.workspace(id))?.settings.agents ?? []) as object[]
        const agent = { ...AGENT, name: `a${index}`, url: agentUrl(index) }
        await keys.changeSettings(id, (before) => ({ ...before, agents: [...agents, agent] }))
      }),
    )
    const stored = ((await keys.workspace(id))?.settings.agents ?? []) as object[]
    expect(stored.length).toBeLessThan(WRITERS)
  })

  it('never brings back a removed agent, and keeps both of two patches', async () => {
    const opened = await newWorkspace()
    const { clientOf } = opened
    for (let round = 1; round <= ROUNDS; round++) {
      const path = `/v1/agents/round${round}`
      expect((await clientOf(0)('PUT', path, { ...AGENT, url: agentUrl(round) })).status).toBe(200)
      const rule = { path: `/${round}`, on_unknown: 'block' }
      const answers = await Promise.all([
        clientOf(0)('DELETE', path),
        clientOf(1)('PATCH', '/v1/settings', { retention: { session_days: round } }),
        clientOf(0)('PATCH', '/v1/settings', { forward_auth: [rule] }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await agentNames(opened)).toEqual([])
      const { retention, forward_auth } = (await clientOf(1)('GET', '/v1/settings')).json
      expect(retention.session_days).toBe(round)
      expect(forward_auth).toEqual([rule])
    }
  })

  it('keeps a settings change while a rescore ends', async () => {
    const { id, keys, clientOf } = await newWorkspace()
    const { services } = nodes[0] as RunningService
    const { store, log, survey } = services
    const eraseAnalysis = openEraseAnalysis(survey)
    const clock = { ...services.clock, now: () => Date.now() + 60_000 }
    const maintenance = startMaintenance({ store, log, clock, eraseAnalysis, wake: () => {} })
    for (let round = 1; round <= ROUNDS; round++) {
      await keys.changeSettings(id, (before) => ({ ...before, rescore: round }))
      const [answer] = await Promise.all([
        clientOf(1)('PATCH', '/v1/settings', { retention: { session_days: round } }),
        maintenance.run(),
      ])
      expect(answer.json.retention.session_days).toBe(round)
      const { rescore, retention } = (await keys.workspace(id))?.settings ?? {}
      expect({ rescore, retention }).toMatchObject({ rescore: undefined, retention: { session_days: round } })
    }
    await maintenance.close()
  })

  it('keeps concurrent changes of one webhook, and does not bring back a deleted one', async () => {
    const { clientOf } = await newWorkspace()
    const request = { url: 'https://shop.example.org/hook', events: ['session.completed'] }
    for (let round = 1; round <= 10; round++) {
      const { webhook } = (await clientOf(0)('POST', '/v1/webhooks', request)).json
      const path = `/v1/webhooks/${webhook.id}`
      const [, , , rotated] = await Promise.all([
        clientOf(0)('PATCH', path, { name: `round ${round}` }),
        clientOf(1)('PATCH', path, { enabled: false }),
        clientOf(0)('PATCH', path, { events: ['survey.flagged'] }),
        clientOf(1)('POST', `${path}/rotate`, { overlap_hours: 24 }),
      ])
      const stored = (await clientOf(0)('GET', path)).json
      expect(stored).toMatchObject({ name: `round ${round}`, enabled: false, events: ['survey.flagged'] })
      expect(stored.old_secret_until).toBe(rotated.json.webhook.old_secret_until)
      const [changed, removed] = await Promise.all([
        clientOf(1)('PATCH', path, { enabled: true }),
        clientOf(0)('DELETE', path),
      ])
      expect(removed.status).toBe(200)
      expect([200, 404]).toContain(changed.status)
      expect((await clientOf(0)('GET', path)).status).toBe(404)
    }
  })
})
