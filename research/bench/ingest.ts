/**
 * Durable ingest of 3 kB batches, compared with an endpoint that only parses and validates the same body.
 * Both are measured in short turns within one run, each turn of the service between two of the bare endpoint, because
 * the speed of a shared machine varies from second to second. Only the ratio is meaningful.
 *
 *   node research/bench/ingest.ts [seconds per round] [rounds] [store]
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Measured, measure } from './load.ts'
import { run } from './processes.ts'
import { senders } from './senders.ts'
import { startMeasuredService } from './service.ts'

const SECONDS = Number(process.argv[2] ?? 3)
const ROUNDS = Number(process.argv[3] ?? 9)
const STORE = process.argv[4] ?? 'sqlite'
/** Every request waits for the disk, so fewer connections would measure the latency of one fsync, not capacity. */
const CONNECTIONS = 256
/** Before that, V8 is still compiling hot functions on the same two cores. */
const WARM_UP_SECONDS = 12
const bare = await run('bare_server.ts', {}, /"address"/)
const bareAddress = (JSON.parse(bare.output) as { address: string }).address
const service = await startMeasuredService(STORE)

interface Turn extends Measured {
  /** The server's CPU time per request, independent of other load on the machine. */
  readonly cpuUs: number
}

/** Pauses the other server, because the service would otherwise score ended sessions in the background. */
async function turn(of: 'bare' | 'ours', run: number, seconds: number): Promise<Turn> {
  const [server, other] = of === 'ours' ? [service.running, bare] : [bare, service.running]
  const address = of === 'ours' ? service.address : bareAddress
  other.pause()
  const before = server.cpuMs()
  const result = await measure(address, senders(CONNECTIONS, address, service.siteKey, run), seconds)
  const cpuUs = ((server.cpuMs() - before) * 1000) / result.requests
  other.resume()
  return { ...result, cpuUs }
}

const rounds: { ours: Turn; ratio: number; cpuRatio: number; memoryMiB: number }[] = []
await turn('bare', 900, WARM_UP_SECONDS)
await turn('ours', 901, WARM_UP_SECONDS)
let before = await turn('bare', 0, SECONDS)
for (let round = 1; round <= ROUNDS; round++) {
  const ours = await turn('ours', 100 + round, SECONDS)
  const after = await turn('bare', round, SECONDS)
  const barePerSecond = (before.perSecond + after.perSecond) / 2
  const bareCpuUs = (before.cpuUs + after.cpuUs) / 2
  before = after
  const ratio = ours.perSecond / barePerSecond
  const memoryMiB = service.running.memoryMiB()
  rounds.push({ ours, ratio, cpuRatio: ours.cpuUs / bareCpuUs, memoryMiB })
  console.log(
    `round ${round}: bare ${barePerSecond.toFixed(0)}/s, ours ${ours.perSecond.toFixed(0)}/s, ratio ${ratio.toFixed(2)}, ` +
      `CPU per request ${bareCpuUs.toFixed(0)} and ${ours.cpuUs.toFixed(0)} us, p50 ${ours.p50Ms.toFixed(2)} ms, p99/p50 ${(ours.p99Ms / ours.p50Ms).toFixed(1)}, memory ${memoryMiB.toFixed(0)} MiB` +
      (Object.keys(ours.others).length ? `, other responses ${JSON.stringify(ours.others)}` : ''),
  )
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
console.log(
  JSON.stringify({
    bench: 'ingest',
    store: STORE,
    ratio: Number(median(rounds.map(({ ratio }) => ratio)).toFixed(3)),
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
