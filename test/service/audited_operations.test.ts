/** Each operation leaves the entries in the audit log that it declares; an operation without one writes nothing else. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../../src/server/account/totp.ts'
import { operationsByCaller } from '../../src/server/boot/operations.ts'
import type { Operation } from '../../src/server/http/operation.ts'
import type { AuditEntry } from '../../src/store/audit.ts'
import { READS } from '../../src/store/reads.ts'
import { type Caller, call } from './attack_caller.ts'
import { CASES } from './attack_routes.ts'
import { type FilledWorkspace, setUpWorkspace } from './attack_workspace.ts'
import { UNLIMITED } from './collect_client.ts'
import { loginTo, PASSWORD } from './dashboard_client.ts'
import type { RouteCase } from './route_case.ts'
import { listenForRoutes } from './route_table.ts'
import { type RunningService, runService } from './running_service.ts'

/** When a key or a login was last used, and reports that are built when they are first read. */
const ON_READS = ['keys.touch', 'accounts.touchLogin', 'sessions.saveReport']

interface Written {
  readonly by: string[]
  readonly entries: AuditEntry[]
}
/** Of the request that runs. Background jobs write outside of it. */
const written = new AsyncLocalStorage<Written>()
let latest: Written
listenForRoutes((app) =>
  app.addHook('onRequest', (_request, _reply, done) => {
    latest = { by: [], entries: [] }
    written.run(latest, done)
  }),
)

let service: RunningService
beforeAll(async () => {
  service = await runService({
    ...UNLIMITED,
    BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
    BYHAND_LOG_LEVEL: 'silent',
  })
  const { store } = service.services
  for (const [part, reads] of Object.entries(READS)) {
    const functions = store[part as keyof typeof READS] as unknown as Record<
      string,
      (...given: never[]) => unknown
    >
    for (const name of functionsOf(functions)) {
      if ((reads as readonly string[]).includes(name)) continue
      const run = functions[name]?.bind(functions) as (...given: never[]) => unknown
      functions[name] = (...given) => {
        const found = written.getStore()
        found?.by.push(`${part}.${name}`)
        if (part === 'audit' && name === 'add') found?.entries.push(given[0] as unknown as AuditEntry)
        return run(...given)
      }
    }
  }
})
afterAll(() => service?.stop())

