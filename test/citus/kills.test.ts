/** Two nodes on a cluster: nodes and workers are killed while visits arrive, and no acknowledged batch is lost or doubled. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../faults/engines.ts'
import { mustStart, printedKeys, type ServiceKeys, type ServiceProcess } from '../faults/service_process.ts'
import { type Balancer, lookFor, makeBalancer, type Visit, visit } from '../service/growth_client.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'

const VISITORS = 4
const BATCHES = 8
/** Acknowledged batches between two kills. */
const BETWEEN_KILLS = 40
const FAULTS = ['node', 'worker', 'node', 'worker', 'node'] as const
const DOWN_MS = 500

let folder: string
let cluster: CitusCluster
let url: string
let nodes: ServiceProcess[]
let keys: ServiceKeys
let balancer: Balancer

const startNode = (index: number) => mustStart(join(folder, `node-${index}`), { BYHAND_STORE: url })
const visitOf = (seed: number, options = {}) =>
  visit(balancer, { siteKey: keys.siteKey, seed, batches: BATCHES, ...options })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-cluster-kills-'))
  cluster = await startCitus()
  url = await cluster.newDatabase()
  const first = await startNode(0)
  keys = await printedKeys(first)
  nodes = [first, await startNode(1)]
  balancer = makeBalancer(nodes.map(({ address }) => address))
})
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.kill('SIGTERM')))
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('loses and duplicates nothing over kills of nodes and workers', async () => {
  const visits: Visit[] = []
  let acknowledged = 0
  let seed = 1
  let killing = true
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (killing) visits.push(await visitOf(seed++, { onAcknowledged: () => acknowledged++ }))
  })
  for (const [turn, what] of FAULTS.entries()) {
    const from = acknowledged
    await until(() => acknowledged >= from + BETWEEN_KILLS)
    const index = (turn >> 1) % 2
    if (what === 'worker') {
      const worker = cluster.workers[index]
      await worker?.kill()
      await new Promise((resolve) => setTimeout(resolve, DOWN_MS))
      await worker?.restart()
    } else {
      const { address, kill } = nodes[index] as ServiceProcess
      await kill('SIGKILL')
      const started = await startNode(index)
      nodes[index] = started
      balancer.addresses.splice(balancer.addresses.indexOf(address), 1, started.address)
    }
  }
  killing = false
  await Promise.all(visitors)
  expect(visits.filter(({ isWhole }) => !isWhole)).toEqual([])
  expect(balancer.retried).toBeGreaterThan(0)
  expect(await lookFor(balancer, keys.secretKey, visits)).toEqual({ lost: [], doubled: [] })
  console.log(
    `${visits.length} visits, ${acknowledged} batches acknowledged, ${balancer.retried} attempts repeated`,
  )
})

it('a missing and a duplicate batch are found (control)', async () => {
  const whole = await visitOf(800_000)
  const missing = { ...whole, acknowledged: [...whole.acknowledged, 'never sent'] }
  expect((await lookFor(balancer, keys.secretKey, [missing])).lost).not.toEqual([])
  const doubled = await visitOf(800_001, { renumbers: true })
  expect((await lookFor(balancer, keys.secretKey, [doubled])).doubled).not.toEqual([])
})
