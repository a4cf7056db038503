/**
 * What reading costs as the store grows: report by id, list by user, list by tag, at few and at many stored sessions.
 * Users have 10 sessions and tags 100 at either size, so that the answers are alike and only the store differs.
 *
 *   node bench/growth.ts [few] [many]
 */
import { hash } from 'node:crypto'
import { encodeBatch } from '../src/contract/codec.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/store.ts'
import { get, measure } from './load.ts'
import { randomId, realisticBatch, seeded } from './realistic_batch.ts'
import { type MeasuredService, prepareService } from './service.ts'

const FEW = Number(process.argv[2] ?? 10_000)
const MANY = Number(process.argv[3] ?? 1_000_000)
const SESSIONS_A_USER = 10
const SESSIONS_A_TAG = 100
const AT_ONCE = 2_000
/** Sessions, users and tags that are asked for; each is asked once before, so that its reports are made. */
const PROBES = { report: 400, user: 100, tag: 20 }
const SECONDS = 4
const CONNECTIONS = 2

const sessionId = (number: number) => randomId(seeded(number + 1), 22)
const user = (number: number) => `user ${Math.floor(number / SESSIONS_A_USER)}`
const tag = (number: number) => `tag ${Math.floor(number / SESSIONS_A_TAG)}`

async function fill(store: Store, from: number, to: number): Promise<void> {
  const startedAt = Date.now() - MANY * 10
  for (let first = from; first < to; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, to)
    await Promise.all(
      Array.from({ length: last - first }, (_, i) => append(store, first + i, startedAt + (first + i) * 10)),
    )
    if (process.stderr.isTTY) process.stderr.write(`\r${last} sessions stored`)
  }
}

function append(store: Store, number: number, at: number) {
  const chance = seeded(number + 1)
  const words = { siteKey: '', sessionId: randomId(chance, 22), claim: '', tab: randomId(chance, 8), seq: 0 }
  const { v: _v, site_key: _key, claim: _claim, ...batch } = realisticBatch(chance, words, at)
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
    claim: digest,
    userId: user(number),
    tags: [tag(number)],
  })
}

interface Costs {
  report: number
  user: number
  tag: number
  memoryMiB: number
}

async function ask(service: MeasuredService, stored: number): Promise<Costs> {
  const host = new URL(service.address).host
  const bearer = `Bearer ${service.secretKey}`
  const paths = {
    report: (n: number) => `/v1/sessions/${sessionId(n)}/report`,
    user: (n: number) => `/v1/users/${encodeURIComponent(user(n))}/sessions`,
    tag: (n: number) => `/v1/tags/${encodeURIComponent(tag(n))}/sessions`,
  }
  const costs: Costs = { report: 0, user: 0, tag: 0, memoryMiB: 0 }
  for (const kind of ['report', 'user', 'tag'] as const) {
    const probes = Array.from({ length: PROBES[kind] }, (_, i) =>
      paths[kind](Math.floor((stored * i) / PROBES[kind])),
    )
    for (const path of probes) {
      const answer = await fetch(service.address + path, { headers: { authorization: bearer } })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      await answer.arrayBuffer()
    }
    const connections = Array.from({ length: CONNECTIONS }, (_, c) => {
      let next = c
      return () => get(probes[next++ % probes.length] as string, host, bearer)
    })
    const { p50Ms, others } = await measure(service.address, connections, SECONDS)
    if (Object.keys(others).length > 0) throw new Error(`other answers: ${JSON.stringify(others)}`)
    costs[kind] = p50Ms
    costs.memoryMiB = Math.max(costs.memoryMiB, service.running.memoryMiB())
  }
  return costs
}

const prepared = await prepareService('sqlite')
async function stage(from: number, to: number): Promise<Costs> {
  const store = await openStore('sqlite', prepared.folder, {})
  await fill(store, from, to)
  await store.close()
  const service = await prepared.start()
  const costs = await ask(service, to)
  await service.running.stop()
  console.log(`${to} sessions: ${JSON.stringify(costs)}`)
  return costs
}

const few = await stage(0, FEW)
const many = await stage(FEW, MANY)
const ratio = (kind: 'report' | 'user' | 'tag') => Number((many[kind] / few[kind]).toFixed(2))
console.log(
  JSON.stringify({
    bench: 'growth',
    few: FEW,
    many: MANY,
    report: ratio('report'),
    user: ratio('user'),
    tag: ratio('tag'),
    memory_mib: Math.round(Math.max(few.memoryMiB, many.memoryMiB)),
  }),
)
await prepared.remove()
