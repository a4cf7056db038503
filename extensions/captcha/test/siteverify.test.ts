/** `/siteverify` with the contracts of captcha vendors, and with the npm clients of their users. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, globalAgent, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { INGEST_PATH, RESULT_SUFFIX } from '../../../src/contract/paths.ts'
import { RESULT_LIFE_MS } from '../../../src/contract/result.ts'
import { createKey } from '../../../src/server/workspace/keys.ts'
import { RecaptchaV2, RecaptchaV3, verifyHcaptchaToken } from '../../../test/service/captcha_packages.ts'
import { collectClient, type Loose, makeBatch } from '../../../test/service/collect_client.ts'
import { issuedResult } from '../../../test/service/issued_result.ts'
import { type RunningService, runService, type TestWorkspace } from '../../../test/service/running_service.ts'
import { HCAPTCHA, VENDORS } from '../vendors.ts'

let offset = 0
let service: RunningService
let workspace: TestWorkspace

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0' }, { now: () => Date.now() + offset })
  workspace = await service.workspace()
})
afterAll(() => service.stop())
beforeEach(() => {
  offset = 0
})

type Label = 'person' | 'bot'

/** A response of a widget, of a session that a reviewer labeled, so that its action is known. */
async function response(label?: Label, owner = workspace): Promise<string> {
  const page = collectClient(service.address)
  const batch = makeBatch(owner.siteKey)
  const { json } = await page.post(batch)
  if (label !== undefined) {
    const key = { workspace: owner.id, sessionId: batch.session_id }
    await service.services.scoring.report(key)
    await service.services.store.facts.setLabel(key, { label, memberId: 'm', at: 1, note: '' })
  }
  page.close()
  const answer = await fetch(service.address + INGEST_PATH + RESULT_SUFFIX, {
    method: 'POST',
    headers: { origin: 'https://shop.example' },
    body: JSON.stringify({
      site_key: owner.siteKey,
      session_id: batch.session_id,
      token: json.token,
      page_action: 'login',
      page_data: 'cart 7',
    }),
  })
  return ((await answer.json()) as { result: string }).result
}

