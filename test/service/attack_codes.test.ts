/** Guessing of one-time codes, and weak passwords. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { totpCode } from '../../src/server/account/totp.ts'
import { UNLIMITED } from './collect_client.ts'
import { dashboardClient, loginTo, PASSWORD } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let workspace: TestWorkspace
let time = Date.now()
beforeAll(async () => {
  service = await runService(
    { ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent', BYHAND_TRUSTED_PROXIES: 'loopback' },
    { now: () => time },
  )
  workspace = await service.workspace()
})
afterAll(() => service.stop())

async function login(email: string, address: string, totp?: string): Promise<string> {
  const response = await fetch(`${service.address}/v1/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-byhand': '1',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ email, password: PASSWORD, ...(totp && { totp }) }),
  })
  const body = (await response.json()) as { code?: string }
  return response.ok ? 'ok' : (body.code ?? '')
}

/** Creates a member with a second factor; returns a function that generates a valid, unused code. */
async function withSecondFactor(email: string): Promise<() => string> {
  const member = await loginTo(service, workspace.id, 'viewer', email)
  await member.send('POST', '/totp/start')
  const { id } = (await member.get<{ member: { id: string } }>('/me')).json.member
  const { secret } = (await service.services.store.accounts.totp(id)) as { secret: Uint8Array }
  const code = () => totpCode(secret, Math.floor(time / 30_000))
  expect((await member.send('POST', '/totp/confirm', { code: code() })).status).toBe(200)
  return () => {
    time += 30_000
    return code()
  }
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('one-time codes', () => {
  it.each([
    ['from one address', () => '192.0.2.1'],
    ['from many addresses', (index: number) => `192.0.2.${10 + index}`],
  ])('are rejected after ten attempts, even between password-only logins, %s', async (_, addressOf) => {
    const email = `ada${addressOf(0)}@example.org`
    const next = await withSecondFactor(email)
    let evaluated = 0
    for (let index = 0; index < 11; index++) {
      if (index % 3 === 0) await login(email, addressOf(index))
      if ((await login(email, addressOf(index), wrong(next()))) === 'wrong_code') evaluated++
    }
    expect(evaluated).toBeGreaterThan(0)
    expect(evaluated).toBeLessThanOrEqual(10)
    expect(await login(email, addressOf(10), next())).toBe('rate_limited')
  })

  it('control: a person who mistypes three codes a day can still log in each day', async () => {
    const email = 'grace@example.org'
    const next = await withSecondFactor(email)
    for (let day = 0; day < 3; day++) {
      for (let mistake = 0; mistake < 3; mistake++) {
        expect(await login(email, '192.0.2.200', wrong(next()))).toBe('wrong_code')
      }
      expect(await login(email, '192.0.2.200')).toBe('totp_required')
      expect(await login(email, '192.0.2.200', next())).toBe('ok')
    }
  })
})

describe('common passwords', () => {
  const join = async (password: string) => {
    const { store, now } = service.services
    const token = await createLoginLink(store.accounts, workspace.id, 'viewer', now())
    const email = `new${password.length}${Math.random()}@example.org`
    return dashboardClient(service.address).send('POST', '/first-login', { token, email, password })
  }

  it.each(['aaaaaaaaaaaa', '123456789012', 'passwordpassword'])('are rejected: %s', async (password) => {
    const problem = { errors: [{ pointer: '/password', detail: expect.stringContaining('easy to guess') }] }
    const joined = await join(password)
    expect(joined.status).toBe(400)
    expect(joined.json).toMatchObject({ code: 'invalid_request', ...problem })
    const member = await loginTo(service, workspace.id)
    const changed = await member.send('POST', '/password', { current: PASSWORD, password })
    expect(changed.status).toBe(400)
    expect(changed.json).toMatchObject(problem)
  })

  it('control: other passwords are accepted', async () => {
    expect((await join('seven quiet otters')).status).toBe(200)
  })
})
