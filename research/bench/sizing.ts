/**
 * Storage per session, its growth, and the resources of a large service. Fills a store to two sizes, fits a line and
 * checks it against a third size; then computes the needs of 1,000 sites with 100 million sessions.
 *
 *   node research/bench/sizing.ts [postgres|sqlite] [few, 10000] [more, 50000] [check, 200000] [seconds per measurement, 4]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/server/workspace/keys.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { startPostgres } from '../../test/setup/postgres.ts'
import { get, measure, type NextRequest } from './load.ts'
import { cpuMsOf } from './processes.ts'
import { seeded } from './realistic_batch.ts'
import { senders } from './senders.ts'
import { type MeasuredService, prepareService } from './service.ts'
import { aWeek } from './sizing_arrivals.ts'
import { makeFiller, zipf } from './sizing_fill.ts'
import { checkpoint, loggedBytes, total, type Weight, weighPostgres, weighSqlite } from './sizing_measure.ts'
import { bytesAt, depthAt, drawLines, type Inputs, outlookOf, type Point, totalAt } from './sizing_model.ts'

const [engine = 'postgres', ...numbers] = process.argv.slice(2)
const [few = 10_000, more = 50_000, check = 200_000, seconds = 4] = numbers.map(Number)
const SITES = 1_000
/** A visit of twenty busy seconds: an assumption, not a measurement. */
const BATCHES_A_SESSION = 4
/** Sessions per day and retention in days. The second row is 100 million a month. */
const OUTLOOKS = [
  [100_000, 30],
  [3_333_333, 30],
  [3_333_333, 180],
  [33_333_333, 30],
] as const
/** A million a month bring as many in 13 minutes. */
const AFTER_CHECKPOINT = 300
const READERS = 8
const SENDERS = 64
/** A site of medium size. */
const READ_SITE = 9

/** PostgreSQL settings for a server of this size; durability is unchanged. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

const filler = makeFiller({ sites: SITES, batchesASession: BATCHES_A_SESSION })
const database = engine === 'postgres' ? await startPostgres({ settings: SETTINGS }) : undefined
const url = database?.url ?? 'sqlite'
const prepared = await prepareService(url)
function databaseCpu(): number {
  if (database === undefined) return 0
  const [pid] = readFileSync(join(database.data, 'postmaster.pid'), 'utf8').split('\n', 1)
  for (;;) {
    try {
      return cpuMsOf(Number(pid), true)
    } catch {
      // A process exited between listing and reading.
    }
  }
}

interface Cost {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time per request, in microseconds. */
  readonly nodeUs: number
  readonly databaseUs: number
}

