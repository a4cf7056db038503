import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const PASSWORD = 'correct horse battery'

let time = Date.now()
let service: RunningService
let workspace: TestWorkspace

beforeAll(async () => {
  service = await runService({}, { now: () => time })
  workspace = await service.workspace()
})
afterAll(() => service.stop())

const link = () => createLoginLink(service.services.store.accounts, workspace.id, 'owner', time)
const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';', 1)[0] as string

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(service.address + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(form),
  })
const account = (cookie: string) =>
  fetch(`${service.address}/account`, { redirect: 'manual', headers: { cookie } })

async function join(email: string): Promise<string> {
  const response = await post('/login/first', { token: await link(), email, password: PASSWORD })
  expect(response.status).toBe(303)
  return cookieOf(response)
}

describe('the first login', () => {
  it('shows a form, takes it once and leads to the account', async () => {
    const token = await link()
    const form = await fetch(`${service.address}/login/first?token=${token}`)
    expect(form.status).toBe(200)
    expect(form.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(form.headers.get('referrer-policy')).toBe('same-origin')
    const page = await form.text()
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
    expect(page).toContain('for="password"')

    const joined = await post('/login/first', { token, email: ' Ada@Example.org ', password: PASSWORD })
    expect(joined.status).toBe(303)
    expect(joined.headers.get('location')).toBe('/account')
    expect(joined.headers.get('set-cookie')).toMatch(
      /^byhand=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
    )

    const shown = await (await account(cookieOf(joined))).text()
    expect(shown).toContain('ada@example.org')
    expect(shown).toContain(workspace.secretKey.slice(-4))
    expect(shown).not.toContain(workspace.secretKey)
    expect(shown).not.toContain(workspace.siteKey)

    expect((await fetch(`${service.address}/login/first?token=${token}`)).status).toBe(410)
    expect((await post('/login/first', { token, email: 'eve@example.org', password: PASSWORD })).status).toBe(
      410,
    )
  })

  it.each([
    ['an email that is none', { email: 'ada', password: PASSWORD }, 422],
    ['a short password', { email: 'b@example.org', password: 'elevenchars' }, 422],
    ['nothing at all', { email: '', password: '' }, 422],
  ])('refuses %s and keeps the link', async (_, form, status) => {
    const token = await link()
    expect((await post('/login/first', { token, ...form })).status).toBe(status)
    expect((await fetch(`${service.address}/login/first?token=${token}`)).status).toBe(200)
  })

  it('does not let a link take over an account that exists', async () => {
    await join('victim@example.org')
    const token = await link()
    const thief = await post('/login/first', {
      token,
      email: 'victim@example.org',
      password: 'another password',
    })
    expect(thief.status).toBe(401)
    expect(thief.headers.get('set-cookie')).toBeNull()
    const owner = await post('/login/first', { token, email: 'victim@example.org', password: PASSWORD })
    expect(owner.status).toBe(303)
  })

  it('refuses a link after a day', async () => {
    const token = await link()
    time += 24 * 3_600_000
    expect((await fetch(`${service.address}/login/first?token=${token}`)).status).toBe(410)
  })

  it('writes what a page shows as text, whatever it holds', async () => {
    const token = await link()
    const email = '"><img/src=x>@example.org'
    const page = await (await post('/login/first', { token, email, password: 'short' })).text()
    expect(page).not.toContain('<img')
    expect(page).toContain('&quot;&gt;&lt;img')
  })
})

describe('logging in and out', () => {
  beforeAll(() => join('carol@example.org'))
  const login = (email: string, password: string) => post('/login', { email, password })

  it('needs the right password, and says the same of a wrong one and of nobody', async () => {
    const right = await login('carol@example.org', PASSWORD)
    expect(right.status).toBe(303)
    const wrong = await login('carol@example.org', 'wrong password!')
    const nobody = await login('dave@example.org', 'wrong password!')
    expect([wrong.status, nobody.status]).toEqual([401, 401])
    expect((await nobody.text()).replace('dave', 'carol')).toBe(await wrong.text())
  })

  it('goes on to the page that asked for it, never to another host', async () => {
    const form = { email: 'carol@example.org', password: PASSWORD }
    const shown = await (await fetch(`${service.address}/login?next=%2Ftyping%2Fan_1`)).text()
    expect(shown).toContain('name="next" value="/typing/an_1"')
    const on = await post('/login', { ...form, next: '/typing/an_1' })
    expect(on.headers.get('location')).toBe('/typing/an_1')
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a?b',
      '/..//evil',
      '',
    ]) {
      expect((await post('/login', { ...form, next })).headers.get('location')).toBe('/account')
    }
  })

  it('gives every login a reference of its own, which a logout ends', async () => {
    const first = cookieOf(await login('carol@example.org', PASSWORD))
    const second = cookieOf(await login('carol@example.org', PASSWORD))
    expect(second).not.toBe(first)
    const out = await post('/logout', {}, { cookie: first })
    expect(out.headers.get('set-cookie')).toMatch(/^byhand=; .*Max-Age=0/)
    expect((await account(first)).status).toBe(303)
    expect((await account(second)).status).toBe(200)
  })

  it('ends after twelve idle hours, and after seven days in any case', async () => {
    const idle = cookieOf(await login('carol@example.org', PASSWORD))
    time += 12 * 3_600_000
    expect((await account(idle)).headers.get('location')).toBe('/login')
    const busy = cookieOf(await login('carol@example.org', PASSWORD))
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      time += 8 * 3_600_000
      expect((await account(busy)).status).toBe(200)
    }
    time += 8 * 3_600_000
    expect((await account(busy)).status).toBe(303)
  })

  it('evaluates ten tries for an account and then none, not even the right one', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await login('erin@example.org', 'wrong password!')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const { status, headers } = await login('erin@example.org', PASSWORD)
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('900')
    expect((await login('carol@example.org', PASSWORD)).status).toBe(303)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour host', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nobody says where', {}],
  ])('refuses a form from %s', async (_, headers) => {
    for (const path of ['/login', '/logout', '/login/first']) {
      const response = await fetch(service.address + path, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams({ email: 'carol@example.org', password: PASSWORD }),
      })
      expect(response.status).toBe(403)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  it('takes a form from its own origin in a browser that says no more', async () => {
    const form = new URLSearchParams({ email: 'carol@example.org', password: PASSWORD })
    const headers = { origin: service.address }
    const response = await fetch(`${service.address}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: form,
    })
    expect(response.status).toBe(303)
  })
})

describe('in a browser', () => {
  it('goes from the link to the account by keyboard alone, over plain http too', async () => {
    // A name that is not localhost: there browsers do not say `Sec-Fetch-Site`, only `Origin`.
    const rules = '--host-resolver-rules=MAP byhand.test 127.0.0.1'
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', rules],
    })
    try {
      const page = await browser.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      const address = service.address.replace('127.0.0.1', 'byhand.test')
      await page.goto(`${address}/login/first?token=${await link()}`)
      await page.keyboard.press('Tab')
      await page.keyboard.type('grace@example.org')
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Account' }).waitFor()
      expect(page.url()).toBe(`${address}/account`)
      expect(await page.getByRole('row').count()).toBe(3)
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
    } finally {
      await browser.close()
    }
  })
})

describe('behind https', () => {
  it('binds the cookie to host and transport', async () => {
    const behind = await runService({ BYHAND_PUBLIC_URL: 'https://byhand.example.org' })
    try {
      const { id } = await behind.workspace()
      const token = await createLoginLink(behind.services.store.accounts, id, 'owner', Date.now())
      const response = await fetch(`${behind.address}/login/first`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: 'https://byhand.example.org' },
        body: new URLSearchParams({ token, email: 'ada@example.org', password: PASSWORD }),
      })
      expect(response.headers.get('set-cookie')).toMatch(/^__Host-byhand=[\w-]{43}; Path=\/; .*; Secure$/)
      expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect((await account(cookieOf(response))).status).toBe(303)
      const shown = await fetch(`${behind.address}/account`, { headers: { cookie: cookieOf(response) } })
      expect(shown.status).toBe(200)
    } finally {
      await behind.stop()
    }
  })
})
