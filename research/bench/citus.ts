/**
 * A Citus cluster (a coordinator, two workers, 32 shards, TLS and passwords between them) against one PostgreSQL server:
 * rates of reports, lists, the overview and ingest. Both take turns, so that other load affects both.
 *
 *   CITUS_BIN=... node research/bench/citus.ts [sessions, 2000] [seconds per measurement, 4] [rounds, 5]
 */
import { openStore } from '../../src/store/open.ts'
import { DAY_MS } from '../../src/store/terms.ts'
import { findCitusBuild, startCitus } from '../../test/setup/citus.ts'
import { startPostgres } from '../../test/setup/postgres.ts'
import { get, measure, type NextRequest } from './load.ts'
import { senders } from './senders.ts'
import { type MeasuredService, startMeasuredService } from './service.ts'
import { makeFiller } from './sizing_fill.ts'

const [sessions = 2_000, seconds = 4, rounds = 5] = process.argv.slice(2).map(Number)
const READERS = 8
const SENDERS = 32
/** More than a page of each user. */
const SESSIONS_A_USER = 400

const filler = makeFiller({
  sites: 1,
  batchesASession: 4,
  sessionsAUser: SESSIONS_A_USER,
  workspace: () => 'bench',
})

async function start(url: string): Promise<MeasuredService & { readonly cookie: string }> {
  const service = await startMeasuredService(url)
  const store = await openStore(url, service.folder)
  await filler.fill(store, 0, sessions)
  await store.close()
  const login = await fetch(`${service.address}/v1/first-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-byhand': '1' },
    body: JSON.stringify({ token: service.login, email: 'a@example.org', password: 'correct horse battery' }),
  })
  if (!login.ok) throw new Error(`the login failed: ${await login.text()}`)
  return { ...service, cookie: (login.headers.get('set-cookie') ?? '').split(';', 1)[0] as string }
}
type Started = Awaited<ReturnType<typeof start>>

const readers = (request: (host: string, number: number) => string, address: string): NextRequest[] =>
  Array.from({ length: READERS }, (_, reader) => {
    let number = reader * 7
    return () => {
      number += 13
      return request(new URL(address).host, number % sessions)
    }
  })

const REQUESTS: Readonly<Record<string, (service: Started, round: number) => NextRequest[]>> = {
  'report by ID': ({ address, secretKey }) =>
    readers((host, number) => {
      return get(`/v1/sessions/${filler.sessionId(number)}/report`, host, `Bearer ${secretKey}`)
    }, address),
  '100 newest of a user': ({ address, secretKey }) =>
    readers((host, number) => {
      const user = encodeURIComponent(filler.userOf(number))
      return get(`/v1/users/${user}/sessions`, host, `Bearer ${secretKey}`)
    }, address),
  overview: ({ address, cookie }) =>
    readers((host) => {
      const since = Math.floor((Date.now() - 7 * DAY_MS) / 3_600_000) * 3_600_000
      return `GET /v1/overview?since=${since} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`
    }, address),
  // Last, because its sessions are scored while later requests run.
  ingest: ({ address, siteKey }, round) => senders(SENDERS, address, siteKey, round + 1),
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

const cluster = await startCitus()
const server = await startPostgres({ binaries: findCitusBuild() })
const one = await start(server.url)
const many = await start(await cluster.newDatabase())
for (const [name, requests] of Object.entries(REQUESTS)) {
  const rates: Record<'one' | 'many', number[]> = { one: [], many: [] }
  const latencies: Record<'one' | 'many', number[]> = { one: [], many: [] }
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const turns = [['one', one] as const, ['many', many] as const]
    for (const [which, service] of round % 2 === 0 ? turns : turns.reverse()) {
      const { perSecond, p50Ms, others } = await measure(service.address, requests(service, round), seconds)
      if (Object.keys(others).length > 0) console.log(`${name}, ${which}: ${JSON.stringify(others)}`)
      if (round === 0) continue
      rates[which].push(perSecond)
      latencies[which].push(p50Ms)
    }
  }
  const ratios = rates.many.map((rate, index) => rate / (rates.one[index] as number))
  console.log(
    `${name}: ${median(rates.many).toFixed(1)}/s on Citus, ${median(rates.one).toFixed(1)}/s on one server; ` +
      `p50 ${median(latencies.many).toFixed(1)} and ${median(latencies.one).toFixed(1)} ms; ` +
      `ratio ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
  )
}
await one.stop()
await many.stop()
await server.stop()
await cluster.stop()
