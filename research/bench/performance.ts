/**
 * Throughput, latency, CPU time and bytes of the service on SQLite, on PostgreSQL, and as three nodes on one
 * PostgreSQL, compared with an endpoint that only parses and validates a batch. All alternate on one machine, which
 * also generates the load, so only the ratios are meaningful. docs/benchmarks/service.md records the results.
 *
 *   node research/bench/performance.ts [seconds per turn, 5] [rounds, 3]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { databaseFile } from '../../src/store/sqlite/connection.ts'
import { startPostgres } from '../../test/setup/postgres.ts'
import { get, type Measured, measure, type NextRequest, post } from './load.ts'
import { cpuMsOf, run } from './processes.ts'
import { randomId, realisticBatch, seeded } from './realistic_batch.ts'
import { senders } from './senders.ts'
import { type MeasuredService, prepareService } from './service.ts'
import { english, history } from './survey_texts.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const ROUNDS = Number(process.argv[3] ?? 3)
const SENDERS = 192
const READERS = 24
const SURVEYORS = 6
const SESSIONS = 300
const NODES = 3
/** Long enough to load models and compile hot code. */
const WARM_UP_SECONDS = 3

interface Arrangement {
  readonly name: string
  readonly nodes: readonly MeasuredService[]
  /** CPU time so far of all nodes and the database. */
  cpuMs(): number
  bytes(): Promise<number>
}

const KINDS = ['ingest', 'report', 'list', 'survey'] as const
type Kind = (typeof KINDS)[number]

interface Turn extends Pick<Measured, 'requests' | 'perSecond' | 'p50Ms' | 'p99Ms'> {
  readonly cpuUs: number
}

const random = seeded(23)
const user = (number: number) => `user ${number % 100}`
const sessionIds = Array.from({ length: SESSIONS }, () => randomId(random, 22))

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

async function onSqlite(): Promise<Arrangement> {
  const node = await (await prepareService('sqlite')).start()
  // The database file excludes pages that are still only in the write-ahead log.
  const pages = new Sqlite(databaseFile(node.folder), { readonly: true })
  return {
    name: 'SQLite',
    nodes: [node],
    cpuMs: () => node.running.cpuMs(),
    bytes: async () =>
      Number(pages.pragma('page_count', { simple: true })) *
      Number(pages.pragma('page_size', { simple: true })),
  }
}

type Database = Awaited<ReturnType<typeof startPostgres>>

