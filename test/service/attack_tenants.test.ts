/**
 * Every route with every kind of unauthorized caller: nothing leaks, and data of another workspace looks like missing
 * data.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/store/accounts.ts'
import type { Store } from '../../src/store/store.ts'
import {
  type Called,
  type Caller,
  call,
  comparable,
  isChange,
  isForMembers,
  isForPages,
} from './attack_caller.ts'
import { CASES, differences } from './attack_routes.ts'
import { type FilledWorkspace, type Names, setUpWorkspace, unusedNames } from './attack_workspace.ts'
import { UNLIMITED } from './collect_client.ts'
import type { RouteCase } from './route_case.ts'
import { listenForRoutes } from './route_table.ts'
import { type RunningService, runService } from './running_service.ts'

const table = listenForRoutes()
let service: RunningService
let stranger: FilledWorkspace

beforeAll(async () => {
  service = await runService({
    ...UNLIMITED,
    BYHAND_RATE_SURVEYS_PER_KEY: '0',
    BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
    BYHAND_LOG_LEVEL: 'silent',
  })
  stranger = await setUpWorkspace(service.services.store)
})
afterAll(() => service?.stop())

it('covers every route of the service', () => {
  expect(differences(table)).toEqual([])
})

type RequestNames = Names & Pick<FilledWorkspace, 'siteKey'>
const send = (one: RouteCase, names: RequestNames, caller: Caller) =>
  call(service.address, one, names, caller)
/** The kinds of caller that a route accepts. A new login each time: some routes end it or switch its workspace. */
const callersOf = (one: RouteCase): ((filled: FilledWorkspace, role?: Role) => Promise<Caller>)[] => [
  ...(one.access === 'login' ? [] : [async ({ secretKey }: FilledWorkspace) => ({ key: secretKey })]),
  ...(isForMembers(one)
    ? [async (filled: FilledWorkspace, role?: Role) => ({ cookie: await filled.cookie(role) })]
    : []),
]

/** Whether the request contains any name of the workspace. */
function namesSomething(one: RouteCase): boolean {
  const [a, b] = [unusedNames(), unusedNames()].map((names) => ({ ...names, siteKey: '' })) as [
    RequestNames,
    RequestNames,
  ]
  return JSON.stringify([one.path(a), one.body?.(a)]) !== JSON.stringify([one.path(b), one.body?.(b)])
}

/** Describes the fault of the response to a caller from another workspace, if any. */
async function leaks(one: RouteCase, filled: FilledWorkspace): Promise<string[]> {
  const found: string[] = []
  for (const [index, callerOf] of callersOf(one).entries()) {
    // What the first caller changed in its own workspace must not count as a difference.
    const isNew = index > 0 && isChange(one)
    const other = isNew ? await setUpWorkspace(service.services.store) : stranger
    found.push(...(await leaksTo(other, () => callerOf(other), one, filled)))
  }
  return found
}

async function leaksTo(
  { siteKey }: FilledWorkspace,
  asStranger: () => Promise<Caller>,
  one: RouteCase,
  filled: FilledWorkspace,
): Promise<string[]> {
  const unused = { ...unusedNames(), siteKey }
  const theirs = await send(one, { ...filled, siteKey }, await asStranger())
  const found = theirs.text.includes(filled.mark) ? [`${one.route} shows what is another's`] : []
  if (!namesSomething(one)) return found
  const nothing = await send(one, unused, await asStranger())
  const isSame =
    JSON.stringify(comparable(theirs, namesOf(filled))) ===
    JSON.stringify(comparable(nothing, namesOf(unused)))
  return isSame ? found : [...found, `${one.route} tells what is another's from what is not`]
}

const namesOf = (given: Names): Names =>
  Object.fromEntries(
    Object.keys(unusedNames()).map((name) => [name, given[name as keyof Names]]),
  ) as unknown as Names

/** An unauthorized caller, with the expected status and code. */
type Stopped = readonly [
  who: string,
  status: number,
  code: string,
  caller: (filled: FilledWorkspace) => Promise<Caller>,
]

const isWithKey = ({ access }: RouteCase) => ['sessions', 'survey', 'admin'].includes(access)

