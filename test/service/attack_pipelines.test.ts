/** One address that pipelines requests in a loop, against a service in a separate process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { METRICS_KEY, mustStart, type ServiceProcess } from '../faults/service_process.ts'
import { tell } from './attack_full.ts'
import { collectClient } from './collect_client.ts'
import type { PipelineAttack } from './pipeline_attacker.ts'

const ROUNDS = 3
const REQUESTS = 60
const PAUSE_MS = 10
/** Others may wait this many times as long as without the attack. */
const MOST_SLOWDOWN = 3

const ATTACKER = '127.0.0.2'
/** New connections of a trusted proxy are not held, and the preload undoes the rest of the limit. */
const WITHOUT_LIMIT = {
  BYHAND_TRUSTED_PROXIES: ATTACKER,
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'parse_everything.ts')}`,
}

const folder = mkdtempSync(join(tmpdir(), 'byhand-pipelines-'))
let service: ServiceProcess
let control: ServiceProcess

beforeAll(async () => {
  service = await mustStart(join(folder, 'data'))
  control = await mustStart(join(folder, 'control'), WITHOUT_LIMIT)
})
afterAll(async () => {
  await Promise.all([service, control].map((each) => each?.kill('SIGTERM')))
  rmSync(folder, { recursive: true, force: true })
})

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** The median response time of another client, in milliseconds. */
async function othersMs({ address }: ServiceProcess): Promise<number> {
  const client = collectClient(address)
  const times: number[] = []
  for (let index = 0; index < REQUESTS; index++) {
    await wait(PAUSE_MS)
    const began = performance.now()
    expect((await client.send('GET', '/healthz')).status).toBe(200)
    times.push(performance.now() - began)
  }
  client.close()
  return median(times)
}

async function attackedMs(attacked: ServiceProcess): Promise<number> {
  const workerData: PipelineAttack = {
    port: Number(new URL(attacked.address).port),
    localAddress: ATTACKER,
    sockets: 8,
    requests: 1_500,
    mostMs: 60_000,
  }
  const attacker = new Worker(new URL('./pipeline_attacker.ts', import.meta.url), { workerData })
  await wait(500)
  const ms = await othersMs(attacked)
  await attacker.terminate()
  return ms
}

/** How many connections were closed for their number of requests. */
async function closedBy({ address }: ServiceProcess): Promise<number> {
  const metrics = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_KEY}` },
  })
  return Number(/sockets_closed_total\{reason="requests"\} (\d+)/.exec(await metrics.text())?.[1] ?? 0)
}

it('serves others nearly as fast while one address pipelines requests in a loop', async () => {
  await othersMs(service)
  await othersMs(control)
  const quiet: number[] = []
  const limited: number[] = []
  const unlimited: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await othersMs(service))
    limited.push(await attackedMs(service))
    unlimited.push(await attackedMs(control))
  }
  const closed = await closedBy(service)
  tell('pipelines in a loop', {
    quiet_ms: quiet.join(),
    limited_ms: limited.join(),
    unlimited_ms: unlimited.join(),
    closed,
    closed_unlimited: await closedBy(control),
  })
  expect(median(limited)).toBeLessThan(MOST_SLOWDOWN * median(quiet))
  expect(closed).toBeGreaterThanOrEqual(8)
  // Control: the same attack without the limit.
  expect(median(unlimited)).toBeGreaterThan(MOST_SLOWDOWN * median(quiet))
}, 240_000)
