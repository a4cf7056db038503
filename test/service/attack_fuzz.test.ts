/** Every route under thousands of hostile requests: no fault of ours, every refusal in form, nothing half-written. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { databaseFile } from '../../src/store/sqlite/connection.ts'
import type { Store } from '../../src/store/store.ts'
import { call } from './attack_caller.ts'
import { amount, SEED, tell } from './attack_full.ts'
import { furnish, type Place } from './attack_place.ts'
import { type HostileRequest, hostileRequests } from './attack_requests.ts'
import { CASES, differences, type RouteCase } from './attack_routes.ts'
import { times, UNLIMITED } from './collect_client.ts'
import { type Running, serveUntil, stop } from './command.ts'
import { OWN_HEADERS } from './dashboard_client.ts'
import { listenForRoutes } from './route_table.ts'
import { type RunningService, runService } from './running_service.ts'

const PER_FAMILY = amount(200, 5_000)
const TOGETHER = 25
/** Beyond what the process held once every thread it may have was there, with its models. */
const MEMORY_MB = 256

const ENV = {
  ...UNLIMITED,
  BYHAND_RATE_SURVEYS_PER_KEY: '0',
  BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
  BYHAND_LOG_LEVEL: 'debug',
} as const

const folder = mkdtempSync(join(tmpdir(), 'byhand-fuzz-'))
let process_: Running & { readonly address: string }
let store: Store
let isProblem: (document: unknown) => boolean
let memoryBefore: number

/** Only to hear of its routes, and for the control. */
const table = listenForRoutes((app) => {
  // As somebody writes who believes the caller.
  app.post<{ Body: { name: string } }>('/test/throws', async ({ body }) => ({
    name: body.name.toUpperCase(),
  }))
})
let control: RunningService

beforeAll(async () => {
  process_ = await serveUntil({ folder, env: ENV }, /http:\/\/127/)
  store = await openStore('sqlite', folder, { beside: true })
  control = await runService(ENV)
  isProblem = problemCheck(await (await fetch(`${process_.address}/openapi.json`)).json())
  await callAll(await furnish(store))
  await callTogether()
  memoryBefore = memoryMb()
})
afterAll(async () => {
  await store?.close()
  await control?.stop()
  if (process_ !== undefined) await stop(process_)
  rmSync(folder, { recursive: true, force: true })
})

/** As the service's own description of itself has it. */
function problemCheck(document: {
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { schema: TSchema }> }> } }
  >
}): (given: unknown) => boolean {
  const route = document.paths['/v1/sessions/{sessionId}/report']
  const schema = route?.get.responses['404']?.content['application/problem+json']?.schema as TSchema
  const compiled = Compile(schema)
  return (given) => compiled.Check(given)
}

