/**
 * Every route under thousands of hostile requests: no internal error, every refusal is a problem document, no partial
 * write.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { databaseFile } from '../../src/store/sqlite/connection.ts'
import type { Store } from '../../src/store/store.ts'
import { call, isForMembers, isForPages } from './attack_caller.ts'
import { amount, SEED, tell } from './attack_full.ts'
import { type HostileRequest, hostileRequests } from './attack_requests.ts'
import { CASES, differences } from './attack_routes.ts'
import { type FilledWorkspace, setUpWorkspace } from './attack_workspace.ts'
import { times, UNLIMITED } from './collect_client.ts'
import { type Running, serveUntil, stop } from './command.ts'
import { OWN_HEADERS } from './dashboard_client.ts'
import { fetchDocument, inlinedSchema } from './openapi_schema.ts'
import type { RouteCase } from './route_case.ts'
import { listenForRoutes } from './route_table.ts'
import { type RunningService, runService } from './running_service.ts'

const PER_FAMILY = amount(200, 5_000)
const TOGETHER = 25
/** Allowed memory above the level after all threads and models are loaded. */
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

/** A second service, for its list of routes and for the control. */
const table = listenForRoutes((app) => {
  // A faulty route, which does not validate its input.
  app.post<{ Body: { name: string } }>('/test/throws', async ({ body }) => ({
    name: body.name.toUpperCase(),
  }))
})
let control: RunningService

beforeAll(async () => {
  process_ = await serveUntil({ folder, env: ENV }, /http:\/\/127/)
  store = await openStore('sqlite', folder, { beside: true })
  control = await runService(ENV)
  isProblem = problemCheck(await fetchDocument(process_.address))
  await callAll(await setUpWorkspace(store))
  await callTogether()
  memoryBefore = memoryMb()
})
afterAll(async () => {
  await store?.close()
  await control?.stop()
  if (process_ !== undefined) await stop(process_)
  rmSync(folder, { recursive: true, force: true })
})

/** Responses as described in the service's OpenAPI document. */
function problemCheck(document: {
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { schema: object }> }> } }
  >
  components: { schemas: Record<string, object> }
}): (given: unknown) => boolean {
  const route = document.paths['/v1/sessions/{sessionId}/report']
  const schema = route?.get.responses['404']?.content['application/problem+json']?.schema
  const compiled = Compile(inlinedSchema(document, schema))
  return (given) => compiled.Check(given)
}

