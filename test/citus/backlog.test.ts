/** Sessions that wait for scoring are scored while batches arrive, on a cluster with TLS and passwords. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRecordings } from '../../lab/recordings.ts'
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

let cluster: CitusCluster
let client: pg.Client
let service: RunningService
let workspace: TestWorkspace

beforeAll(async () => {
  cluster = await startCitus()
  const url = await cluster.newDatabase()
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

it(`scores a backlog of ${BACKLOG} sessions while batches arrive`, async () => {
  const waiting = Array.from({ length: BACKLOG }, newSessionId)
  const rest = [...waiting]
  const fill = async () => {
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) await workspace.append(id, RECORDED)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fill))

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
  const unscored = async () => {
    const { rows } = await client.query(
      `SELECT count(*)::integer AS count FROM sessions s LEFT JOIN reports r USING (bucket, workspace, session_id)
       WHERE s.workspace = $1 AND s.batch_count = $2 AND r.session_id IS NULL`,
      [workspace.id, RECORDED.length],
    )
    return rows[0].count as number
  }
  try {
    await expect.poll(unscored, { timeout: 480_000, interval: 1_000 }).toBe(0)
  } finally {
    isDrained = true
    await arriving
  }
  expect(sent).toBeGreaterThan(0)
  expect(service.logLines.filter((line) => line.includes('saving a report failed'))).toEqual([])
})