function memoryMb(): number {
  const status = readFileSync(`/proc/${process_.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const credentialsOf = async (one: RouteCase, place: Place): Promise<Record<string, string>> => {
  const own = one.route.startsWith('GET') ? {} : OWN_HEADERS
  if (one.access === 'login') return { ...own, cookie: await place.cookie() }
  if (one.access === 'sessions') return { authorization: `Bearer ${place.secretKey}` }
  if (one.access === 'survey') return { api_key: place.secretKey }
  return one.path(place).startsWith('/app/') ? { ...own } : {}
}

/** Every right request once, each in a place where nobody has been before. */
async function callAll(given?: Place): Promise<void> {
  for (const one of CASES) {
    const place = given !== undefined && one.route.startsWith('GET') ? given : await furnish(store)
    const caller = one.access === 'login' ? { cookie: await place.cookie() } : { key: place.secretKey }
    const { status, text } = await call(process_.address, one, place, caller)
    // Too many have knocked by then, and the answer to a wrong password is to wait.
    const isLate = status === 429 && /login|password|totp$/.test(one.route)
    if (!isLate) expect([one.route, status, text]).toEqual([one.route, one.status ?? 200, text])
  }
}

/** Right requests that share threads: as many at a time as the attacks after them. */
async function callTogether(): Promise<void> {
  const place = await furnish(store)
  const sharing = CASES.filter(({ access, route }) => access === 'survey' || route === 'POST /app/api/login')
  await times(
    8 * TOGETHER,
    async (index) => {
      const one = sharing[index % sharing.length] as RouteCase
      await call(process_.address, one, { ...place, participant: `p${index}` }, { key: place.secretKey })
    },
    TOGETHER,
  )
}

interface Answered {
  readonly status: number
  readonly type: string
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER })

/** Null: the connection was closed on a body that nobody wanted to read. */
function ask(address: string, { method, path, headers, body }: HostileRequest): Promise<Answered | null> {
  const { promise, resolve } = Promise.withResolvers<Answered | null>()
  const outgoing = send(
    address,
    { method, path, headers, agent, setHost: headers.host === undefined },
    (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', () => resolve(null))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      )
    },
  )
  outgoing.on('error', () => resolve(null))
  outgoing.end(body)
  return promise
}

/** A connection that was just closed is opened again; a disk that stalls (this machine has others to serve) is waited for. */
async function askAgain(address: string, one: HostileRequest): Promise<Answered | null> {
  for (let tried = 0; ; tried++) {
    const answered = await ask(address, one)
    const isPassing = answered === null || answered.text.includes('"store_unavailable"')
    if (!isPassing || tried === 3) return answered
    if (answered !== null) await new Promise((wait) => setTimeout(wait, 2_000))
  }
}

/** What is wrong with an answer, if anything is. */
function faultOf({ method, path, headers }: HostileRequest, answered: Answered | null): string | undefined {
  // Whoever cannot read so long a head cannot know that it wanted no body: such an answer does not parse.
  const isEndless = path.length + JSON.stringify(headers).length > 8_000
  if (answered === null) return method === 'HEAD' && isEndless ? undefined : 'no answer'
  const { status, type, text } = answered
  if (status >= 500) return `${status} ${text}`
  if (status < 400 || method === 'HEAD') return undefined
  if (!type.startsWith('application/problem+json')) return `${status} is no problem document but ${type}`
  const problem = JSON.parse(text)
  if (!isProblem(problem)) return `breaks the document: ${text}`
  if (problem.status !== status) return `says ${problem.status} and is ${status}`
  if (problem.code === 'invalid_request' && !(problem.errors?.length > 0)) return `names no field: ${text}`
  return undefined
}

/** What is not derived from anything else, and not made in the background. */
const KEPT = [
  'workspaces',
  'keys',
  'members',
  'memberships',
  'links',
  'logins',
  'totp',
  'sessions',
  'batches',
  'analyses',
  'answers',
  'bands',
  'surveys',
  'idempotency',
  'devices',
  'labels',
  'audit',
  'webhooks',
  'uploads',
] as const
const counting = KEPT.map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`).join(', ')

function countRows(): Record<string, number> {
  const db = new Sqlite(databaseFile(folder), { readonly: true })
  try {
    return db.prepare(`SELECT ${counting}`).get() as Record<string, number>
  } finally {
    db.close()
  }
}

/** Files are checked in the background, and put answers there. */
async function settled(): Promise<void> {
  await expect
    .poll(
      () => {
        const db = new Sqlite(databaseFile(folder), { readonly: true })
        const running = db
          .prepare<[], number>("SELECT count(*) FROM uploads WHERE state = 'running'")
          .pluck()
          .get()
        db.close()
        return running
      },
      { timeout: 120_000, interval: 100 },
    )
    .toBe(0)
}

interface Tally {
  sent: number
  accepted: number
  /** By code, so that it can be seen whether attacks get far enough to mean something. */
  readonly codes: Map<string, number>
  readonly faults: string[]
}

async function attack(
  requests: readonly HostileRequest[],
  address: string,
  tally: Tally,
  together = TOGETHER,
): Promise<boolean> {
  let accepted = 0
  await times(
    requests.length,
    async (index) => {
      const one = requests[index] as HostileRequest
      const answered = await askAgain(address, one)
      const fault = faultOf(one, answered)
      if (fault !== undefined) {
        const body = one.body?.subarray(0, 300).toString() ?? ''
        tally.faults.push(
          `${one.method} ${one.path.slice(0, 200)} ${JSON.stringify(one.headers)} ${body}: ${fault}`,
        )
      }
      if (answered !== null && answered.status < 400) accepted++
      const code = /"code":"(\w+)"/.exec(answered?.text ?? '')?.[1] ?? String(answered?.status)
      tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1)
    },
    together,
  )
  tally.sent += requests.length
  tally.accepted += accepted
  return accepted > 0
}

