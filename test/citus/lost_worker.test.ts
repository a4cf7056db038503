/** A lost worker affects only its own sessions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecordings } from '../../research/lab/recordings.ts'
import { bucketOf } from '../../src/store/values/bucket.ts'
import { UNLIMITED } from '../service/collect_client.ts'
import { type DashboardClient, loginTo } from '../service/dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import type { PostgresServer } from '../setup/postgres.ts'
import { bucketsOn, placedIds } from './placed_ids.ts'

const RECORDED = readRecordings().find(({ name }) => name === 'plain-headed-1')?.batches ?? []
const LIST_MS = 1_000
const TURNS = 5
const RECOVERY_MS = 30_000

describe('a service whose cluster lost a worker', () => {
  let cluster: CitusCluster
  let lost: PostgresServer
  let service: RunningService
  let workspace: TestWorkspace
  let safeMember: DashboardClient
  let awayMember: DashboardClient
  let idOn: (isLost: boolean) => string
  let safe: string
  let away: string

  const status = async (path: string) => {
    const headers = { authorization: `Bearer ${workspace.secretKey}` }
    const answer = await fetch(service.address + path, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  /** Milliseconds. A busy machine delays some of the answers, but a wait for a time limit would delay all of them. */
  const fastest = async (expected: number, request: () => Promise<number>) => {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const began = performance.now()
      expect(await request()).toBe(expected)
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }
  const send = (sessionId: string) => workspace.send(sessionId, RECORDED.slice(0, 2))

  beforeAll(async () => {
    cluster = await startCitus()
    lost = cluster.workers[0] as PostgresServer
    const url = await cluster.newDatabase()
    service = await runService({ ...UNLIMITED, BYHAND_STORE: url })
    const lostBuckets = await bucketsOn(url, lost.url)
    const workspaces: TestWorkspace[] = []
    const counted = (isLost: boolean) =>
      workspaces.find(({ id }) => lostBuckets.has(bucketOf(id)) === isLost) as TestWorkspace
    while (!counted(true) || !counted(false)) workspaces.push(await service.workspace())
    workspace = counted(false)
    safeMember = await loginTo(service, workspace.id)
    awayMember = await loginTo(service, counted(true).id)
    idOn = await placedIds(url, lost.url)
    safe = idOn(false)
    away = idOn(true)
    for (const id of [safe, away]) {
      await workspace.append(id, RECORDED, { userId: 'user' })
      expect(await status(`/v1/sessions/${id}/report`)).toBe(200)
    }
    await lost.kill()
  })
  afterAll(async () => {
    await service?.stop()
    await cluster?.stop()
  })

  it('answers for sessions of the other workers, also for new ones', async () => {
    for (const path of ['report', 'events', 'evidence'])
      expect([path, await status(`/v1/sessions/${safe}/${path}`)]).toEqual([path, 200])
    await send(idOn(false))
    const fresh = idOn(false)
    await workspace.append(fresh, RECORDED)
    expect(await status(`/v1/sessions/${fresh}/report`)).toBe(200)
  })

  it('answers 503 for its sessions, and quickly for lists', async () => {
    expect(await status(`/v1/sessions/${away}/report`)).toBe(503)
    await expect(send(idOn(true))).rejects.toThrow('store_unavailable')
    expect(await fastest(503, () => status('/v1/users/user/sessions'))).toBeLessThan(LIST_MS)
  })

  it('answers for the overview of a workspace whose counters are on another worker, and quickly for others', async () => {
    for (const [one, expected] of [
      [safeMember, 200],
      [awayMember, 503],
    ] as const) {
      const overview = async () => (await one.get('/overview?since=0')).status
      expect(await fastest(expected, overview)).toBeLessThan(LIST_MS)
    }
  })

  it('stays ready while writes to the lost worker fail', async () => {
    for (let turn = 0; turn < 5; turn++) {
      await expect(send(idOn(true))).rejects.toThrow('store_unavailable')
      expect(await status('/readyz')).toBe(200)
    }
  })

  it('is not ready without any worker', async () => {
    const [, other] = cluster.workers
    await other?.kill()
    await expect.poll(() => status('/readyz'), { timeout: RECOVERY_MS }).toBe(503)
    await other?.restart()
    await expect.poll(() => status('/readyz'), { timeout: RECOVERY_MS }).toBe(200)
  })

  it('recovers without a restart', async () => {
    await lost.restart()
    await expect.poll(() => status(`/v1/sessions/${away}/report`), { timeout: RECOVERY_MS }).toBe(200)
    await expect.poll(() => status('/v1/users/user/sessions'), { timeout: RECOVERY_MS }).toBe(200)
    await send(idOn(true))
  })
})
