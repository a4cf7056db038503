/** Every route, every kind of caller who must not: nothing leaks, and what is another's is as if it were not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { type Called, type Caller, call, comparable, isChange } from './attack_caller.ts'
import { furnish, type Names, nobodysNames, type Place } from './attack_place.ts'
import { CASES, differences, type RouteCase } from './attack_routes.ts'
import { UNLIMITED } from './collect_client.ts'
import { listenForRoutes } from './route_table.ts'
import { type RunningService, runService } from './running_service.ts'

const table = listenForRoutes()
let service: RunningService
let stranger: Place

beforeAll(async () => {
  service = await runService({
    ...UNLIMITED,
    BYHAND_RATE_SURVEYS_PER_KEY: '0',
    BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
    BYHAND_LOG_LEVEL: 'silent',
  })
  stranger = await furnish(service.services.store)
})
afterAll(() => service?.stop())

it('knows every route of the service', () => {
  expect(differences(table)).toEqual([])
})

type Asked = Names & Pick<Place, 'siteKey'>
const ask = (one: RouteCase, names: Asked, caller: Caller) => call(service.address, one, names, caller)
/** A login of its own each time: some routes end it, or lead it elsewhere. */
const asStranger = async (one: RouteCase): Promise<Caller> =>
  one.access === 'login' ? { cookie: await stranger.cookie() } : { key: stranger.secretKey }

/** Whether the request names anything of the workspace at all. */
function namesSomething(one: RouteCase): boolean {
  const [a, b] = [nobodysNames(), nobodysNames()].map((names) => ({ ...names, siteKey: '' })) as [
    Asked,
    Asked,
  ]
  return JSON.stringify([one.path(a), one.body?.(a)]) !== JSON.stringify([one.path(b), one.body?.(b)])
}

/** What is wrong with the answer that somebody of another workspace gets. */
async function leaks(one: RouteCase, place: Place): Promise<string[]> {
  const nobodys = { ...nobodysNames(), siteKey: stranger.siteKey }
  const theirs = await ask(one, { ...place, siteKey: stranger.siteKey }, await asStranger(one))
  const found = theirs.text.includes(place.mark) ? [`${one.route} shows what is another's`] : []
  if (!namesSomething(one)) return found
  const nothing = await ask(one, nobodys, await asStranger(one))
  const isSame =
    JSON.stringify(comparable(theirs, namesOf(place))) ===
    JSON.stringify(comparable(nothing, namesOf(nobodys)))
  return isSame ? found : [...found, `${one.route} tells what is another's from what is not`]
}

const namesOf = (given: Names): Names =>
  Object.fromEntries(
    Object.keys(nobodysNames()).map((name) => [name, given[name as keyof Names]]),
  ) as unknown as Names

/** Somebody who must be refused, with the status and code they get. */
type Stopped = readonly [who: string, status: number, code: string, caller: (place: Place) => Promise<Caller>]

function refusals(one: RouteCase): Stopped[] {
  const nobody = async (): Promise<Caller> => ({ nobody: true })
  const key =
    (of: (place: Place) => string) =>
    async (place: Place): Promise<Caller> => ({ key: of(place) })
  if (one.access === 'sessions' || one.access === 'survey') {
    const missing = one.access === 'survey' ? 'missing_survey_key' : 'missing_key'
    return [
      ['nobody', 401, missing, nobody],
      ['a site key', 403, 'site_key_refused', key(({ siteKey }) => siteKey)],
      ['a revoked key', 401, 'invalid_key', key(({ revokedKey }) => revokedKey)],
      [
        'a key of another scope',
        403,
        'wrong_scope',
        key((place) => (one.access === 'survey' ? place.sessionsOnly : place.surveyOnly)),
      ],
      ['a login', 401, missing, async (place) => ({ cookie: await place.cookie() })],
    ]
  }
  if (one.access !== 'login') return []
  const cookie =
    (role: 'analyst' | 'viewer') =>
    async (place: Place): Promise<Caller> => ({
      cookie: await place.cookie(role),
    })
  return [
    ['nobody', 401, 'login_required', nobody],
    ['a secret key', 401, 'login_required', key(({ secretKey }) => secretKey)],
    ['a login that never was', 401, 'login_required', async () => ({ cookie: `byhand=${'A'.repeat(43)}` })],
    ['a member who left', 401, 'login_required', async (place) => ({ cookie: await place.removedCookie() })],
    ...(one.role === 'viewer' ? [] : [['a viewer', 403, 'role_too_weak', cookie('viewer')] as const]),
    ...(one.role === 'owner' ? [['an analyst', 403, 'role_too_weak', cookie('analyst')] as const] : []),
  ]
}

const FOREIGN: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a form', { 'x-byhand': '' }],
]

describe.each(CASES.map((one) => [one.route, one] as const))('%s', (_, one) => {
  it('lets in who may, and nobody else', async () => {
    const place = await furnish(service.services.store)
    const nobodys = { ...nobodysNames(), siteKey: place.siteKey }

    for (const [who, status, code, callerOf] of refusals(one)) {
      const caller = await callerOf(place)
      const answers = [await ask(one, place, caller), await ask(one, nobodys, caller)] as [Called, Called]
      for (const answer of answers) {
        expect([who, answer.status, JSON.parse(answer.text).code]).toEqual([who, status, code])
        expect(answer.text, who).not.toContain(place.mark)
      }
      expect(comparable(answers[0], place), who).toEqual(comparable(answers[1], nobodys))
    }
    if (isChange(one) && one.path(place).startsWith('/app/')) {
      const cookie = await place.cookie()
      for (const [where, from] of FOREIGN) {
        const { status, text, headers } = await ask(one, place, { cookie, from })
        expect([where, status, JSON.parse(text).code]).toEqual([where, 403, 'foreign_request'])
        expect(headers.get('set-cookie'), where).toBeNull()
      }
    }
    if (one.access === 'login' || one.access === 'sessions' || one.access === 'survey') {
      expect(await leaks(one, place)).toEqual([])
    }

    // After all of them, whoever may still can, and sees what is there: the refusals were no accident.
    const own = await ask(
      one,
      place,
      one.access === 'login' ? { cookie: await place.cookie(one.role) } : { key: place.secretKey },
    )
    expect(own.status, own.text).toBe(one.status ?? 200)
    if (one.shows) expect(own.text).toContain(place.mark)
  })
})

/** As if every question to the store forgot whose it is. */
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

/** Of the object's class and of those it extends. */
function methodNames(part: object): Set<string> {
  const names = new Set<string>()
  let proto = Object.getPrototypeOf(part)
  for (; proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
    for (const name of Object.getOwnPropertyNames(proto)) names.add(name)
  }
  return names
}

it('would find a service that forgot whose data it reads', async () => {
  const { store } = service.services
  const place = await furnish(store)
  const restore = withoutTenants(store, stranger.workspace, place.workspace)
  const found: string[] = []
  try {
    for (const one of CASES) {
      if (one.shows && (one.access === 'login' || one.access === 'sessions'))
        found.push(...(await leaks(one, place)))
    }
  } finally {
    restore()
  }
  const told = new Set(found.map((leak) => leak.split(' ').slice(0, 2).join(' ')))
  for (const route of [
    'GET /v1/sessions/:sessionId/report',
    'GET /v1/tags/sessions',
    'GET /app/api/sessions/:id/log',
    'GET /app/api/typing/:id',
    'GET /app/api/uploads/:id',
    'GET /app/api/webhooks/:id/deliveries',
    'GET /app/api/audit',
  ]) {
    expect([...told]).toContain(route)
  }
})
