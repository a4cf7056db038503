/**
 * Ten times the usual number of senders, which ignore Retry-After; then the usual number again. Prints the latency of
 * accepted requests, peak memory, and the recovery time.
 *
 *   node research/bench/overload.ts [senders] [seconds of overload] [store]
 */
import { type Measured, measure } from './load.ts'
import { limitMemory } from './memory_limit.ts'
import { senders } from './senders.ts'
import { startMeasuredService } from './service.ts'

const SENDERS = Number(process.argv[2] ?? 64)
const SECONDS = Number(process.argv[3] ?? 60)
const STORE = process.argv[4] ?? 'sqlite'
const TIMES = 10
const NORMAL_SECONDS = 10
/** The documented time within which latency recovers after an overload. */
const RECOVERY_SECONDS = 5

/** The memory of a small container; the service must stay below two thirds of it. Needs permission to set limits. */
const LIMIT_MIB = 768

const service = await startMeasuredService(STORE, limitMemory(LIMIT_MIB))
let run = 0

async function load(name: string, count: number, seconds: number): Promise<Measured> {
  const measured = await measure(
    service.address,
    senders(count, service.address, service.siteKey, run++),
    seconds,
  )
  const { perSecond, p50Ms, p99Ms, others } = measured
  console.log(
    `${name}: ${count} senders, ${perSecond.toFixed(0)}/s accepted, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, memory ${service.running.memoryMiB().toFixed(0)} MiB, others ${JSON.stringify(others)}`,
  )
  return measured
}

await load('warming up', SENDERS, RECOVERY_SECONDS)
const before = await load('normal', SENDERS, NORMAL_SECONDS)
const over = await load('overload', SENDERS * TIMES, SECONDS)
await load('recovering', SENDERS, RECOVERY_SECONDS)
const after = await load('after', SENDERS, NORMAL_SECONDS)
console.log(
  JSON.stringify({
    bench: 'overload',
    store: STORE,
    p99_over_normal: Number((over.p99Ms / before.p99Ms).toFixed(2)),
    accepted_over_normal: Number((over.perSecond / before.perSecond).toFixed(2)),
    after_over_normal: Number((after.perSecond / before.perSecond).toFixed(2)),
    peak_mib: Math.round(service.running.peakMiB()),
  }),
)
await service.stop()
