/** How many shards each endpoint uses, and how many connections between the servers it opens. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecordings } from '../../research/lab/recordings.ts'
import { packId } from '../../src/store/values/packed_id.ts'
import { apiClient } from '../service/api_client.ts'
import { type DashboardClient, loginTo } from '../service/dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { requestOf, surveyClient } from '../service/survey_client.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import { newSessionId } from '../store/engine.ts'
import {
  type Explainer,
  openExplainer,
  record,
  type Sent,
  shardsOf,
  shardsWithBuckets,
} from './statements.ts'

const RECORDED = readRecordings().find(({ name }) => name === 'plain-headed-1')?.batches ?? []
/** Those of one node: to the coordinator, which opens as many to each worker, and to each worker. */
const NODE_CONNECTIONS = 12 + 8
const WORKERS = 2

let cluster: CitusCluster
let url: string
let client: pg.Client
let explainer: Explainer
let service: RunningService
let workspace: TestWorkspace
let member: DashboardClient
/** The statements of the requests since the last call of `during`. */
let sent: Sent[] = []

const newSession = async (): Promise<string> => {
  const sessionId = newSessionId()
  await workspace.append(sessionId, RECORDED, { userId: 'user' })
  return sessionId
}
const get = (path: string) => apiClient(service.address, workspace.secretKey)(path)

beforeAll(async () => {
  cluster = await startCitus()
  url = await cluster.newDatabase()
  client = new pg.Client({ connectionString: url })
  await client.connect()
  explainer = await openExplainer(url, ...cluster.onWorkers(url))
  service = await runService(
    { BYHAND_STORE: url },
    {
      // Separates the statements of requests from those of background jobs.
      async onApp({ server }) {
        const [listener] = server.listeners('request')
        server.removeAllListeners('request')
        server.on('request', (...given) => record(sent, () => listener?.apply(server, given)))
      },
    },
  )
  workspace = await service.workspace()
  member = await loginTo(service, workspace.id)
})
afterAll(async () => {
  await service?.stop()
  await client?.end()
  await explainer?.close()
  await cluster?.stop()
})

interface Seen {
  readonly text: string
  readonly shards: number
}

async function during(work: () => Promise<{ readonly status: number } | undefined>): Promise<Seen[]> {
  sent = []
  const answer = await work()
  if (answer !== undefined) expect(answer.status).toBe(200)
  expect(sent.length).toBeGreaterThan(0)
  const seen: Seen[] = []
  for (const one of sent) seen.push({ text: one.text, shards: shardsOf(await explainer.explain(one)) })
  return seen
}

const isOfMarks = ({ text }: Seen) => text.includes('session_marks')

