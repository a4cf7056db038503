import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditList } from '../../src/contract/dashboard/audit.ts'
import type { Me } from '../../src/contract/dashboard/me.ts'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { totpCode } from '../../src/server/account/totp.ts'
import { fromBase32 } from './base32.ts'
import { cookieOf, dashboardClient, loginTo, OWN_HEADERS, PASSWORD } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

type Codes = { recovery_codes: string[] }

let time = Date.now()
let service: RunningService
let workspace: TestWorkspace

beforeAll(async () => {
  service = await runService({}, { now: () => time })
  workspace = await service.workspace()
})
afterAll(() => service.stop())

const link = () => createLoginLink(service.services.store.accounts, workspace.id, 'owner', time)
const anonymous = () => dashboardClient(service.address)
const login = (email: string, password: string, totp?: string) =>
  anonymous().send<{ code?: string }>('POST', '/login', { email, password, ...(totp && { totp }) })
const meOf = (cookie: string) => dashboardClient(service.address, cookie).get<Record<string, never>>('/me')

describe('the first login', () => {
  it('accepts a link once and returns the account', async () => {
    const token = await link()
    const offer = await anonymous().send('POST', '/link', { token })
    expect(offer.json).toEqual({ kind: 'first-login', workspace: 'test', role: 'owner', email: '' })
    const joined = await anonymous().send('POST', '/first-login', {
      token,
      email: ' Ada@Example.org ',
      password: PASSWORD,
    })
    expect(joined.status).toBe(200)
    expect(joined.headers.get('set-cookie')).toMatch(
      /^byhand=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
    )
    expect(joined.json).toMatchObject({
      member: { email: 'ada@example.org', name: '', totp: false },
      role: 'owner',
      workspace: { id: workspace.id, name: 'test' },
      workspaces: [{ id: workspace.id, name: 'test', role: 'owner' }],
      service: { url: service.address, script_path: '/byhand.js', ingest_path: '/i/v1/batch' },
    })
    expect((await meOf(cookieOf(joined))).json).toEqual(joined.json)

    const again = await anonymous().send('POST', '/first-login', {
      token,
      email: 'eve@example.org',
      password: PASSWORD,
    })
    expect(again.status).toBe(410)
    expect(again.json).toMatchObject({ code: 'invalid_link' })
    expect((await anonymous().send('POST', '/link', { token })).status).toBe(410)
  })

  it.each([
    ['a short password', { email: 'bob@example.org', password: 'too short' }, '/password'],
    ['an invalid email address', { email: 'not an address', password: PASSWORD }, '/email'],
    ['an empty body', {}, '/email'],
    ['an unknown field', { email: 'bob@example.org', password: PASSWORD, role: 'owner' }, '/role'],
  ])('keeps the link valid after a rejection because of %s', async (_, given, pointer) => {
    const token = await link()
    const refused = await anonymous().send<{ errors: { pointer: string }[] }>('POST', '/first-login', {
      token,
      ...given,
    })
    expect(refused.status).toBe(400)
    expect(refused.json.errors.map((error) => error.pointer)).toContain(pointer)
    expect((await anonymous().send('POST', '/link', { token })).status).toBe(200)
  })

  it('rejects a link after a day', async () => {
    const token = await link()
    time += 24 * 3_600_000
    expect((await anonymous().send('POST', '/link', { token })).status).toBe(410)
  })
})

