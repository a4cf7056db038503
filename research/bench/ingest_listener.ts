/**
 * Ingest through Fastify's route, compared with a listener that handles batches before Fastify's routing. The two
 * services alternate within one run, and the idle one is paused. Only the ratio of the listener to the route is
 * meaningful: first under the usual load, then with ten times as many senders, which ignore Retry-After. There are many
 * short turns, because the speed of a shared machine varies from second to second.
 *
 *   node research/bench/ingest_listener.ts [seconds per turn, 3] [rounds, 16] [store]
 */
import { type Measured, measure, quantile } from './load.ts'
import { senders } from './senders.ts'
import { type MeasuredService, prepareService } from './service.ts'

const SECONDS = Number(process.argv[2] ?? 3)
const ROUNDS = Number(process.argv[3] ?? 16)
const STORE = process.argv[4] ?? 'sqlite'
/** Number of senders and turn length per load. Opening many connections takes longer. */
const LOADS = {
  usual: { count: 256, seconds: SECONDS },
  overload: { count: 2560, seconds: 2 * SECONDS },
} as const
const WARM_UP_SECONDS = 12

interface Turn extends Measured {
  /** CPU time per response, rejections included. */
  readonly cpuUs: number
  /** Event-loop time per response. It limits a node's throughput and is least affected by other work on the machine. */
  readonly loopUs: number
  readonly memoryMiB: number
}

const VARIANTS = ['route', 'listener'] as const
type Variant = (typeof VARIANTS)[number]

const services: Readonly<Record<Variant, MeasuredService>> = {
  route: await (await prepareService(STORE)).start(),
  listener: await (await prepareService(STORE)).start(undefined, 'ingest_listener_server.ts'),
}
const otherThan = (variant: Variant): Variant => (variant === 'route' ? 'listener' : 'route')
let run = 0

async function turn(variant: Variant, count: number, seconds: number): Promise<Turn> {
  const { address, siteKey, running } = services[variant]
  const other = services[otherThan(variant)].running
  other.pause()
  const [cpuBefore, loopBefore] = [running.cpuMs(), running.eventLoopMs()]
  const measured = await measure(address, senders(count, address, siteKey, ++run), seconds)
  const responses = Object.values(measured.others).reduce((sum, some) => sum + some, measured.requests)
  const cpuUs = ((running.cpuMs() - cpuBefore) * 1000) / responses
  const loopUs = ((running.eventLoopMs() - loopBefore) * 1000) / responses
  other.resume()
  return { ...measured, cpuUs, loopUs, memoryMiB: running.memoryMiB() }
}

const quantileOf = (values: readonly number[], share: number) =>
  quantile(
    values.toSorted((a, b) => a - b),
    share,
  )

const FIGURES = ['perSecond', 'p50Ms', 'p99Ms', 'cpuUs', 'loopUs', 'memoryMiB'] as const

for (const [load, { count, seconds }] of Object.entries(LOADS)) {
  const turns: Record<Variant, Turn[]> = { route: [], listener: [] }
  for (const variant of VARIANTS) await turn(variant, count, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? VARIANTS : VARIANTS.toReversed()
    for (const variant of order) turns[variant].push(await turn(variant, count, seconds))
    const written = VARIANTS.map((variant) => {
      const { perSecond, p50Ms, p99Ms, cpuUs, loopUs, others } = turns[variant].at(-1) as Turn
      return `${variant} ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, CPU ${cpuUs.toFixed(0)} us, event loop ${loopUs.toFixed(0)} us ${JSON.stringify(others)}`
    })
    console.log(`${load} ${round + 1}: ${written.join('; ')}`)
  }
  for (const figure of FIGURES) {
    const ratios = turns.listener.map((one, i) => one[figure] / (turns.route[i] as Turn)[figure])
    const [lower, middle, upper] = [0.25, 0.5, 0.75].map((share) => quantileOf(ratios, share).toFixed(2))
    const each = VARIANTS.map(
      (variant) =>
        `${variant} ${quantileOf(
          turns[variant].map((one) => one[figure]),
          0.5,
        ).toFixed(1)}`,
    )
    console.log(
      `${load}, ${figure}: ratio of listener to route ${middle} (quartiles ${lower} to ${upper}); ${each.join(', ')}`,
    )
  }
  const peaks = VARIANTS.map((variant) => `${variant} ${services[variant].running.peakMiB().toFixed(0)}`)
  console.log(`${load}, peak MiB so far: ${peaks.join(', ')}`)
}
for (const variant of VARIANTS) await services[variant].stop()
