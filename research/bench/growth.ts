/**
 * Cost of reads as the store grows: report by id, list by user, list by tag, with few and with many stored sessions.
 * Users have 10 sessions and tags 100 at both sizes, so that responses have the same size and only the store differs.
 *
 *   node research/bench/growth.ts [few] [many]
 */
import { hash } from 'node:crypto'
import { encodeBatch } from '../../src/contract/batch/codec.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { get, measure } from './load.ts'
import { randomId, realisticBatch, seeded } from './realistic_batch.ts'
import { type MeasuredService, prepareService } from './service.ts'

const FEW = Number(process.argv[2] ?? 10_000)
const MANY = Number(process.argv[3] ?? 1_000_000)
const SESSIONS_A_USER = 10
const SESSIONS_A_TAG = 100
const AT_ONCE = 2_000
/** Sessions, users and tags to read. Each is read once before the measurement, so that its reports exist. */
const PROBES = { report: 400, user: 100, tag: 20 }
const SECONDS = 2
const ROUNDS = 5
const CONNECTIONS = 2
/**
 * Sessions this far in the future are not yet quiet, so the background scorer skips them and only reads are measured.
 */
const AHEAD_MS = 3_600_000

const sessionId = (number: number) => randomId(seeded(number + 1), 22)
const user = (number: number) => `user ${Math.floor(number / SESSIONS_A_USER)}`
const tag = (number: number) => `tag ${Math.floor(number / SESSIONS_A_TAG)}`

async function fill(store: Store, stored: number): Promise<void> {
  const startedAt = Date.now() + AHEAD_MS
  for (let first = 0; first < stored; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, stored)
    await Promise.all(
      Array.from({ length: last - first }, (_, i) => append(store, first + i, startedAt + (first + i) * 10)),
    )
    if (process.stderr.isTTY) process.stderr.write(`\r${last} sessions stored`)
  }
}

function append(store: Store, number: number, at: number) {
  const random = seeded(number + 1)
  const words = {
    siteKey: '',
    sessionId: randomId(random, 22),
    tabSecret: '',
    tab: randomId(random, 8),
    seq: 0,
  }
  const { v: _v, site_key: _key, tab_secret: _secret, ...batch } = realisticBatch(random, words, at)
  const bytes = encodeBatch({ batch, receipt: { at } })
  const digest = hash('sha256', bytes, 'buffer')
  return store.sessions.append({
    workspace: 'bench',
    sessionId: words.sessionId,
    siteKeyId: 'bench',
    tab: words.tab,
    page: 0,
    seq: 0,
    receivedAt: at,
    bytes,
    digest,
    rows: batch.rows.length,
    final: false,
    tabSecret: digest,
    userId: user(number),
    tags: [tag(number)],
  })
}

const KINDS = ['report', 'user', 'tag'] as const
type Kind = (typeof KINDS)[number]

const PATHS: Readonly<Record<Kind, (number: number) => string>> = {
  report: (number) => `/v1/sessions/${sessionId(number)}/report`,
  user: (number) => `/v1/users/${encodeURIComponent(user(number))}/sessions`,
  tag: (number) => `/v1/tags/${encodeURIComponent(tag(number))}/sessions`,
}

interface Stage {
  readonly service: MeasuredService
  readonly probes: Readonly<Record<Kind, readonly string[]>>
}

async function prepareStage(stored: number): Promise<Stage> {
  const prepared = await prepareService('sqlite')
  const store = await openStore('sqlite', prepared.folder, {})
  await fill(store, stored)
  await store.close()
  const service = await prepared.start()
  const probesOf = (kind: Kind) =>
    Array.from({ length: PROBES[kind] }, (_, i) => PATHS[kind](Math.floor((stored * i) / PROBES[kind])))
  const probes = { report: probesOf('report'), user: probesOf('user'), tag: probesOf('tag') }
  const headers = { authorization: `Bearer ${service.secretKey}` }
  for (const path of KINDS.flatMap((kind) => probes[kind])) {
    const answer = await fetch(service.address + path, { headers })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  return { service, probes }
}

/** The median latency in milliseconds. */
async function send({ service, probes }: Stage, kind: Kind): Promise<number> {
  const host = new URL(service.address).host
  const connections = Array.from({ length: CONNECTIONS }, (_, c) => {
    let next = c
    return () =>
      get(probes[kind][next++ % probes[kind].length] as string, host, `Bearer ${service.secretKey}`)
  })
  const { p50Ms, others } = await measure(service.address, connections, SECONDS)
  if (Object.keys(others).length > 0) throw new Error(`unexpected responses: ${JSON.stringify(others)}`)
  return p50Ms
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

const few = await prepareStage(FEW)
const many = await prepareStage(MANY)
const ratios: Record<Kind, number> = { report: 0, user: 0, tag: 0 }
for (const kind of KINDS) {
  const rounds: { few: number; many: number }[] = []
  // Both sizes alternate, so that other load on the machine affects them equally.
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ few: await send(few, kind), many: await send(many, kind) })
  }
  ratios[kind] = Number(median(rounds.map(({ few, many }) => many / few)).toFixed(2))
  const p50 = { few: median(rounds.map(({ few }) => few)), many: median(rounds.map(({ many }) => many)) }
  console.log(`${kind}: p50 ${p50.few.toFixed(2)} ms at ${FEW}, ${p50.many.toFixed(2)} ms at ${MANY}`)
}
const memoryMiB = Math.max(few.service.running.memoryMiB(), many.service.running.memoryMiB())
console.log(
  JSON.stringify({ bench: 'growth', few: FEW, many: MANY, ...ratios, memory_mib: Math.round(memoryMiB) }),
)
await few.service.stop()
await many.service.stop()