function memoryMb(): number {
  const status = readFileSync(`/proc/${process_.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** One set of headers for each kind of caller that the route accepts. */
async function credentialsOf(one: RouteCase, filled: FilledWorkspace): Promise<Record<string, string>[]> {
  const own = one.route.startsWith('GET') ? {} : OWN_HEADERS
  const login = isForMembers(one) ? [{ ...own, cookie: await filled.cookie() }] : []
  if (one.access === 'login') return login
  if (one.access === 'sessions' || one.access === 'admin')
    return [{ authorization: `Bearer ${filled.secretKey}` }, ...login]
  if (one.access === 'survey') return [{ api_key: filled.secretKey }]
  return [isForPages(one) ? own : {}]
}

/** Sends every valid request once, each in a new workspace. */
async function callAll(given?: FilledWorkspace): Promise<void> {
  for (const one of CASES) {
    const filled = given !== undefined && one.route.startsWith('GET') ? given : await setUpWorkspace(store)
    const caller = one.access === 'login' ? { cookie: await filled.cookie() } : { key: filled.secretKey }
    const { status, text } = await call(process_.address, one, filled, caller)
    // The login limit is already exceeded, so a wrong password gets 429.
    const isLate = status === 429 && /login|password|totp$/.test(one.route)
    if (!isLate) expect([one.route, status, text]).toEqual([one.route, one.status ?? 200, text])
  }
}

/** Valid requests that use worker threads, with the same concurrency as the later attacks. */
async function callTogether(): Promise<void> {
  const filled = await setUpWorkspace(store)
  const sharing = CASES.filter(({ access, route }) => access === 'survey' || route === 'POST /v1/login')
  await times(
    8 * TOGETHER,
    async (index) => {
      const one = sharing[index % sharing.length] as RouteCase
      await call(process_.address, one, { ...filled, participant: `p${index}` }, { key: filled.secretKey })
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

/** Null if the service closed the connection without reading the body. */
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

/** Reopens a closed connection, and waits while the disk stalls because of other load on the machine. */
async function sendAgain(address: string, one: HostileRequest): Promise<Answered | null> {
  for (let tried = 0; ; tried++) {
    const answered = await ask(address, one)
    const isPassing = answered === null || answered.text.includes('"store_unavailable"')
    if (!isPassing || tried === 3) return answered
    if (answered !== null) await new Promise((wait) => setTimeout(wait, 2_000))
  }
}

/** Describes the fault of a response, if any. */
function faultOf({ method, path, headers }: HostileRequest, answered: Answered | null): string | undefined {
  // A client that cannot parse such a long request line does not know that the response has no body.
  const isEndless = path.length + JSON.stringify(headers).length > 8_000
  if (answered === null) return method === 'HEAD' && isEndless ? undefined : 'no answer'
  const { status, type, text } = answered
  if (status >= 500 && !text.includes('"proxy_misconfigured"')) return `${status} ${text}`
  if (status < 400 || method === 'HEAD') return undefined
  // Clients of captchas expect errors in that format.
  if (/\/siteverify(\?|$)/.test(path) && Array.isArray(JSON.parse(text)['error-codes'])) return undefined
  if (!type.startsWith('application/problem+json')) return `${status} is no problem document but ${type}`
  const problem = JSON.parse(text)
  if (!isProblem(problem)) return `breaks the document: ${text}`
  if (problem.status !== status) return `says ${problem.status} and is ${status}`
  if (problem.code === 'invalid_request' && !(problem.errors?.length > 0)) return `names no field: ${text}`
  return undefined
}

/** Tables with data that is neither derived nor created in the background. */
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
  'surveys',
  'idempotency',
  'devices',
  'labels',
  'audit',
  'webhooks',
  'uploads',
] as const
/** Demo workspaces are filled in the background. */
const OWN = "workspace NOT LIKE 'ws_demo_%'"
const CONDITIONS: Partial<Record<(typeof KEPT)[number], string>> = {
  sessions: OWN,
  batches: `session IN (SELECT no FROM sessions WHERE ${OWN})`,
  analyses: OWN,
  answers: OWN,
  surveys: OWN,
}
const counting = KEPT.map(
  (name) => `(SELECT count(*) FROM ${name} WHERE ${CONDITIONS[name] ?? 'true'}) AS ${name}`,
).join(', ')

function countRows(): Record<string, number> {
  const db = new Sqlite(databaseFile(folder), { readonly: true })
  try {
    return db.prepare(`SELECT ${counting}`).get() as Record<string, number>
  } finally {
    db.close()
  }
}

/** Waits until uploaded files are checked in the background, because that stores results. */
async function uploadsChecked(): Promise<void> {
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
  /** Responses by code, to show that attacks pass the first validations. */
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
      const answered = await sendAgain(address, one)
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

it('covers every route of the service', () => {
  expect(differences(table.filter(({ url }) => url !== '/test/throws'))).toEqual([])
})

describe.each(families)('%s', (family) => {
  it(`answers ${PER_FAMILY} hostile requests with problem documents, and stores no data of rejected ones`, async () => {
    const cases = casesOf(family)
    const weight = (one: RouteCase) => (one.isDear ? 0.1 : 1)
    const share = PER_FAMILY / cases.reduce((sum, one) => sum + weight(one), 0)
    const tally: Tally = { sent: 0, accepted: 0, codes: new Map(), faults: [] }
    const filled = await setUpWorkspace(store)
    let rows: Record<string, number> | undefined
    for (const [at, one] of cases.entries()) {
      const callers = await credentialsOf(one, filled)
      const count = Math.ceil((share * weight(one)) / callers.length)
      const requests = callers.flatMap((credentials, nth) =>
        hostileRequests(one, filled, credentials, count, SEED + at + nth),
      )
      for (let from = 0; from < requests.length; from += TOGETHER) {
        if (rows === undefined) await uploadsChecked()
        rows ??= countRows()
        const isAccepted = await attack(
          requests.slice(from, from + TOGETHER),
          process_.address,
          tally,
          // Slow requests may be refused when many arrive at the same time.
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

describe('after all attacks', () => {
  it('the process is the same, has grown little, and logged no internal error', () => {
    expect(process_.child.exitCode).toBeNull()
    const grown = memoryMb() - memoryBefore
    tell('memory of the fuzzed process, MB', { before: Math.round(memoryBefore), grown: Math.round(grown) })
    expect(grown).toBeLessThan(MEMORY_MB)
    const { stdout, stderr } = process_.output()
    const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith('{'))
    expect(lines.length).toBeGreaterThan(PER_FAMILY)
    const levels = lines.map((line) => JSON.parse(line) as { level: string; message: string })
    const expected = ['store_unavailable', 'forward auth rejected the key of a proxy']
    expect(levels.filter(({ level, message }) => level === 'error' && !expected.includes(message))).toEqual(
      [],
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur.
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line))).toEqual([])
  })

  it('every valid request is answered as before', async () => {
    await callAll()
  })
})

it('a route that throws is found (control)', async () => {
  const throwing: RouteCase = {
    route: 'POST /test/throws',
    family: 'control',
    access: 'open',
    role: 'viewer',
    path: () => '/test/throws',
    body: () => ({ name: 'x', list: [1, { a: 2 }] }),
  }
  const tally: Tally = { sent: 0, accepted: 0, codes: new Map(), faults: [] }
  const filled = await setUpWorkspace(control.services.store)
  await attack(hostileRequests(throwing, filled, {}, 250, SEED), control.address, tally)
  expect(tally.faults.some((fault) => fault.includes('internal_error'))).toBe(true)
})
