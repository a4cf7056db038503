/**
 * Hours of ordinary load on one machine: visits that send batches, reads of reports and lists, survey checks, and a
 * dashboard user. No request may fail, and neither memory nor latency may grow. Prints one line per minute; the last
 * line compares the end with the beginning. The exit status is 1 if a request failed or a figure grew.
 *
 *   node research/bench/soak.ts [minutes, 120] [store]
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { apiUrl } from '../../src/dashboard/client.ts'
import { quantile } from './load.ts'
import { randomId, realisticBatch, seeded } from './realistic_batch.ts'
import { startMeasuredService } from './service.ts'
import { english, history } from './survey_texts.ts'

const MINUTES = Number(process.argv[2] ?? 120)
const STORE = process.argv[3] ?? 'sqlite'

const VISITS_A_SECOND = 3
const BATCHES_A_VISIT = 6
/** The interval of the browser script. */
const BATCH_EVERY_MS = 5_000
const SURVEYS_A_SECOND = 0.5
const LISTS_A_SECOND = 1
const PAGES_A_SECOND = 0.3

/** Share of the run for compiling code, filling caches and scoring the first sessions. The comparison excludes it. */
const WARM_UP_SHARE = 0.1
/** Allowed growth from the first third to the last third. */
const MOST_MEMORY_GROWTH = 1.1
const MOST_WAITING_GROWTH = 1.5

const PAGES = ['/me', '/sessions?limit=50', '/sessions/histogram', '/surveys', '/quality', '/audit']
const QUESTION = 'What do you like about living where you live, and what would you change?'
const KINDS = ['batch', 'report', 'list', 'survey', 'page'] as const
type Kind = (typeof KINDS)[number]

interface Minute {
  readonly memoryMiB: number
  readonly waits: Readonly<Record<Kind, number[]>>
}

const service = await startMeasuredService(STORE)
const random = seeded(11)
const failures = new Map<string, number>()
const freshWaits = (): Record<Kind, number[]> => ({ batch: [], report: [], list: [], survey: [], page: [] })
let waits = freshWaits()
let ends = false

async function send(kind: Kind, path: string, init: RequestInit = {}): Promise<string> {
  const startedMs = performance.now()
  try {
    const response = await fetch(service.address + path, init)
    const text = await response.text()
    waits[kind].push(performance.now() - startedMs)
    if (response.status !== 200) fail(`${kind} ${response.status}`)
    return response.status === 200 ? text : ''
  } catch (error) {
    fail(`${kind} ${error instanceof Error ? error.message : error}`)
    return ''
  }
}

function fail(what: string): void {
  failures.set(what, (failures.get(what) ?? 0) + 1)
}

const withKey = { headers: { authorization: `Bearer ${service.secretKey}` } }

async function visit(): Promise<void> {
  const words = { siteKey: service.siteKey, sessionId: randomId(random, 22), tabSecret: randomId(random, 22) }
  const tab = randomId(random, 8)
  const named = {
    user_id: `user ${Math.floor(random() * 5_000)}`,
    tags: [`wave ${Math.floor(random() * 50)}`],
  }
  let token: string | undefined
  for (let seq = 0; seq < BATCHES_A_VISIT && !ends; seq++) {
    const batch = {
      ...realisticBatch(random, { ...words, tab, seq }, Date.now()),
      ...(token !== undefined && { token }),
      ...(seq === BATCHES_A_VISIT - 1 && { final: true }),
      ...named,
    }
    const answer = await send('batch', INGEST_PATH, { method: 'POST', body: JSON.stringify(batch) })
    token = answer === '' ? token : (JSON.parse(answer) as { token: string }).token
    await wait(BATCH_EVERY_MS, undefined, { ref: false })
  }
  if (!ends) await send('report', `/v1/sessions/${words.sessionId}/report`, withKey)
}

let participants = 0
async function survey(): Promise<void> {
  const participant = ++participants
  const answers = ['q1', 'q2', 'q3'].map((id) => [id, english(60 + Math.floor(random() * 240))] as const)
  const body = JSON.stringify({
    survey_id: `soak ${Math.floor(participant / 2_000)}`,
    participant_id: `p${participant}`,
    questions: Object.fromEntries(answers.map(([id]) => [id, QUESTION])),
    responses: Object.fromEntries(answers),
    question_histories: Object.fromEntries(answers.map(([id, text]) => [id, history(text)])),
  })
  const headers = { ...withKey.headers, 'content-type': 'application/json' }
  await send('survey', '/survey-check/v021', { method: 'POST', headers, body })
}

