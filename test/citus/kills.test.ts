/** Two nodes on a cluster: nodes and workers are killed while visits arrive, and no acknowledged batch is lost or doubled. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mustStart, printedKeys, type ServiceKeys, type ServiceProcess } from '../faults/service_process.ts'
import {
  type Balancer,
  lookFor,
  makeBalancer,
  replaceNode,
  visit,
  visitMeanwhile,
} from '../service/growth_client.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'

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
  const { visits, acknowledged } = await visitMeanwhile(balancer, keys.siteKey, async (more) => {
    for (const [turn, what] of FAULTS.entries()) {
      await more(BETWEEN_KILLS)
      const index = (turn >> 1) % 2
      if (what === 'worker') {
        const worker = cluster.workers[index]
        await worker?.kill()
        await new Promise((resolve) => setTimeout(resolve, DOWN_MS))
        await worker?.restart()
      } else await replaceNode(balancer, nodes, index, startNode)
    }
  })
  expect(visits.filter(({ isWhole }) => !isWhole)).toEqual([])
  expect(balancer.retried).toBeGreaterThan(0)
  expect(await lookFor(balancer, keys.secretKey, visits)).toEqual({ lost: [], doubled: [] })
  console.log(
    `${visits.length} visits, ${acknowledged} batches acknowledged, ${balancer.retried} attempts repeated`,
  )
})

it('a missing and a duplicate batch are found (control)', async () => {
  const { siteKey, secretKey } = keys
  const whole = await visit(balancer, { siteKey, seed: 800_000, batches: 3 })
  const phantom = { ...whole, acknowledged: ['batch that never was'] }
  expect((await lookFor(balancer, secretKey, [phantom])).lost).toEqual(['batch that never was'])
  const wrong = await visit(balancer, { siteKey, seed: 800_001, batches: 3, renumbers: true })
  expect((await lookFor(balancer, secretKey, [wrong])).doubled).toHaveLength(1)
})
