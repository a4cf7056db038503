/** Several nodes on one PostgreSQL database: no node keeps its own state. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announce } from '../../src/server/boot/first_start.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { apiClient } from './api_client.ts'
import { byhandHere as byhand } from './command.ts'
import { event, record } from './recorded_session.ts'
import { type RunningService, runService } from './running_service.ts'

const newId = () => randomBytes(16).toString('base64url')
const CLICKS = [0, 500, 900].map((at) => event('click', at, {}, ['button', `at ${at}`]))

let server: PostgresServer
let nodes: RunningService[]
const printed: string[][] = [[], [], []]

beforeAll(async () => {
  server = await startPostgres()
  // In turn: while one starts, this thread is too busy to read the answers of another one's database in time.
  nodes = []
  for (const _ of printed) nodes.push(await runService({ BYHAND_STORE: server.url }))
  await Promise.all(nodes.map((node, index) => announce(node, (line) => printed[index]?.push(line))))
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await server.stop()
})

describe('three nodes that start together on an empty database', () => {
  it('create one workspace, and one of them prints its keys', async () => {
    expect(printed.filter((lines) => lines.join().includes('bh_sk_'))).toHaveLength(1)
    expect(await nodes[0]?.services.store.keys.workspaces()).toHaveLength(1)
  })

  it('return the batches of every node at once, with the same bytes', async () => {
    const [first, second, third] = nodes as [RunningService, RunningService, RunningService]
    const workspace = await first.workspace()
    const id = newId()
    const batches = record(CLICKS, [1, 2], { origin: Date.now() - 2_000 })
    for (let sent = 1; sent <= batches.length; sent++) {
      await workspace.append(id, batches.slice(sent - 1, sent), { userId: 'shared' })
      const path = `/v1/sessions/${id}/report`
      const answers = await Promise.all(
        [second, third, first].map((node) => apiClient(node.address, workspace.secretKey)(path)),
      )
      expect(answers[0]?.json.user_logs).toHaveLength(sent)
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
    const list = await apiClient(third.address, workspace.secretKey)('/v1/users/shared/sessions')
    expect(list.json.sessions).toHaveLength(1)
  })

  it('reject a key on every node within five seconds of its revocation', async () => {
    const env = { BYHAND_STORE: server.url }
    const workspaces = (await nodes[0]?.services.store.keys.workspaces()) ?? []
    const workspace = workspaces[0]?.id as string
    const created = await byhand({ folder: '', env }, 'keys', 'create', '--workspace', workspace, '--json')
    const { secret, id } = JSON.parse(created.stdout)
    const statuses = () =>
      Promise.all(
        nodes.map(
          async ({ address }) => (await apiClient(address, secret)('/v1/users/nobody/sessions')).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200, 200])
    expect((await byhand({ folder: '', env }, 'keys', 'revoke', id)).code).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    expect(await statuses()).toEqual([401, 401, 401])
  })

  it('are healthy according to the doctor', async () => {
    const { code, stdout } = await byhand(
      { folder: '/tmp', env: { BYHAND_STORE: server.url } },
      'doctor',
      '--json',
    )
    expect(JSON.parse(stdout).find(({ name }: { name: string }) => name === 'store')).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^The database responds and contains \d+ sessions/),
    })
    expect(JSON.parse(stdout).find(({ name }: { name: string }) => name === 'durability').state).toBe('ok')
    expect(code).toBe(0)
  })
})
