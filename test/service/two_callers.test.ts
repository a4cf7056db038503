/** One route for a program with a key and for a member with a cookie: which of the two counts, and what each needs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditList } from '../../src/contract/dashboard/audit.ts'
import { type DashboardClient, loginTo, OWN_HEADERS } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let mine: TestWorkspace
let theirs: TestWorkspace
let owner: DashboardClient
let admin: string
beforeAll(async () => {
  service = await runService({ BYHAND_LOG_LEVEL: 'silent' })
  mine = await service.workspace()
  theirs = await service.workspace()
  owner = await loginTo(service, mine.id)
  admin = (await mine.key(['admin'])).key
})
afterAll(() => service?.stop())

const create = (headers: Record<string, string>) =>
  fetch(`${service.address}/v1/keys`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'site', name: 'New' }),
  })
const list = async (headers: Record<string, string>) => {
  const response = await fetch(`${service.address}/v1/keys`, { headers })
  const { items, code } = (await response.json()) as { items?: { id: string }[]; code?: string }
  return items?.map(({ id }) => id) ?? code
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('a program', () => {
  it('gets the same answer as a member', async () => {
    expect(await list(bearer(admin))).toEqual(await list({ cookie: owner.cookie }))
  })

  it('needs no protection against CSRF, also from another site', async () => {
    expect((await create(bearer(admin))).status).toBe(200)
    expect((await create({ ...bearer(admin), 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })
})

describe('a member', () => {
  it('needs protection against CSRF for a change', async () => {
    const refused = await create({ cookie: owner.cookie })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'cross_site_request',
    ])
    expect((await create({ cookie: owner.cookie, ...OWN_HEADERS })).status).toBe(200)
  })

  it('is recognized behind a proxy with its own authorization', async () => {
    const headers = { cookie: owner.cookie, authorization: 'Basic YTpi' }
    expect(await list(headers)).toEqual(await list({ cookie: owner.cookie }))
  })
})

describe('a request with both', () => {
  it('is that of the key, in its workspace and with its permissions', async () => {
    const other = (await theirs.key(['admin'])).key
    expect(await list({ ...bearer(other), cookie: owner.cookie })).toEqual(await list(bearer(other)))
    const sessionsOnly = (await mine.key(['sessions'])).key
    expect(await list({ ...bearer(sessionsOnly), cookie: owner.cookie })).toBe('wrong_scope')
    expect(await list({ ...bearer('bh_sk_none'), cookie: owner.cookie })).toBe('invalid_key')
  })
})

it('the audit log names the key or the member', async () => {
  await create(bearer(admin))
  await create({ cookie: owner.cookie, ...OWN_HEADERS })
  const { items } = (await owner.get<AuditList>('/audit?limit=2')).json
  expect(items.map(({ member_id: id }) => id?.split('_', 1)[0])).toEqual(['mem', 'key'])
})