function refusals(one: RouteCase): Stopped[] {
  const anonymous = async (): Promise<Caller> => ({ anonymous: true })
  const key =
    (of: (filled: FilledWorkspace) => string) =>
    async (filled: FilledWorkspace): Promise<Caller> => ({ key: of(filled) })
  const cookie =
    (role: Role) =>
    async (filled: FilledWorkspace): Promise<Caller> => ({
      cookie: await filled.cookie(role),
    })
  const missing = one.access === 'survey' ? 'missing_survey_key' : 'missing_key'
  const ofKeys: Stopped[] = []
  if (isWithKey(one)) {
    ofKeys.push(
      ['no credentials', 401, missing, anonymous],
      ['a site key', 403, 'site_key_rejected', key(({ siteKey }) => siteKey)],
      ['a revoked key', 401, 'invalid_key', key(({ revokedKey }) => revokedKey)],
      [
        'a key of another scope',
        403,
        'wrong_scope',
        key((filled) => (one.access === 'survey' ? filled.sessionsOnly : filled.surveyOnly)),
      ],
      [
        'a key of every other scope',
        403,
        'wrong_scope',
        key((filled) => (one.access === 'admin' ? filled.notAdmin : filled.adminOnly)),
      ],
    )
    if (!isForMembers(one)) ofKeys.push(['a login', 401, missing, cookie('owner')])
  } else if (one.access === 'login') {
    ofKeys.push(
      ['no credentials', 401, 'login_required', anonymous],
      ['a secret key', 404, 'not_found', key(({ secretKey }) => secretKey)],
    )
  }
  if (one.isForProxies) {
    return ofKeys.map(([who, status, code, caller]) =>
      code === missing ? [who, status, code, caller] : [who, 502, 'proxy_misconfigured', caller],
    )
  }
  if (!isForMembers(one)) return ofKeys
  return [
    ...ofKeys,
    ['a login that never was', 401, 'login_required', async () => ({ cookie: `byhand=${'A'.repeat(43)}` })],
    [
      'a member who left',
      401,
      'login_required',
      async (filled) => ({ cookie: await filled.removedCookie() }),
    ],
    ...(one.role === 'viewer' ? [] : [['a viewer', 403, 'insufficient_role', cookie('viewer')] as const]),
    ...(one.role === 'owner' ? [['an analyst', 403, 'insufficient_role', cookie('analyst')] as const] : []),
  ]
}

const FOREIGN: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a form', { 'x-byhand': '' }],
]

describe.each(CASES.map((one) => [one.route, one] as const))('%s', (_, one) => {
  it('accepts permitted callers only', async () => {
    const filled = await setUpWorkspace(service.services.store)
    const unused = { ...unusedNames(), siteKey: filled.siteKey }

    for (const [who, status, code, callerOf] of refusals(one)) {
      const caller = await callerOf(filled)
      const answers = [await send(one, filled, caller), await send(one, unused, caller)] as [Called, Called]
      for (const answer of answers) {
        expect([who, answer.status, JSON.parse(answer.text).code]).toEqual([who, status, code])
        expect(answer.text, who).not.toContain(filled.mark)
      }
      expect(comparable(answers[0], filled), who).toEqual(comparable(answers[1], unused))
    }
    if (isChange(one) && (isForMembers(one) || isForPages(one))) {
      const cookie = await filled.cookie()
      for (const [where, from] of FOREIGN) {
        const { status, text, headers } = await send(one, filled, { cookie, from })
        expect([where, status, JSON.parse(text).code]).toEqual([where, 403, 'cross_site_request'])
        expect(headers.get('set-cookie'), where).toBeNull()
      }
    }
    if (one.access === 'login' || isWithKey(one)) {
      expect(await leaks(one, filled)).toEqual([])
    }

    // Permitted callers still get the data afterwards, so the rejections were not accidental.
    for (const [index, callerOf] of callersOf(one).entries()) {
      // The first caller may have deleted what the request names.
      const named = index === 0 ? filled : await setUpWorkspace(service.services.store)
      const own = await send(one, named, await callerOf(named, one.role ?? 'owner'))
      expect(own.status, own.text).toBe(one.status ?? 200)
      if (one.shows) expect(own.text).toContain(named.mark)
    }
  })
})

/** A store that ignores the workspace in every query. */
function withoutTenants(store: Store, from: string, to: string): () => void {
  const undo: (() => void)[] = []
  for (const part of [
    store.sessions,
    store.facts,
    store.surveys,
    store.webhooks,
    store.uploads,
    store.audit,
  ]) {
    for (const name of methodNames(part)) {
      const held = part as unknown as Record<string, unknown>
      const method = held[name]
      if (name === 'constructor' || typeof method !== 'function') continue
      held[name] = (first: unknown, ...rest: unknown[]) => {
        const isKey = typeof first === 'object' && first !== null && 'workspace' in first
        const moved =
          first === from ? to : isKey && first.workspace === from ? { ...first, workspace: to } : first
        return method.call(part, moved, ...rest)
      }
      undo.push(() => {
        delete held[name]
      })
    }
  }
  return () => {
    for (const one of undo) one()
  }
}

/** Methods of the object's class and of its base classes. */
function methodNames(part: object): Set<string> {
  const names = new Set<string>()
  let proto = Object.getPrototypeOf(part)
  for (; proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
    for (const name of Object.getOwnPropertyNames(proto)) names.add(name)
  }
  return names
}

it('a service that ignores the workspace is found (control)', async () => {
  const { store } = service.services
  const filled = await setUpWorkspace(store)
  const restore = withoutTenants(store, stranger.workspace, filled.workspace)
  const found: string[] = []
  try {
    for (const one of CASES) {
      if (one.shows && ['login', 'sessions', 'admin'].includes(one.access))
        found.push(...(await leaks(one, filled)))
    }
  } finally {
    restore()
  }
  const leakingRoutes = new Set(found.map((leak) => leak.split(' ').slice(0, 2).join(' ')))
  for (const route of [
    'GET /v1/sessions/:sessionId/report',
    'GET /v1/tags/sessions',
    'GET /v1/sessions/:sessionId/log',
    'GET /v1/exports/events',
    'GET /v1/webhooks/:id/deliveries',
    'GET /v1/typing/:id',
    'GET /v1/survey-jobs/:id',
    'GET /v1/audit',
  ]) {
    expect([...leakingRoutes]).toContain(route)
  }
})