async function onPostgres(database: Database, nodeCount: number): Promise<Arrangement> {
  const url = await database.newDatabase()
  const prepared = await prepareService(url)
  const nodes: MeasuredService[] = []
  while (nodes.length < nodeCount) nodes.push(await prepared.start())
  const postmaster = Number(readFileSync(join(database.data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return {
    name: nodeCount === 1 ? 'PostgreSQL' : `PostgreSQL, ${nodeCount} nodes`,
    nodes,
    cpuMs: () => sum(nodes.map(({ running }) => running.cpuMs())) + cpuMsOf(postmaster, true),
    async bytes() {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 AS bytes')
      await client.end()
      return rows[0].bytes
    },
  }
}

/** Stores sessions of three batches each and scores them once. */
async function fill({ nodes: [node] }: Arrangement): Promise<void> {
  if (node === undefined) return
  const headers = { authorization: `Bearer ${node.secretKey}` }
  for (const [number, sessionId] of sessionIds.entries()) {
    const words = {
      siteKey: node.siteKey,
      sessionId,
      tabSecret: randomId(random, 22),
      tab: randomId(random, 8),
    }
    for (let seq = 0; seq < 3; seq++) {
      const batch = realisticBatch(random, { ...words, seq }, Date.now())
      const body = JSON.stringify({ ...batch, user_id: user(number) })
      const answer = await fetch(node.address + INGEST_PATH, { method: 'POST', body })
      if (answer.status !== 200) throw new Error(`sending a batch failed with status ${answer.status}`)
      await answer.arrayBuffer()
    }
    await (await fetch(`${node.address}/v1/sessions/${sessionId}/report`, { headers })).arrayBuffer()
  }
}

let participants = 0
function surveyBody(): string {
  const answers = ['q1', 'q2', 'q3'].map((id) => [id, english(150)] as const)
  return JSON.stringify({
    survey_id: 'bench',
    participant_id: `p${++participants}`,
    questions: Object.fromEntries(answers.map(([id]) => [id, 'What do you like about where you live?'])),
    responses: Object.fromEntries(answers),
    question_histories: Object.fromEntries(answers.map(([id, text]) => [id, history(text)])),
  })
}

function requests(
  kind: Kind,
  { address, secretKey, siteKey }: MeasuredService,
  share: number,
): NextRequest[] {
  const { host } = new URL(address)
  const reading = (path: () => string) => () => get(path(), host, `Bearer ${secretKey}`)
  const any = () => Math.floor(random() * SESSIONS)
  const many = (count: number, next: () => NextRequest) =>
    Array.from({ length: Math.ceil(count / share) }, next)
  switch (kind) {
    case 'ingest':
      return senders(SENDERS / share, address, siteKey, Math.floor(random() * 1e5))
    case 'report':
      return many(READERS, () => reading(() => `/v1/sessions/${sessionIds[any()]}/report`))
    case 'list':
      return many(READERS, () => reading(() => `/v1/users/${encodeURIComponent(user(any()))}/sessions`))
    case 'survey':
      return many(
        SURVEYORS,
        () => () =>
          post('/survey-check/v021', host, surveyBody(), {
            authorization: `Bearer ${secretKey}`,
            'content-type': 'application/json',
          }),
      )
  }
}

async function turn({ name, nodes, cpuMs }: Arrangement, kind: Kind, seconds = SECONDS): Promise<Turn> {
  const before = cpuMs()
  const measured = await Promise.all(
    nodes.map((node) => measure(node.address, requests(kind, node, nodes.length), seconds)),
  )
  const others = measured.flatMap((part) => Object.keys(part.others))
  if (others.length > 0) throw new Error(`${name}, ${kind}: ${others}`)
  const count = sum(measured.map(({ requests }) => requests))
  return {
    requests: count,
    perSecond: sum(measured.map(({ perSecond }) => perSecond)),
    p50Ms: median(measured.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...measured.map(({ p99Ms }) => p99Ms)),
    cpuUs: ((cpuMs() - before) * 1000) / count,
  }
}

const database = await startPostgres()
const bareServer = await run('bare_server.ts', {}, /"address"/)
const bareAddress = (JSON.parse(bareServer.output) as { address: string }).address
const arrangements = [await onSqlite(), await onPostgres(database, 1), await onPostgres(database, NODES)]
for (const arrangement of arrangements) await fill(arrangement)

async function bareTurn(): Promise<Turn> {
  const before = bareServer.cpuMs()
  const load = senders(SENDERS, bareAddress, 'bh_pk_bench', Math.floor(random() * 1e5))
  const measured = await measure(bareAddress, load, SECONDS)
  return { ...measured, cpuUs: ((bareServer.cpuMs() - before) * 1000) / measured.requests }
}

const middle = (turns: readonly Turn[], of: keyof Turn) => median(turns.map((turn) => turn[of]))
console.log(
  '| what | where | throughput relative to bare | per second | p50 ms | p99 / p50 | CPU us per request | CPU relative to bare |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const kind of KINDS) {
  const bare: Turn[] = []
  const turns = new Map(arrangements.map((arrangement) => [arrangement, [] as Turn[]]))
  for (const arrangement of arrangements) await turn(arrangement, kind, WARM_UP_SECONDS)
  const stored = await Promise.all(arrangements.map(({ bytes }) => bytes()))
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await bareTurn())
    for (const [arrangement, list] of turns) list.push(await turn(arrangement, kind))
  }
  const row = (name: string, list: readonly Turn[]) => {
    const ratio = (of: keyof Turn) => median(list.map((one, i) => one[of] / (bare[i] as Turn)[of])).toFixed(2)
    const p99 = median(list.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms)).toFixed(1)
    console.log(
      `| ${kind} | ${name} | ${ratio('perSecond')} | ${middle(list, 'perSecond').toFixed(0)} | ${middle(list, 'p50Ms').toFixed(1)} | ${p99} | ${middle(list, 'cpuUs').toFixed(0)} | ${ratio('cpuUs')} |`,
    )
  }
  if (kind === 'ingest') row('bare', bare)
  for (const [{ name }, list] of turns) row(name, list)
  if (kind !== 'ingest') continue
  for (const [i, [{ name, bytes }, list]] of [...turns].entries()) {
    const perBatch = ((await bytes()) - (stored[i] as number)) / sum(list.map(({ requests }) => requests))
    console.error(`${name}: ${perBatch.toFixed(0)} bytes on disk per batch`)
  }
}
for (const { name, nodes } of arrangements) {
  console.error(
    `${name}: at most ${Math.max(...nodes.map(({ running }) => running.peakMiB())).toFixed(0)} MiB per node`,
  )
  for (const node of nodes) await node.stop()
}
await bareServer.stop()
await database.stop()
