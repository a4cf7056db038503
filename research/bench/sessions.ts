/**
 * Scored sessions end to end: four batches in, the report out. Beside them the bare endpoint, which takes the same
 * batches, because the speed of a shared machine varies. Also the memory of a node that has just started and waits.
 *
 *   node research/bench/sessions.ts [seconds per turn, 5] [rounds, 5] [store]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { get, type Measured, measure, type NextRequest, post } from './load.ts'
import { run } from './processes.ts'
import { randomId, realisticBatch } from './realistic_batch.ts'
import { senders } from './senders.ts'
import { prepareService } from './service.ts'
import { randomFor } from './sizing_fill.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const ROUNDS = Number(process.argv[3] ?? 5)
const STORE = process.argv[4] ?? 'sqlite'
const VISITORS = 32
const BATCHES_A_SESSION = 4
const REQUESTS_A_SESSION = BATCHES_A_SESSION + 1
const WARM_UP_SECONDS = 8
/** By then V8 has collected what the start left behind. */
const IDLE_SECONDS = 30

const bare = await run('bare_server.ts', {}, /"address"/)
const bareAddress = (JSON.parse(bare.output) as { address: string }).address
const service = await (await prepareService(STORE)).start()
const { running, address, siteKey, secretKey } = service
const { host } = new URL(address)

await wait(IDLE_SECONDS * 1_000)
const idleMiB = running.memoryMiB()

/** Sends the batches of a session, reads its report, and begins the next session. */
function visitor(seed: number): NextRequest {
  // Sessions that resemble each other would be compared as replays.
  const random = randomFor(`visitor ${seed}`)
  let words = { siteKey, sessionId: '', tabSecret: '', tab: '' }
  let step = -1
  let token: string | undefined
  return (before) => {
    if (step >= 0 && before?.status !== 200) throw new Error(`status ${before?.status}: ${before?.body}`)
    if (step >= 0 && step < BATCHES_A_SESSION)
      token = (JSON.parse(before?.body ?? '') as { token: string }).token
    step = (step + 1) % REQUESTS_A_SESSION
    if (step === BATCHES_A_SESSION) {
      return get(`/v1/sessions/${words.sessionId}/report`, host, `Bearer ${secretKey}`)
    }
    if (step === 0) {
      const [sessionId, tabSecret] = [randomId(random, 22), randomId(random, 22)]
      words = { siteKey, sessionId, tabSecret, tab: randomId(random, 8) }
      token = undefined
    }
    const own = { ...words, seq: step, ...(token !== undefined && { token }) }
    const batch = realisticBatch(random, own, Date.now())
    return post(INGEST_PATH, host, JSON.stringify({ ...batch, final: step === BATCHES_A_SESSION - 1 }))
  }
}

let seeds = 0
async function ourTurn(seconds: number): Promise<Measured & { cpuUs: number }> {
  bare.pause()
  const before = running.cpuMs()
  const visitors = Array.from({ length: VISITORS }, () => visitor(++seeds))
  const measured = await measure(address, visitors, seconds)
  bare.resume()
  return { ...measured, cpuUs: ((running.cpuMs() - before) * 1000) / measured.requests }
}

async function bareTurn(seconds: number): Promise<number> {
  running.pause()
  const before = bare.cpuMs()
  const { requests } = await measure(bareAddress, senders(VISITORS, bareAddress, siteKey, ++seeds), seconds)
  running.resume()
  return ((bare.cpuMs() - before) * 1000) / requests
}

await bareTurn(WARM_UP_SECONDS)
await ourTurn(WARM_UP_SECONDS)
const rounds: { perSecond: number; cpuMs: number; ratio: number }[] = []
for (let round = 1; round <= ROUNDS; round++) {
  const bareUs = await bareTurn(SECONDS)
  const ours = await ourTurn(SECONDS)
  const perSecond = ours.perSecond / REQUESTS_A_SESSION
  const cpuMs = (ours.cpuUs * REQUESTS_A_SESSION) / 1_000
  rounds.push({ perSecond, cpuMs, ratio: (cpuMs * 1_000) / (bareUs * BATCHES_A_SESSION) })
  console.log(
    `round ${round}: ${perSecond.toFixed(0)} sessions/s, CPU per session ${cpuMs.toFixed(2)} ms, bare batch ${bareUs.toFixed(0)} us`,
  )
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
console.log(
  JSON.stringify({
    bench: 'sessions',
    store: STORE.replace(/:.*/, ''),
    per_second: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
    cpu_ms_per_session: Number(median(rounds.map(({ cpuMs }) => cpuMs)).toFixed(2)),
    cpu_relative_to_bare_batches: Number(median(rounds.map(({ ratio }) => ratio)).toFixed(1)),
    idle_mib: Math.round(idleMiB),
    peak_mib: Math.round(running.peakMiB()),
  }),
)
await bare.stop()
await service.stop()