describe('an endpoint about one session or one participant', () => {
  it('uses one shard for a first and a later batch', async () => {
    const sessionId = newSessionId()
    const seen = await during(async () => {
      await workspace.send(sessionId, RECORDED.slice(0, 3), { userId: 'user', tags: ['a', 'b'] })
      return undefined
    })
    expect(seen.filter(({ shards }) => shards > 1)).toEqual([])
  })

  it('uses one shard for a new report, except for the marks that find replays', async () => {
    const sessionId = await newSession()
    const seen = await during(() => get(`/v1/sessions/${sessionId}/report`))
    expect(seen.filter((one) => one.shards > 1 && !isOfMarks(one))).toEqual([])
    const ofMarks = seen.filter(isOfMarks)
    expect(ofMarks.filter(({ text }) => text.startsWith('INSERT'))).toHaveLength(1)
    expect(ofMarks.filter(({ text }) => text.startsWith('SELECT')).length).toBeLessThanOrEqual(WORKERS)
  })

  it.each(['report', 'events'])('uses one shard for the saved %s', async (path) => {
    const sessionId = await newSession()
    await get(`/v1/sessions/${sessionId}/report`)
    const seen = await during(() => get(`/v1/sessions/${sessionId}/${path}`))
    expect(seen.filter(({ shards }) => shards > 1)).toEqual([])
  })

  it('uses one shard for the evidence, except for the marks that find replays', async () => {
    const sessionId = await newSession()
    const seen = await during(() => get(`/v1/sessions/${sessionId}/evidence`))
    expect(seen.filter((one) => one.shards > 1 && !isOfMarks(one))).toEqual([])
    expect(seen.filter(isOfMarks).length).toBeLessThanOrEqual(WORKERS)
  })

  it('uses one shard to set and to read a label', async () => {
    const sessionId = await newSession()
    await get(`/v1/sessions/${sessionId}/report`)
    const path = `/sessions/${sessionId}/label`
    const set = await during(() => member.send('PUT', path, { label: 'bot', note: '' }))
    expect(set.filter(({ shards }) => shards > 1)).toEqual([])
    const read = await during(() => member.get(path))
    expect(read.filter(({ shards }) => shards > 1)).toEqual([])
  })

  it('uses one shard for a survey check with a session and a device', async () => {
    const sessionId = await newSession()
    const body = { ...requestOf('survey', 'participant'), session_id: sessionId, fingerprint_id: 'device' }
    const check = surveyClient(service.address, workspace.secretKey)
    const seen = await during(() => check(body, { headers: { 'idempotency-key': 'one' } }))
    expect(seen.filter(({ shards }) => shards > 1)).toEqual([])
    const again = await during(() => check({ ...body, participant_id: 'another' }))
    expect(again.filter(({ shards }) => shards > 1)).toEqual([])
  })
})

describe('an endpoint about many sessions', () => {
  // Without a period, the chart of a workspace's first three hours has bars of five minutes, which need a scan.
  it.each(['/overview?since=0', '/overview?since=0&action=Unknown'])(
    'uses one shard for %s',
    async (path) => {
      const sessionId = await newSession()
      await get(`/v1/sessions/${sessionId}/report`)
      const seen = await during(() => member.get(path))
      expect(seen.filter(({ shards }) => shards > 1)).toEqual([])
    },
  )

  it('reads the keys and the rows of a list by user, with many sessions too, in one statement to each worker', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, newSession))
    const list = () => get('/v1/users/user/sessions')
    await list()
    await member.send('PUT', `/sessions/${ids[0]}/label`, { label: 'bot', note: '' })
    // The list builds a missing report, which reads marks. On a slow cluster, a report of the first list may be missing.
    await client.query('DELETE FROM reports WHERE workspace = $1 AND session_id = $2', [
      workspace.id,
      packId(ids[1] as string),
    ])
    const seen = await during(list)
    const fanned = seen.filter(({ shards }) => shards > 1)
    expect(fanned.filter(isOfMarks).length).toBeGreaterThan(0)
    const ofList = fanned.filter((one) => !isOfMarks(one))
    expect(ofList).toHaveLength(2 * WORKERS)
    expect(ofList.filter(({ text }) => text.includes('FROM unnest('))).toHaveLength(WORKERS)
    expect(ofList.reduce((sum, { shards }) => sum + shards, 0)).toBe(2 * (await shardsWithBuckets(client)))
  })

  it('opens no more connections to the workers than planned for a node', async () => {
    const opened = async () => {
      let sessions = 0
      for (const connectionString of cluster.onWorkers(url)) {
        const worker = new pg.Client({ connectionString })
        await worker.connect()
        const { rows } = await worker.query(
          'SELECT sessions FROM pg_stat_database WHERE datname = current_database()',
        )
        sessions += Number(rows[0].sessions)
        await worker.end()
      }
      return sessions
    }
    const ids = await Promise.all(Array.from({ length: 20 }, newSession))
    const before = await opened()
    for (const id of ids) expect((await get(`/v1/sessions/${id}/report`)).status).toBe(200)
    for (let turn = 0; turn < 20; turn++) expect((await get('/v1/users/user/sessions')).status).toBe(200)
    // The counting itself, twice, and maintenance of Citus.
    const others = 3 * WORKERS
    expect((await opened()) - before).toBeLessThanOrEqual(NODE_CONNECTIONS * WORKERS + others)
  })
})