const families = [...new Set(CASES.map(({ family }) => family))]
const casesOf = (family: string) => CASES.filter((one) => one.family === family)

it('knows every route of the service', () => {
  expect(differences(table.filter(({ url }) => url !== '/test/throws'))).toEqual([])
})

describe.each(families)('%s', (family) => {
  it(`answers ${PER_FAMILY} hostile requests in form, and keeps nothing of what it refuses`, async () => {
    const cases = casesOf(family)
    const weight = (one: RouteCase) => (one.isDear ? 0.1 : 1)
    const share = PER_FAMILY / cases.reduce((sum, one) => sum + weight(one), 0)
    const tally: Tally = { sent: 0, accepted: 0, codes: new Map(), faults: [] }
    const place = await furnish(store)
    let rows: Record<string, number> | undefined
    for (const [at, one] of cases.entries()) {
      const credentials = await credentialsOf(one, place)
      const requests = hostileRequests(one, place, credentials, Math.ceil(share * weight(one)), SEED + at)
      for (let from = 0; from < requests.length; from += TOGETHER) {
        if (rows === undefined) await settled()
        rows ??= countRows()
        const isAccepted = await attack(
          requests.slice(from, from + TOGETHER),
          process_.address,
          tally,
          // What takes seconds is refused when many ask for it together, and rightly.
          one.isDear ? 1 : TOGETHER,
        )
        if (isAccepted) rows = undefined
        else expect(countRows(), `something was kept of refused requests to ${one.route}`).toEqual(rows)
      }
      rows = undefined
    }
    expect(tally.faults.slice(0, 5)).toEqual([])
    expect(tally.sent).toBeGreaterThanOrEqual(PER_FAMILY)
    tell(`fuzz of ${family}`, {
      memory_mb: Math.round(memoryMb()),
      sent: tally.sent,
      accepted: tally.accepted,
      ...Object.fromEntries(tally.codes),
    })
  }, 1_200_000)
})

describe('after all of it', () => {
  it('the process is the same, has grown little, and says of no request that it failed', () => {
    expect(process_.child.exitCode).toBeNull()
    const grown = memoryMb() - memoryBefore
    tell('memory of the fuzzed process, MB', { before: Math.round(memoryBefore), grown: Math.round(grown) })
    expect(grown).toBeLessThan(MEMORY_MB)
    const { stdout, stderr } = process_.output()
    const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith('{'))
    expect(lines.length).toBeGreaterThan(PER_FAMILY)
    const levels = lines.map((line) => JSON.parse(line) as { level: string; message: string })
    expect(
      levels.filter(({ level, message }) => level === 'error' && message !== 'store_unavailable'),
    ).toEqual([])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line))).toEqual([])
  })

  it('every right request is answered as before', async () => {
    await callAll()
  })
})

it('would find a route that throws', async () => {
  const throwing: RouteCase = {
    route: 'POST /test/throws',
    family: 'control',
    access: 'open',
    role: 'viewer',
    path: () => '/test/throws',
    body: () => ({ name: 'x', list: [1, { a: 2 }] }),
  }
  const tally: Tally = { sent: 0, accepted: 0, codes: new Map(), faults: [] }
  const place = await furnish(control.services.store)
  await attack(hostileRequests(throwing, place, {}, 250, SEED), control.address, tally)
  expect(tally.faults.some((fault) => fault.includes('internal_error'))).toBe(true)
})
