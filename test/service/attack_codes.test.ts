/** Guessing of one-time codes, weak passwords, and a flood of logins. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoginLink, createResetLink } from '../../src/server/account/accounts.ts'
import { totpCode } from '../../src/server/account/totp.ts'
import { times, UNLIMITED } from './collect_client.ts'
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

const login = (email: string, address: string, totp?: string, password = PASSWORD): Promise<string> =>
  send('login', address, { email, password, ...(totp && { totp }) })

async function send(route: string, address: string, given: object): Promise<string> {
  const response = await fetch(`${service.address}/v1/${route}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-byhand': '1',
      'x-forwarded-for': address,
    },
    body: JSON.stringify(given),
  })
  const body = (await response.json()) as { code?: string }
  return response.ok ? 'ok' : (body.code ?? '')
}

interface SecondFactor {
  /** Generates a valid, unused code. */
  next(): string
  readonly recoveryCodes: readonly string[]
}

/** Creates a member with a second factor. */
async function withSecondFactor(email: string): Promise<SecondFactor> {
  const member = await loginTo(service, workspace.id, 'viewer', email)
  await member.send('POST', '/totp/start')
  const { id } = (await member.get<{ member: { id: string } }>('/me')).json.member
  const { secret } = (await service.services.store.accounts.totp(id)) as { secret: Uint8Array }
  const code = () => totpCode(secret, Math.floor(time / 30_000))
  const confirmed = await member.send<{ recovery_codes: string[] }>('POST', '/totp/confirm', { code: code() })
  expect(confirmed.status).toBe(200)
  return {
    next() {
      time += 30_000
      return code()
    },
    recoveryCodes: confirmed.json.recovery_codes,
  }
}

/** The same with another last character. */
const wrongRecoveryCode = (code: string) => `${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}`
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('one-time codes', () => {
  it.each([
    ['from one address', () => '192.0.2.1'],
    ['from many addresses', (index: number) => `192.0.2.${10 + index}`],
  ])('are rejected after ten attempts, even between password-only logins, %s', async (_, addressOf) => {
    const email = `ada${addressOf(0)}@example.org`
    const { next } = await withSecondFactor(email)
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
    const { next } = await withSecondFactor(email)
    for (let day = 0; day < 3; day++) {
      for (let mistake = 0; mistake < 3; mistake++) {
        expect(await login(email, '192.0.2.200', wrong(next()))).toBe('wrong_code')
      }
      expect(await login(email, '192.0.2.200')).toBe('totp_required')
      expect(await login(email, '192.0.2.200', next())).toBe('ok')
    }
  })
})

const STRANGERS = Array.from({ length: 4 }, (_, index) => `198.51.100.${index + 1}`)
const OWNER = '203.0.113.7'
const NEW_PASSWORD = 'nine loud herons'

const resetLink = async (email: string) => {
  const { store, now } = service.services
  return (await createResetLink(store.accounts, workspace.id, email, now())) as string
}

describe('a used code', () => {
  it('logs in once, also if it is sent eight times at once from different addresses', async () => {
    const email = 'mary@example.org'
    const { next } = await withSecondFactor(email)
    const code = next()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => login(email, `198.51.100.${100 + index}`, code)),
    )
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(await login(email, OWNER, code)).not.toBe('ok')
    // Control: the next code logs in again.
    expect(await login(email, OWNER, next())).toBe('ok')
  })
})

describe('an owner whom a stranger wants to lock out', () => {
  it('logs in while the stranger guesses passwords from many addresses', async () => {
    const email = 'joan@example.org'
    const { next } = await withSecondFactor(email)
    for (const address of STRANGERS) {
      for (let index = 0; index < 11; index++) {
        expect(await login(email, address, undefined, `guess number ${index}`)).not.toBe('ok')
      }
    }
    // Control: the addresses of the stranger are refused, even with the right password.
    expect(await login(email, STRANGERS[0] as string, next())).toBe('rate_limited')
    expect(await login(email, OWNER, next())).toBe('ok')
  })

  it('gets in behind the address of the stranger by a link that sets a new password', async () => {
    const email = 'ruth@example.org'
    const { next } = await withSecondFactor(email)
    const [address = ''] = STRANGERS.slice(-1)
    for (let index = 0; index < 11; index++) await login(email, address, undefined, `guess ${index} of ten`)
    expect(await login(email, address, next())).toBe('rate_limited')
    const reset = { token: await resetLink(email), email, password: NEW_PASSWORD, name: '', totp: next() }
    expect(await send('join', address, reset)).toBe('ok')
  })

  it('gets in by a recovery code or a link while the stranger, who knows the password, guesses codes', async () => {
    const email = 'vera@example.org'
    const { next, recoveryCodes } = await withSecondFactor(email)
    const useUpCodes = async () => {
      for (let index = 0; index < 12; index++) {
        await login(email, STRANGERS[index % STRANGERS.length] as string, wrong(next()))
      }
      // Control: one-time codes are refused to everybody.
      expect(await login(email, OWNER, next())).toBe('rate_limited')
    }
    await useUpCodes()
    expect(await login(email, OWNER, wrongRecoveryCode(recoveryCodes[0] as string))).toBe('wrong_code')
    expect(await login(email, OWNER, recoveryCodes[0])).toBe('ok')
    expect(await login(email, OWNER, recoveryCodes[0])).toBe('wrong_code')
    await useUpCodes()
    const token = await resetLink(email)
    const reset = { token, email, password: NEW_PASSWORD, name: '' }
    for (let index = 0; index < 3; index++) {
      expect(await send('join', OWNER, { ...reset, totp: wrong(next()) })).toBe('wrong_code')
    }
    expect(await send('join', OWNER, { ...reset, totp: next() })).toBe('ok')
    // The stranger knows the password no more.
    expect(await login(email, '192.0.2.77', next())).not.toBe('ok')
    expect(await login(email, OWNER, next(), NEW_PASSWORD)).toBe('ok')
  })

  it('cannot be impersonated by guesses behind a link: ten codes are evaluated', async () => {
    const email = 'edith@example.org'
    const { next } = await withSecondFactor(email)
    const token = await resetLink(email)
    let evaluated = 0
    for (let index = 0; index < 12; index++) {
      const guess = { token, email, password: NEW_PASSWORD, name: '', totp: wrong(next()) }
      if ((await send('join', OWNER, guess)) === 'wrong_code') evaluated++
    }
    expect(evaluated).toBe(10)
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

describe('a flood of logins under invented names, from many addresses of one network', () => {
  it('lets members in from elsewhere, and uses up no limit of theirs', async () => {
    await loginTo(service, workspace.id, 'viewer', 'flooded@example.org')
    const flood = new Map<string, number>()
    const members: string[] = []
    let isOver = false
    let sent = 0
    const sending = times(
      150,
      async () => {
        while (!isOver) {
          const index = sent++
          const code = await login(`x${index}@example.org`, `2001:db8:8:${index.toString(16)}::1`)
          flood.set(code, (flood.get(code) ?? 0) + 1)
          if (code === 'overloaded') await sleep(100)
        }
      },
      150,
    )
    await expect.poll(() => flood.get('overloaded') ?? 0, { timeout: 20_000 }).toBeGreaterThan(50)
    while (members.length < 4)
      members.push(await login('flooded@example.org', `198.51.100.${members.length}`))
    isOver = true
    await sending
    expect(members).toEqual(['ok', 'ok', 'ok', 'ok'])
    // Control: the flood filled the queue of passwords, and none of it got in.
    expect(flood.get('ok')).toBeUndefined()
    expect(flood.get('overloaded')).toBeGreaterThan(50)
  })
})