describe('logging in and out', () => {
  beforeAll(() => loginTo(service, workspace.id, 'owner', 'carol@example.org'))

  it('requires the right password, and returns the same response for a wrong one and an unknown account', async () => {
    expect((await login('carol@example.org', PASSWORD)).status).toBe(200)
    const wrong = await login('carol@example.org', 'wrong password!')
    const unknown = await login('dave@example.org', 'wrong password!')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const { request_id: _1, ...first } = wrong.json as Record<string, unknown>
    const { request_id: _2, ...second } = unknown.json as Record<string, unknown>
    expect(first).toEqual(second)
  })

  it('gives every login its own session id, which a logout ends', async () => {
    const first = cookieOf(await login('carol@example.org', PASSWORD))
    const second = cookieOf(await login('carol@example.org', PASSWORD))
    expect(second).not.toBe(first)
    const out = await dashboardClient(service.address, first).send('POST', '/logout')
    expect(out.headers.get('set-cookie')).toMatch(/^byhand=; .*Max-Age=0/)
    expect((await meOf(first)).json).toMatchObject({ code: 'login_required' })
    expect((await meOf(second)).status).toBe(200)
    await dashboardClient(service.address, second).send('POST', '/logout-everywhere')
    expect((await meOf(second)).status).toBe(401)
  })

  it('replaces a session id that was fixed by another party', async () => {
    const planted = cookieOf(await login('carol@example.org', PASSWORD))
    const answer = await dashboardClient(service.address, planted).send('POST', '/login', {
      email: 'carol@example.org',
      password: PASSWORD,
    })
    expect(cookieOf(answer)).not.toBe(planted)
    expect((await meOf(planted)).status).toBe(401)
  })

  it('expires after twelve idle hours, and after seven days in any case', async () => {
    const idle = cookieOf(await login('carol@example.org', PASSWORD))
    time += 12 * 3_600_000
    expect((await meOf(idle)).status).toBe(401)
    const busy = cookieOf(await login('carol@example.org', PASSWORD))
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      time += 8 * 3_600_000
      expect((await meOf(busy)).status).toBe(200)
    }
    time += 8 * 3_600_000
    expect((await meOf(busy)).status).toBe(401)
  })

  it('checks ten attempts for an account and then rejects even the right password', async () => {
    await loginTo(service, workspace.id, 'viewer', 'erin@example.org')
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await login('erin@example.org', 'wrong password!')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const { status, headers } = await login('erin@example.org', PASSWORD)
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('900')
    expect((await login('carol@example.org', PASSWORD)).status).toBe(200)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', 'x-byhand': '1' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site', 'x-byhand': '1' }],
    ['another origin', { origin: 'https://evil.example', 'x-byhand': '1' }],
    ['a sandboxed frame', { origin: 'null', 'x-byhand': '1' }],
    ['no origin header', { 'x-byhand': '1' }],
    ['a form of our own origin', { 'sec-fetch-site': 'same-origin' }],
  ])('refuses a change from %s', async (_, headers) => {
    const cookie = cookieOf(await login('carol@example.org', PASSWORD))
    for (const path of ['/login', '/logout', '/first-login', '/keys', '/password', '/logout-everywhere']) {
      const response = await fetch(`${service.address}/v1${path}`, {
        method: 'POST',
        headers: { ...headers, cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'carol@example.org', password: PASSWORD }),
      })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'cross_site_request' })
      expect(response.headers.get('set-cookie')).toBeNull()
    }
    expect((await meOf(cookie)).status).toBe(200)
  })

  it('accepts a change from its own origin if the browser sends only Origin', async () => {
    const response = await fetch(`${service.address}/v1/login`, {
      method: 'POST',
      headers: { origin: service.address, 'x-byhand': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'carol@example.org', password: PASSWORD }),
    })
    expect(response.status).toBe(200)
  })
})

describe('a password', () => {
  it('is changed with the current one, and every other login ends', async () => {
    const here = await loginTo(service, workspace.id, 'viewer', 'frank@example.org')
    const elsewhere = cookieOf(await login('frank@example.org', PASSWORD))
    const changed = 'another good password'
    const wrong = await here.send('POST', '/password', { current: 'wrong password!', password: changed })
    expect(wrong.json).toMatchObject({ errors: [{ pointer: '/current' }] })
    const short = await here.send('POST', '/password', { current: PASSWORD, password: 'short' })
    expect(short.json).toMatchObject({ errors: [{ pointer: '/password' }] })
    expect((await here.send('POST', '/password', { current: PASSWORD, password: changed })).status).toBe(200)
    expect((await meOf(elsewhere)).status).toBe(401)
    expect((await meOf(here.cookie)).status).toBe(200)
    expect((await login('frank@example.org', PASSWORD)).status).toBe(401)
    expect((await login('frank@example.org', changed)).status).toBe(200)
  })
})

