/** A Citus cluster gets another worker under load: shards move, and no batch is lost. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cycles, figures } from '../faults/cycles.ts'
import { until } from '../faults/engines.ts'
import { acknowledgedBy, findLost, makeSender, type Sender } from '../faults/marked_batches.ts'
import { mustStart, printedKeys, type ServiceKeys, type ServiceProcess } from '../faults/service_process.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'

/** Number of concurrent sessions, and of batches per session, so that every shard has rows. */
const SENDERS = 8
const BATCHES = 10
/** Batches before the worker is added, so that there are rows to move. */
const ACKNOWLEDGED_BEFORE = cycles(200, 2_000)
const PAUSE_MS = 20
/** Citus copies one shard after another and then applies its pending changes. */
const MOVING_MS = 10 * 60_000
/** A batch that is never sent. */
const READ_MARK = 'batch that never was'

describe('a third worker in a cluster under load', () => {
  let cluster: CitusCluster
  let folder: string
  let url: string
  let client: pg.Client
  let service: ServiceProcess
  let keys: ServiceKeys

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'byhand-rebalance-'))
    cluster = await startCitus()
    url = await cluster.newDatabase()
    client = new pg.Client({ connectionString: url })
    await client.connect()
    service = await mustStart(folder, { BYHAND_STORE: url })
    keys = await printedKeys(service)
  })
  afterAll(async () => {
    await service?.kill('SIGTERM')
    await client?.end()
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Shards of the distributed tables on each worker. */
  async function shards(): Promise<Map<string, number>> {
    const { rows } = await client.query(
      `SELECT nodeport::text AS port, count(*)::integer AS count FROM citus_shards
       WHERE citus_table_type = 'distributed' GROUP BY nodeport`,
    )
    return new Map(rows.map(({ port, count }) => [port, count]))
  }

  async function batchesOn(port: string): Promise<number> {
    const { rows } = await client.query(
      `SELECT sum(r.result::integer)::integer AS count FROM run_command_on_shards('batches', 'SELECT count(*) FROM %s') r
       JOIN citus_shards s USING (shardid) WHERE s.nodeport = $1`,
      [port],
    )
    return rows[0].count
  }

  it('has a primary key in every distributed table, which logical replication needs', async () => {
    const { rows } = await client.query(
      `SELECT logicalrelid::text AS name FROM pg_dist_partition p
       WHERE NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = p.logicalrelid AND i.indisprimary)`,
    )
    expect(rows).toEqual([])
  })

  it('gets its share of the shards, and no batch is lost, duplicated or wrong', {
    timeout: MOVING_MS,
  }, async () => {
    const senders: Sender[] = []
    let stop = false
    const sending = Array.from({ length: SENDERS }, async () => {
      while (!stop) {
        const sender = makeSender(keys)
        senders.push(sender)
        while (sender.acknowledged.length < BATCHES) {
          const status = await sender.send(service.address)
          if (status !== 200) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        }
      }
    })
    await until(() => acknowledgedBy(senders) >= ACKNOWLEDGED_BEFORE)
    const added = await cluster.addWorker(url)
    const port = new URL(added).port
    expect((await shards()).get(port)).toBeUndefined()

    let reads = 0
    let isMoving = true
    const reading = (async () => {
      for (let turn = 0; isMoving; turn++) {
        // Active sessions and finished ones, alternately.
        const one = senders.at(turn % 2 === 0 ? -1 - (turn % SENDERS) : turn % senders.length) as Sender
        const then = { ...one, acknowledged: [...one.acknowledged] }
        expect(await findLost(service.address, keys, [then])).toEqual({ lost: [], duplicated: [] })
        reads++
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    })()
    const before = acknowledgedBy(senders)
    const began = performance.now()
    await client.query('SELECT citus_rebalance_start()')
    await client.query('SELECT citus_rebalance_wait()')
    const tookMs = performance.now() - began
    const meanwhile = acknowledgedBy(senders) - before
    isMoving = false
    await reading
    const after = acknowledgedBy(senders)
    await until(() => acknowledgedBy(senders) > after + SENDERS)
    stop = true
    await Promise.all(sending)

    const found = await shards()
    const refused = senders.reduce((sum, { answers }) => sum + (answers.get(503) ?? 0), 0)
    const moved = await batchesOn(port)
    const batches = acknowledgedBy(senders)
    figures('shards moved', {
      shards: Object.fromEntries(found),
      tookMs,
      meanwhile,
      refused,
      reads,
      moved,
      batches,
    })
    expect([...found.values()].every((count) => count > 0)).toBe(true)
    expect(found.size).toBe(3)
    expect(moved).toBeGreaterThan(0)
    expect(meanwhile).toBeGreaterThan(0)
    expect(reads).toBeGreaterThan(0)
    const statuses = new Set(senders.flatMap(({ answers }) => [...answers.keys()]))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], duplicated: [] })
    // Every row is on one worker: moved rows are not counted twice.
    const { rows } = await client.query('SELECT count(*)::integer AS count FROM batches')
    expect(rows[0].count).toBe(acknowledgedBy(senders) + 1)
  })

  it('finds a missing batch (control)', async () => {
    const sender = makeSender(keys)
    expect(await sender.send(service.address)).toBe(200)
    sender.acknowledged.push(READ_MARK)
    expect((await findLost(service.address, keys, [sender])).lost).toEqual([`Clicked "${READ_MARK}"`])
  })
})
