/**
 * Collection of 3 kB batches with durability, against an endpoint that only parses and validates the same body.
 * Both are measured in turns inside one run; what counts is the ratio.
 *
 *   node bench/ingest.ts [seconds a round] [rounds] [store]
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Measured, measure } from './load.ts'
import { type Running, run } from './processes.ts'
import { senders } from './senders.ts'
import { startMeasuredService } from './service.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const ROUNDS = Number(process.argv[3] ?? 3)
const STORE = process.argv[4] ?? 'sqlite'
/** Browsers are many and wait for a disk: fewer connections would measure the time of one fsync, not capacity. */
const CONNECTIONS = 256
/** Until then the engine is busy making fast code of what runs often, on the same two cores. */
const WARM_UP_SECONDS = 12
const bare = await run('bare_server.ts', {}, /"address"/)
const bareAddress = (JSON.parse(bare.output) as { address: string }).address
const service = await startMeasuredService(STORE)

/** With the processor time that the server spent on each request, whatever else the machine was doing. */
async function measured(
  server: Running,
  address: string,
  round: number,
): Promise<Measured & { cpuUs: number }> {
  const before = server.cpuMs()
  const result = await measure(address, senders(CONNECTIONS, address, service.siteKey, round), SECONDS)
  return { ...result, cpuUs: ((server.cpuMs() - before) * 1000) / result.requests }
}

const rounds: { bare: Measured; ours: Measured; cpuRatio: number; memoryMiB: number }[] = []
await measure(bareAddress, senders(CONNECTIONS, bareAddress, service.siteKey, 900), WARM_UP_SECONDS)
await measure(service.address, senders(CONNECTIONS, service.address, service.siteKey, 901), WARM_UP_SECONDS)
for (let round = 0; round < ROUNDS; round++) {
  const bareResult = await measured(bare, bareAddress, round)
  const ours = await measured(service.running, service.address, 100 + round)
  const cpuRatio = ours.cpuUs / bareResult.cpuUs
  rounds.push({ bare: bareResult, ours, cpuRatio, memoryMiB: service.running.memoryMiB() })
  const ratio = ours.perSecond / bareResult.perSecond
  console.log(
    `round ${round + 1}: bare ${bareResult.perSecond.toFixed(0)}/s, ours ${ours.perSecond.toFixed(0)}/s, ratio ${ratio.toFixed(2)}, ` +
      `CPU a request ${bareResult.cpuUs.toFixed(0)} and ${ours.cpuUs.toFixed(0)} us, p50 ${ours.p50Ms.toFixed(2)} ms, p99/p50 ${(ours.p99Ms / ours.p50Ms).toFixed(1)}, memory ${service.running.memoryMiB().toFixed(0)} MiB` +
      (Object.keys(ours.others).length ? `, other answers ${JSON.stringify(ours.others)}` : ''),
  )
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
console.log(
  JSON.stringify({
    bench: 'ingest',
    store: STORE,
    ratio: Number(median(rounds.map(({ bare, ours }) => ours.perSecond / bare.perSecond)).toFixed(3)),
    cpu_ratio: Number(median(rounds.map(({ cpuRatio }) => cpuRatio)).toFixed(2)),
    p99_over_p50: Number(median(rounds.map(({ ours }) => ours.p99Ms / ours.p50Ms)).toFixed(2)),
    memory_mib: Math.round(Math.max(...rounds.map(({ memoryMiB }) => memoryMiB))),
  }),
)

if (STORE === 'sqlite') {
  const bytes = readdirSync(service.folder).reduce(
    (sum, name) => sum + statSync(join(service.folder, name)).size,
    0,
  )
  const stored = rounds.reduce((sum, { ours }) => sum + ours.requests, 0)
  console.log(`on disk ${(bytes / 1e6).toFixed(1)} MB for about ${stored} measured batches`)
}
await bare.stop()
await service.stop()