/** Of an object, or of the class of one. */
function functionsOf(one: object): string[] {
  const names = new Set<string>()
  for (let at = one; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  names.delete('constructor')
  return [...names].filter((name) => typeof (one as Record<string, unknown>)[name] === 'function')
}

interface Prepared {
  readonly case?: Partial<RouteCase>
  readonly cookie?: string
}
type Prepare = (filled: FilledWorkspace, one: RouteCase) => Promise<Prepared>

const asCaseOf = (filled: FilledWorkspace, route: string) => {
  const one = CASES.find((known) => known.route === route) as RouteCase
  return call(service.address, one, filled, { key: filled.adminOnly })
}
/** First another operation, then this one. */
const after =
  (route: string, own: Partial<RouteCase> = {}): Prepare =>
  async (filled) => {
    expect((await asCaseOf(filled, route)).status).toBeLessThan(300)
    return { case: { status: 200, ...own } }
  }
let people = 0
async function member(filled: FilledWorkspace) {
  const email = `audited${people++}@example.org`
  return { email, client: await loginTo(service, filled.workspace, 'owner', email) }
}
async function withSecondFactor(filled: FilledWorkspace) {
  const { client } = await member(filled)
  await client.send('POST', '/totp/start')
  const { id } = (await client.get<{ member: { id: string } }>('/me')).json.member
  const { secret } = (await service.services.store.accounts.totp(id)) as { secret: Uint8Array }
  return { client, code: totpCode(secret, Math.floor(Date.now() / 30_000)) }
}
const asMember: Prepare = async (filled) => ({
  cookie: (await member(filled)).client.cookie,
  case: { status: 200 },
})
const confirmed: Prepare = async (filled) => {
  const { client, code } = await withSecondFactor(filled)
  expect((await client.send('POST', '/totp/confirm', { code })).status).toBe(200)
  return { cookie: client.cookie, case: { status: 200 } }
}

/** What must exist before, where the case of the other tests finds nothing. */
const PREPARED: Readonly<Record<string, Prepare>> = {
  'DELETE /v1/agents/:name': after('PUT /v1/agents/:name', { path: () => '/v1/agents/Assistant' }),
  'DELETE /v1/surveys/:surveyId/references': async () => ({
    case: { status: 200, path: ({ survey }) => `/v1/surveys/${survey}/references?question_id=q1` },
  }),
  'DELETE /v1/sessions/:sessionId/label': after('PUT /v1/sessions/:sessionId/label'),
  'DELETE /v1/surveys/:surveyId/participants/:participantId/verdict': after(
    'PUT /v1/surveys/:surveyId/participants/:participantId/verdict',
  ),
  'POST /v1/survey-jobs/:id/cancel': async ({ workspace, upload }) => {
    const { uploads } = service.services.store
    const row = await uploads.find(workspace, upload)
    const id = `${upload}b`
    await uploads.create({ ...(row as NonNullable<typeof row>), id, state: 'running' }, Buffer.from('a\n'))
    return { case: { path: () => `/v1/survey-jobs/${id}/cancel` } }
  },
  'POST /v1/login': async (filled) => {
    const { email } = await member(filled)
    return { case: { status: 200, body: () => ({ email, password: PASSWORD }) } }
  },
  'POST /v1/logout': asMember,
  'POST /v1/password': asMember,
  'POST /v1/totp/confirm': async (filled) => {
    const { client, code } = await withSecondFactor(filled)
    return { cookie: client.cookie, case: { status: 200, body: () => ({ code }) } }
  },
  'POST /v1/totp/recovery-codes': confirmed,
  'DELETE /v1/totp': confirmed,
  'POST /v1/retention/confirmation': async ({ workspace }) => {
    const held = { unforeseen: 5, heldAt: Date.now(), retainedAt: 0 }
    await service.services.store.clock.change((row) => ({ ...row, held: { ...row.held, [workspace]: held } }))
    return {}
  },
  'DELETE /v1/demo-workspace': async (filled) => {
    const { client } = await member(filled)
    expect((await client.send('POST', '/demo-workspace')).status).toBe(200)
    return { cookie: client.cookie, case: { status: 200 } }
  },
}

const { api, dashboard } = operationsByCaller()
const operations = [...api, ...dashboard].map((one) => [`${one.route.method} ${one.route.url}`, one] as const)

const declaredBy = ({ audit }: Operation): readonly string[] | undefined =>
  typeof audit === 'object' && 'none' in audit ? undefined : [audit].flat()

async function callerOf({ access }: RouteCase, filled: FilledWorkspace): Promise<Caller> {
  if (access === 'open') return { anonymous: true }
  return access === 'login' ? { cookie: await filled.cookie() } : { key: filled.secretKey }
}

describe.each(operations)('%s', (route, operation) => {
  it('leaves the entries that it declares', async () => {
    const filled = await setUpWorkspace(service.services.store)
    const known = CASES.find((one) => one.route === route) as RouteCase
    const { case: own, cookie } = (await PREPARED[route]?.(filled, known)) ?? {}
    const one = { ...known, ...own }
    const caller = cookie === undefined ? await callerOf(one, filled) : { cookie }
    const { status, text } = await call(service.address, one, filled, caller)
    const { by, entries } = latest
    expect([status, text]).toEqual([one.status ?? 200, text])
    const declared = declaredBy(operation)
    if (declared === undefined) {
      expect(entries).toEqual([])
      const isReading =
        'none' in (operation.audit as object) && Object.values(operation.audit).includes('reads only')
      if (isReading) expect(by.filter((name) => !ON_READS.includes(name))).toEqual([])
    } else {
      expect(status).toBeLessThan(300)
      expect(entries.length).toBeGreaterThan(0)
      for (const { action, who } of entries) {
        expect(declared).toContain(action)
        expect(who).not.toBe('')
      }
    }
  })
})

it('control: the functions that write are seen', () => {
  expect(operations.length).toBeGreaterThan(100)
  expect(operations.filter(([, one]) => declaredBy(one) !== undefined).length).toBe(50)
})