describe('a second factor', () => {
  it('is required once it is confirmed, and accepts each code once', async () => {
    const grace = await loginTo(service, workspace.id, 'viewer', 'grace@example.org')
    const started = await grace.send<{ secret: string; uri: string; qr: string[] }>('POST', '/totp/start')
    expect(started.json.uri).toContain(`secret=${started.json.secret}`)
    expect(new Set(started.json.qr.map((row) => row.length))).toEqual(new Set([started.json.qr.length]))
    // The corner of every QR code.
    expect(started.json.qr[0]).toMatch(/^1111111/)
    const memberId = ((await grace.get<{ member: { id: string } }>('/me')).json as { member: { id: string } })
      .member.id
    const { secret } = (await service.services.store.accounts.totp(memberId)) as { secret: Uint8Array }
    const code = () => totpCode(secret, Math.floor(time / 30_000))
    expect((await login('grace@example.org', PASSWORD)).status).toBe(200)
    expect((await grace.send('POST', '/totp/confirm', { code: '000000' })).status).toBe(400)
    expect((await grace.send('POST', '/totp/confirm', { code: code() })).status).toBe(200)
    expect((await grace.get('/me')).json).toMatchObject({ member: { totp: true } })

    expect((await login('grace@example.org', 'wrong password!')).json.code).toBe('invalid_credentials')
    expect((await login('grace@example.org', PASSWORD)).json.code).toBe('totp_required')
    expect((await login('grace@example.org', PASSWORD, code())).json.code).toBe('wrong_code')
    time += 30_000
    expect((await login('grace@example.org', PASSWORD, code())).status).toBe(200)
    expect((await login('grace@example.org', PASSWORD, code())).json.code).toBe('wrong_code')

    expect((await grace.send('DELETE', '/totp', { password: 'wrong password!' })).status).toBe(400)
    expect((await grace.send('DELETE', '/totp', { password: PASSWORD })).status).toBe(200)
    expect((await login('grace@example.org', PASSWORD)).status).toBe(200)
  })

  it('accepts each recovery code once, until new ones replace them, and logs every use', async () => {
    const email = 'heidi@example.org'
    const heidi = await loginTo(service, workspace.id, 'owner', email)
    expect((await heidi.send('POST', '/totp/recovery-codes', { password: PASSWORD })).status).toBe(400)
    const { secret } = (await heidi.send<{ secret: string }>('POST', '/totp/start')).json
    const code = totpCode(fromBase32(secret), Math.floor(time / 30_000))
    const { json } = await heidi.send<Codes>('POST', '/totp/confirm', { code })
    const [first, second] = json.recovery_codes as [string, string]
    expect(new Set(json.recovery_codes).size).toBe(10)

    expect((await login(email, 'wrong password!', first)).json.code).toBe('invalid_credentials')
    expect((await login(email, PASSWORD, first)).status).toBe(200)
    time++
    expect((await login(email, PASSWORD, first)).json.code).toBe('wrong_code')
    expect((await login(email, PASSWORD, ` ${second.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await heidi.get('/me')).json).toMatchObject({ member: { recovery_codes: 8 } })

    const wrong = await heidi.send('POST', '/totp/recovery-codes', { password: 'wrong password!' })
    expect(wrong.json).toMatchObject({ errors: [{ pointer: '/password' }] })
    time++
    const renewed = await heidi.send<Codes>('POST', '/totp/recovery-codes', { password: PASSWORD })
    time++
    expect((await login(email, PASSWORD, json.recovery_codes[2])).json.code).toBe('wrong_code')
    expect((await login(email, PASSWORD, renewed.json.recovery_codes[2])).status).toBe(200)

    const { items } = (await heidi.get<AuditList>('/audit')).json
    const logged = items.filter(({ action, subject }) => /recovery/.test(action) && subject === email)
    expect(logged.map(({ action, detail }) => `${action} ${detail}`.trim())).toEqual([
      'recovery_code_used 9 left',
      'recovery_codes_renewed',
      'recovery_code_used 8 left',
      'recovery_code_used 9 left',
    ])

    await heidi.send('DELETE', '/totp', { password: PASSWORD })
    await heidi.send('POST', '/totp/start')
    expect((await heidi.get('/me')).json).toMatchObject({ member: { totp: false, recovery_codes: 0 } })
  })
})

describe('the workspace used last', () => {
  it('is selected again after the next login, wherever that is', async () => {
    const email = 'ivan@example.org'
    const ivan = await loginTo(service, workspace.id, 'owner', email)
    const made = await ivan.send<Me>('POST', '/workspaces', { name: 'Playground' })
    await ivan.send('POST', '/logout')
    const again = await login(email, PASSWORD)
    expect(again.json).toMatchObject({ workspace: { id: made.json.workspace.id, name: 'Playground' } })
    const client = dashboardClient(service.address, cookieOf(again))
    await client.send('POST', '/workspace', { workspace_id: workspace.id })
    expect((await login(email, PASSWORD)).json).toMatchObject({ workspace: { id: workspace.id } })
  })
})

describe('behind https', () => {
  it('binds the cookie to host and transport', async () => {
    const behind = await runService({ BYHAND_PUBLIC_URL: 'https://byhand.example.org' })
    try {
      const { id } = await behind.workspace()
      const token = await createLoginLink(behind.services.store.accounts, id, 'owner', Date.now())
      const response = await fetch(`${behind.address}/v1/first-login`, {
        method: 'POST',
        headers: { ...OWN_HEADERS, 'content-type': 'application/json' },
        body: JSON.stringify({ token, email: 'ada@example.org', password: PASSWORD }),
      })
      const cookie = response.headers.get('set-cookie') ?? ''
      expect(cookie).toMatch(/^__Host-byhand=[\w-]{43}; Path=\/; .*SameSite=Strict; .*; Secure$/)
      const client = dashboardClient(behind.address, cookie.split(';', 1)[0])
      expect((await client.get('/me')).json).toMatchObject({ service: { url: 'https://byhand.example.org' } })
    } finally {
      await behind.stop()
    }
  })
})