async function verify(fields: Record<string, string>, path = '/siteverify'): Promise<Loose> {
  const answer = await fetch(service.address + path, { method: 'POST', body: new URLSearchParams(fields) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Loose
}

const own = (token: string) => ({ secret: workspace.secretKey, response: token })

describe.each(VENDORS)('$verifyPath', (vendor) => {
  const { verifyPath, codes, isPersonOne } = vendor

  it('accepts a person once', async () => {
    const token = await response('person')
    const body = await verify(own(token), verifyPath)
    expect(body).toMatchObject({
      success: true,
      hostname: 'shop.example',
      action: 'login',
      score: expect.any(Number),
      'error-codes': [],
    })
    expect(Date.parse(body.challenge_ts)).toBeGreaterThan(Date.now() - 60_000)
    expect(await verify(own(token), verifyPath)).toEqual({
      success: false,
      'error-codes': [codes.already_used],
    })
  })

  it('rejects a bot', async () => {
    expect(await verify(own(await response('bot')), verifyPath)).toMatchObject({
      success: false,
      'error-codes': ['risk-too-high'],
    })
  })

  it('asks for step-up after one empty batch, with a low score', async () => {
    const body = await verify(own(await response()), verifyPath)
    expect(body).toMatchObject({
      success: false,
      'error-codes': [codes.invalid_response, 'step-up-required'],
    })
    expect(isPersonOne ? body.score : 1 - body.score).toBeLessThan(0.301)
  })

  it('rejects a response for another host or site that the URL names', async () => {
    const faultOf = async (query: string) =>
      (await verify(own(await response('person')), `${verifyPath}?${query}`))['error-codes']
    expect(await faultOf('hostname=www.shop.example')).toEqual([codes.wrong_host])
    expect(await faultOf('hostname=www.shop.example&hostname=shop.example')).toEqual([])
    const { key } = await createKey(
      service.services.store.keys,
      { workspace: workspace.id, kind: 'site', name: 'other' },
      Date.now(),
    )
    expect(await faultOf(`sitekey=${key}`)).toEqual([codes.wrong_site_key])
    expect(await faultOf(`sitekey=${workspace.siteKey}`)).toEqual([])
  })

  it('rejects an expired response', async () => {
    const token = await response('person')
    offset = RESULT_LIFE_MS
    expect(await verify(own(token), verifyPath)).toEqual({ success: false, 'error-codes': [codes.expired] })
  })

  it.each([
    ['missing_secret', { response: 'x' }],
    ['invalid_secret', { secret: `bh_sk_${'x'.repeat(33)}`, response: 'x' }],
    ['invalid_secret', { secret: 'none', response: 'x' }],
  ] as const)('names a wrong secret: %s', async (fault, fields) => {
    expect(await verify(fields, verifyPath)).toEqual({ success: false, 'error-codes': [codes[fault]] })
  })

  it('names a wrong response', async () => {
    const { secretKey: secret } = workspace
    const faultOf = async (fields: Record<string, string>) =>
      (await verify({ secret, ...fields }, verifyPath))['error-codes']
    expect(await faultOf({})).toEqual([codes.missing_response])
    expect(await faultOf({ response: 'bhr1_none' })).toEqual([codes.invalid_response])
    const stranger = await service.workspace()
    expect(await faultOf({ response: await response('person', stranger) })).toEqual([codes.invalid_response])
    expect(await faultOf({ response: await response('person'), sitekey: stranger.siteKey })).toEqual([
      codes.wrong_site_key,
    ])
  })
})

describe('/siteverify', () => {
  it('accepts JSON, and one repetition for each idempotency key', async () => {
    const token = await response('person')
    const send = async (more: object) => {
      const answer = await fetch(`${service.address}/turnstile/v0/siteverify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...own(token), ...more }),
      })
      return (await answer.json()) as Loose
    }
    const first = await send({ idempotency_key: 'a' })
    expect(first).toMatchObject({ success: true, cdata: 'cart 7' })
    expect(await send({ idempotency_key: 'a' })).toEqual(first)
    expect(await send({ idempotency_key: 'b' })).toMatchObject({ 'error-codes': ['timeout-or-duplicate'] })
    expect(await send({})).toMatchObject({ 'error-codes': ['timeout-or-duplicate'] })
  })

  it('is used up by one of many requests at the same time', async () => {
    const token = await response('person')
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(own(token))))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  it.each([
    ['passed', { success: true, 'error-codes': [] }],
    ['unknown', { success: false, 'error-codes': ['invalid-input-response', 'step-up-required'] }],
    ['failed', { success: false, 'error-codes': ['risk-too-high'] }],
  ] as const)('follows the result of the task: %s', async (stepUp, expected) => {
    const token = await issuedResult(service, workspace, { stepUp })
    expect(await verify(own(token))).toMatchObject(expected)
    const bot = await issuedResult(service, workspace, { stepUp, label: 'bot' })
    expect(await verify(own(bot))).toMatchObject({ success: false, 'error-codes': ['risk-too-high'] })
  })

  it('does not wait for a session that is scored', async () => {
    const finds = vi.spyOn(service.services.store.sessions, 'find')
    const token = await response()
    // A visit that ended a while ago; a wait would read it again and again.
    offset = 60_000
    finds.mockClear()
    await verify(own(token))
    expect(finds).toHaveBeenCalledTimes(1)
    finds.mockRestore()
  })

  it('answers bodies that are no form with a code, not a problem document', async () => {
    for (const [type, body, status] of [
      ['application/json', '{', 200],
      ['image/png', 'x', 200],
      ['text/plain', 'x'.repeat(20_000), 413],
    ] as const) {
      const answer = await fetch(`${service.address}/siteverify`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect([type, answer.status, await answer.json()]).toEqual([
        type,
        status,
        { success: false, 'error-codes': ['bad-request'] },
      ])
    }
  })
})

/** The clients below have the hosts of their vendors built in. This proxy answers for those hosts. */
describe('npm clients of the vendors', () => {
  let folder: string
  let proxy: Server
  const options = { ...globalAgent.options }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'byhand-vendors-'))
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    const hosts = 'subjectAltName=DNS:www.google.com,DNS:hcaptcha.com,DNS:api.hcaptcha.com'
    const kind = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const words = [
      'req',
      ...kind,
      '-subj',
      '/CN=vendors',
      '-addext',
      hosts,
      '-keyout',
      key,
      '-out',
      certificate,
    ]
    execFileSync('openssl', words, { stdio: 'ignore' })
    const tls = { key: readFileSync(key), cert: readFileSync(certificate) }
    proxy = createServer(tls, (incoming, outgoing) => {
      const isHcaptcha = incoming.headers.host?.includes('hcaptcha.com')
      const path = isHcaptcha ? HCAPTCHA.verifyPath : (incoming.url ?? '/')
      const { method = 'GET', headers } = incoming
      const onward = request(service.address + path, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    // All names lead to the proxy, whose certificate is trusted.
    Object.assign(globalAgent.options, { ca: tls.cert, host: '127.0.0.1' })
    const { createConnection } = globalAgent as unknown as { createConnection: (given: object) => unknown }
    Object.assign(globalAgent, {
      createConnection: (given: object) =>
        createConnection.call(globalAgent, { ...given, host: '127.0.0.1', port, ca: tls.cert }),
    })
  })
  afterAll(() => {
    Object.assign(globalAgent, { options })
    Reflect.deleteProperty(globalAgent, 'createConnection')
    proxy.closeAllConnections()
    proxy.close()
    rmSync(folder, { recursive: true })
  })
  afterEach(() => globalAgent.destroy())

  const recaptcha = (client: RecaptchaV2 | RecaptchaV3, token: string) =>
    new Promise<{ error: unknown; data: unknown }>((resolve) => {
      client.verify({ body: { 'g-recaptcha-response': token } } as never, (error, data) =>
        resolve({ error, data }),
      )
    })

  it('express-recaptcha, v2 and v3', async () => {
    const { siteKey, secretKey } = workspace
    const v2 = new RecaptchaV2(siteKey, secretKey)
    const v3 = new RecaptchaV3(siteKey, secretKey)
    expect(await recaptcha(v2, await response('person'))).toMatchObject({
      error: null,
      data: { hostname: 'shop.example' },
    })
    expect(await recaptcha(v3, await response('person'))).toMatchObject({
      error: null,
      data: { hostname: 'shop.example', action: 'login', score: expect.any(Number) },
    })
    expect(await recaptcha(v3, await response('bot'))).toEqual({ error: 'risk-too-high', data: null })
    expect(await recaptcha(v2, 'nonsense')).toEqual({ error: 'invalid-input-response', data: null })
  })

  it('verify-hcaptcha', async () => {
    const { siteKey, secretKey } = workspace
    const client = (token: string) => verifyHcaptchaToken({ token, secretKey, siteKey })
    expect(await client(await response('person'))).toEqual(
      expect.objectContaining({ success: true, hostname: 'shop.example' }),
    )
    expect(await client(await response('bot'))).toMatchObject({ success: false })
    expect(await client('nonsense')).toMatchObject({ success: false, errorCodes: ['invalid-input-response'] })
  })
})