async function cost(service: MeasuredService, connections: readonly NextRequest[]): Promise<Cost> {
  const before = { node: service.running.cpuMs(), database: databaseCpu() }
  const { requests, perSecond, p50Ms, p99Ms, others } = await measure(service.address, connections, seconds)
  if (Object.keys(others).length > 0) console.log(`unexpected responses: ${JSON.stringify(others)}`)
  const a = (ms: number) => Math.round((ms * 1000) / requests)
  return {
    perSecond,
    p50Ms,
    p99Ms,
    nodeUs: a(service.running.cpuMs() - before.node),
    databaseUs: a(databaseCpu() - before.database),
  }
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(url, prepared.folder, {})
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const reportOf = (number: number) => `/v1/sessions/${filler.sessionId(number)}/report`
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const MB = (bytes: number) => (bytes / 1e6).toFixed(1)
const points: (Point & { readonly batches: number; readonly events: number; readonly fillUs: number })[] = []
const costs: Record<string, Cost>[] = []
let stored = { sessions: 0, batches: 0, events: 0 }

for (const sessions of [few, more, check]) {
  const databaseBefore = databaseCpu()
  const loggedBefore = database ? await loggedBytes(url) : 0
  const filled = await withStore((store) => filler.fill(store, stored.sessions, sessions))
  const added = { ...filled, sessions: sessions - stored.sessions }
  const fillUs = ((databaseCpu() - databaseBefore) * 1000) / added.sessions
  stored = {
    sessions,
    batches: stored.batches + added.batches,
    events: stored.events + added.events,
  }
  const logged = database ? (await loggedBytes(url)) - loggedBefore : 0
  const perSession = (value: number) => value / added.sessions
  const weight: Weight = database ? await weighPostgres(url) : weighSqlite(prepared.folder)
  points.push({ ...stored, weight, fillUs })
  console.log(
    `${sessions} sessions, ${stored.batches} batches, ${stored.events} events: ${MB(total(weight))} MB, ` +
      `${(total(weight) / sessions).toFixed(0)} bytes per session, ${(total(weight) / stored.events).toFixed(2)} per event; filling, per session: ` +
      `${perSession(logged).toFixed(0)} bytes of log, ${fillUs.toFixed(0)} us of database CPU`,
  )
  costs.push(await measureRequests(sessions))
}

/** Waits until code is compiled and data files are loaded, so that later CPU time is due to the requests. */
async function warmedUp(service: MeasuredService, warmUp: () => Promise<unknown>): Promise<void> {
  await warmUp()
  for (;;) {
    const before = service.running.cpuMs()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (service.running.cpuMs() - before < 50) return
  }
}

async function measureRequests(sessions: number): Promise<Record<string, Cost>> {
  const workspace = filler.workspace(READ_SITE)
  const secret = await withStore((store) =>
    createKey(store.keys, { workspace, kind: 'secret', name: 'bench', scopes: ['sessions'] }, Date.now()),
  )
  const ours = Array.from({ length: sessions }, (_, number) => number).filter(
    (number) => filler.site(number) === READ_SITE,
  )
  const service = await prepared.start()
  const host = new URL(service.address).host
  const reading = (path: (number: number) => string) =>
    Array.from({ length: READERS }, (_, reader) => {
      let next = reader * 7
      return () => {
        next += 13
        return get(path(ours[next % ours.length] as number), host, `Bearer ${secret.key}`)
      }
    })
  await warmedUp(service, () => measure(service.address, reading(reportOf), 2))
  const result = {
    report: await cost(service, reading(reportOf)),
    user: await cost(
      service,
      reading((number) => `/v1/users/${encodeURIComponent(filler.userOf(number))}/sessions`),
    ),
    tag: await cost(
      service,
      reading((number) => `/v1/tags/campaign-${number % 40}/sessions?limit=20`),
    ),
    // Ingest runs last, because the sizes are already measured by then.
    ...(sessions === check && {
      ingest: await cost(service, senders(SENDERS, service.address, service.siteKey, sessions)),
    }),
  }
  await service.running.stop()
  for (const [kind, { perSecond, p50Ms, p99Ms, nodeUs, databaseUs }] of Object.entries(result)) {
    console.log(
      `  ${kind}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ` +
        `CPU ${nodeUs} us on the node and ${databaseUs} us on the database`,
    )
  }
  return result
}

const [first, second, third] = points as unknown as [Point, Point, Point]
const lines = drawLines(first, second)
const predicted = totalAt(lines, check)
const found = total(third.weight)
console.log(
  `\nfitted on ${few} and ${more}, predicted for ${check}: ${MB(predicted)} MB, measured ${MB(found)} MB, ` +
    `off by ${((predicted / found - 1) * 100).toFixed(1)}%`,
)
const after = drawLines(second, third)
console.log('\n| table or index | bytes per session | MB now | predicted | depth |\n|---|---|---|---|---|')
for (const line of [...after].sort((a, b) => b.part.bytes - a.part.bytes).slice(0, 24)) {
  const guess = lines.find(({ part }) => part.name === line.part.name)
  console.log(
    `| \`${line.part.name}\` | ${line.each.toFixed(1)} | ${MB(line.part.bytes)} | ${guess ? MB(bytesAt(guess, check)) : ''} | ${line.part.depth ?? ''} |`,
  )
}

if (database) {
  const depths = lines.filter(({ part }) => part.isIndex && part.bytes > 100_000)
  const right = depths.filter(
    (line) => depthAt(line, check) === third.weight.parts.find(({ name }) => name === line.part.name)?.depth,
  )
  console.log(`\ndepths predicted correctly: ${right.length} of ${depths.length}`)
}

if (database) {
  for (const compression of ['off', 'lz4'] as const) {
    await checkpoint(url, compression)
    const before = await loggedBytes(url)
    const from = stored.sessions
    stored = { ...stored, sessions: from + AFTER_CHECKPOINT }
    await withStore((store) => filler.fill(store, from, from + AFTER_CHECKPOINT))
    const logged = ((await loggedBytes(url)) - before) / AFTER_CHECKPOINT
    console.log(
      `${AFTER_CHECKPOINT} sessions after a checkpoint, wal_compression ${compression}: ${logged.toFixed(0)} bytes of log each`,
    )
  }
}

const last = costs.at(-1) as Record<string, Cost>
const databaseScoreUs = (points.at(-1)?.fillUs ?? 0) - BATCHES_A_SESSION * (last.ingest?.databaseUs ?? 0)
const INPUTS: Omit<Inputs, 'sessionsADay' | 'retentionDays'> = {
  sites: SITES,
  batchesASession: BATCHES_A_SESSION,
  readsASession: 1,
  // Each session is scored once when it becomes quiet, and once when it is read before that.
  scoresASession: 2,
  nodeUs: {
    batch: last.ingest?.nodeUs ?? 0,
    read: last.report?.nodeUs ?? 0,
    score: filler.scoreUs,
  },
  databaseUs: {
    batch: last.ingest?.databaseUs ?? 0,
    read: last.report?.databaseUs ?? 0,
    score: Math.max(0, Math.round(databaseScoreUs)),
  },
  load: 0.6,
  coresANode: 2,
  price: { coreHour: 0.02, gigabyteMonth: 0.1 },
}
console.log(`\ninputs: ${JSON.stringify(INPUTS)}\n`)
const rowsASession = sum(Object.values(third.weight.rows)) / check
const shares = zipf(SITES)
console.log(
  '| sessions per day | days kept | busiest minute (mean) | batches/s then | largest site, per minute | sites over 600 | sessions kept | TB | billion rows | depth | GB per bucket | node cores | nodes | database cores | cost per day |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|')
for (const [sessionsADay, retentionDays] of OUTLOOKS) {
  const week = aWeek(sessionsADay, shares, seeded(sessionsADay))
  const seen = outlookOf({ ...INPUTS, sessionsADay, retentionDays }, week.most, after, rowsASession)
  const cells = [
    sessionsADay.toLocaleString('en'),
    retentionDays,
    `${week.most} (${week.mean.toFixed(0)})`,
    seen.batchesPerSecondAtPeak.toFixed(0),
    week.largestSite,
    week.sitesOverDefault,
    `${(seen.stored / 1e6).toFixed(0)} M`,
    (seen.bytes / 1e12).toFixed(2),
    (seen.rows / 1e9).toFixed(1),
    seen.deepest.depth,
    (seen.bytesABucket / 1e9).toFixed(1),
    seen.nodeCores.toFixed(1),
    seen.nodes,
    seen.databaseCores.toFixed(1),
    seen.costADay.toFixed(0),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
console.log(
  `\n${JSON.stringify({
    bench: 'sizing',
    engine,
    sessions: check,
    bytes_a_session: Math.round(found / check),
    predicted_off_percent: Number(((predicted / found - 1) * 100).toFixed(1)),
    rows_a_session: Number(rowsASession.toFixed(1)),
  })}`,
)
await prepared.remove()
await database?.stop()