async function list(): Promise<void> {
  const path =
    random() < 0.5
      ? `/v1/users/${encodeURIComponent(`user ${Math.floor(random() * 5_000)}`)}/sessions`
      : `/v1/tags/sessions?tag=${encodeURIComponent(`wave ${Math.floor(random() * 50)}`)}`
  await send('list', path, withKey)
}

async function logIn(): Promise<string> {
  const response = await fetch(`${service.address}/v1/first-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-byhand': '1' },
    body: JSON.stringify({
      token: service.login,
      email: 'soak@example.org',
      password: 'correct horse battery',
    }),
  })
  if (response.status !== 200) throw new Error(`logging in failed: ${await response.text()}`)
  return (response.headers.get('set-cookie') ?? '').split(';', 1)[0] as string
}

/** Starts `act` at random times with this rate, whether or not earlier calls have finished. */
async function often(perSecond: number, act: () => Promise<void>): Promise<void> {
  while (!ends) {
    void act()
    await wait((-Math.log(1 - random()) / perSecond) * 1000, undefined, { ref: false })
  }
}

function bytesOnDisk(): number {
  return readdirSync(service.folder).reduce((sum, name) => sum + statSync(join(service.folder, name)).size, 0)
}

const p = (values: readonly number[], share: number): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    share,
  )

const cookie = await logIn()
const startedAt = new Date()
void often(VISITS_A_SECOND, visit)
void often(SURVEYS_A_SECOND, survey)
void often(LISTS_A_SECOND, list)
void often(PAGES_A_SECOND, async () => {
  await send('page', apiUrl(PAGES[Math.floor(random() * PAGES.length)] as string), { headers: { cookie } })
})

const minutes: Minute[] = []
for (let minute = 1; minute <= MINUTES; minute++) {
  const cpuMs = service.running.cpuMs()
  await wait(60_000)
  const memoryMiB = service.running.memoryMiB()
  const latencies = KINDS.map((kind) => {
    const of = waits[kind]
    return `${kind} ${of.length}: ${p(of, 0.5).toFixed(1)}/${p(of, 0.99).toFixed(1)} ms`
  })
  console.log(
    `minute ${minute}: memory ${memoryMiB.toFixed(0)} MiB, CPU ${((service.running.cpuMs() - cpuMs) / 600).toFixed(1)}%, disk ${(bytesOnDisk() / 1e6).toFixed(1)} MB, ${latencies.join(', ')}, failures ${JSON.stringify(Object.fromEntries(failures))}`,
  )
  minutes.push({ memoryMiB, waits })
  waits = freshWaits()
}
ends = true

const compared = minutes.slice(Math.ceil(MINUTES * WARM_UP_SHARE))
const third = Math.max(1, Math.floor(compared.length / 3))
const first = compared.slice(0, third)
const last = compared.slice(-third)
const memoryOf = (part: readonly Minute[]) =>
  p(
    part.map(({ memoryMiB }) => memoryMiB),
    0.5,
  )
const waitOf = (part: readonly Minute[], kind: Kind, share: number) =>
  p(
    part.flatMap((minute) => minute.waits[kind]),
    share,
  )
const waiting = Object.fromEntries(
  KINDS.map((kind) => [kind, Number((waitOf(last, kind, 0.5) / waitOf(first, kind, 0.5)).toFixed(2))]),
)
const memory = Number((memoryOf(last) / memoryOf(first)).toFixed(3))
const hasGrown =
  memory > MOST_MEMORY_GROWTH || Object.values(waiting).some((ratio) => ratio > MOST_WAITING_GROWTH)
console.log(
  JSON.stringify({
    bench: 'soak',
    store: STORE,
    started: startedAt.toISOString(),
    minutes: MINUTES,
    requests: minutes.reduce(
      (sum, { waits: of }) => sum + KINDS.reduce((n, kind) => n + of[kind].length, 0),
      0,
    ),
    memory_last_over_first: memory,
    p50_last_over_first: waiting,
    p99_ms: Object.fromEntries(KINDS.map((kind) => [kind, Number(waitOf(compared, kind, 0.99).toFixed(1))])),
    peak_mib: Math.round(service.running.peakMiB()),
    failures: Object.fromEntries(failures),
  }),
)
await service.stop()
process.exit(hasGrown || failures.size > 0 ? 1 : 0)
