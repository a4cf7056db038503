/** Sessions that wait for scoring are scored while batches arrive, on a cluster with TLS and passwords. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRecordings } from '../../research/lab/recordings.ts'
import { UNLIMITED } from '../service/collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import { newSessionId } from '../store/engine.ts'

const RECORDED =
  readRecordings()
    .find(({ name }) => name === 'plain-headed-1')
    ?.batches.slice(0, 3) ?? []
const BACKLOG = 500
/** Sessions that are appended at once, far fewer than the connections of a node. */
const AT_ONCE = 4
const BETWEEN_BATCHES_MS = 50
/** On a busy machine, background scoring takes one session a second. */
const DRAINED_MS = 2 * BACKLOG * 1_000

let cluster: CitusCluster
let url: string
let client: pg.Client
let service: RunningService
let workspace: TestWorkspace

beforeAll(async () => {
  cluster = await startCitus()
  url = await cluster.newDatabase()
  client = new pg.Client({ connectionString: url })
  await client.connect()
  service = await runService({ ...UNLIMITED, BYHAND_STORE: url })
  workspace = await service.workspace()
})
afterAll(async () => {
  await service?.stop()
  await client?.end()
  await cluster?.stop()
})

const unscored = async () => {
  const { rows } = await client.query(
    `SELECT count(*)::integer AS count FROM sessions s LEFT JOIN reports r USING (bucket, workspace, session_id)
     WHERE s.workspace = $1 AND s.batch_count = $2 AND r.session_id IS NULL`,
    [workspace.id, RECORDED.length],
  )
  return rows[0].count as number
}
const failedSaves = () => service.logLines.filter((line) => line.includes('saving a report failed')).length

it('control: no session leaves the backlog while reports cannot be saved', async () => {
  const locking = new pg.Client({ connectionString: url })
  await locking.connect()
  await locking.query('BEGIN')
  await locking.query('LOCK TABLE reports IN EXCLUSIVE MODE')
  const rest = Array.from({ length: BACKLOG }, newSessionId)
  const fill = async () => {
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) await workspace.append(id, RECORDED)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fill))
  await expect.poll(failedSaves, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(await unscored()).toBe(BACKLOG)
  await locking.end()
})

it(`scores a backlog of ${BACKLOG} sessions while batches arrive`, { timeout: 2 * DRAINED_MS }, async () => {
  const failedBefore = failedSaves()
  let isDrained = false
  let sent = 0
  const arriving = (async () => {
    while (!isDrained) {
      // Throws unless the service answers 200.
      await workspace.send(newSessionId(), RECORDED.slice(0, 1))
      sent++
      await sleep(BETWEEN_BATCHES_MS)
    }
  })()
  try {
    await expect.poll(unscored, { timeout: DRAINED_MS, interval: 1_000 }).toBe(0)
  } finally {
    isDrained = true
    await arriving
  }
  expect(sent).toBeGreaterThan(0)
  // One that began before the lock was released.
  expect(failedSaves() - failedBefore).toBeLessThanOrEqual(1)
})
