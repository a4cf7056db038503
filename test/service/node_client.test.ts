/** The Node client against the real service, and its middleware in real frameworks. */

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { requireHuman as expressHuman } from '../../clients/node/src/express.ts'
import { decisionOf, requireHuman as fastifyHuman } from '../../clients/node/src/fastify.ts'
import {
  ByhandError,
  ByhandUnavailable,
  type Client,
  type Decision,
  type HumanOptions,
  openClient,
  openSignedResult,
  verifyWebhook,
  type WebhookEvent,
} from '../../clients/node/src/index.ts'
import { requireHuman as webHuman } from '../../clients/node/src/web.ts'
import type { StepUpResult } from '../../src/contract/step_up.ts'
import { storedResultKey } from '../../src/server/signed_results/result_keys.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { nodeClientTypes, TYPES_FILE } from '../../tools/node_client_types.ts'
import { freePort } from '../setup/free_port.ts'
import { collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { issuedResult } from './issued_result.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

/** Has no types of its own. */
const express = createRequire(import.meta.url)('express')

let service: RunningService
let workspace: TestWorkspace
let client: Client
let offline: Client

beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
  const options = { url: `${service.address}/`, secretKey: workspace.secretKey }
  client = openClient(options)
  const key = await storedResultKey(service.services.store.keys, workspace.id, 1)
  offline = openClient({
    ...options,
    url: 'http://127.0.0.1:9',
    resultSecret: Buffer.from(key).toString('hex'),
  })
})
afterAll(() => service.stop())

async function session(fields: object): Promise<string> {
  const page = collectClient(service.address)
  const batch = makeBatch(workspace.siteKey, { intro: 1, ...fields })
  await page.post(batch)
  page.close()
  return batch.session_id as string
}

const result = (label?: 'person' | 'bot', stepUp?: StepUpResult): Promise<string> =>
  issuedResult(service, workspace, { label, stepUp })

/** Answers with each status in turn, then with an empty object. */
async function failing(
  statuses: number[],
  hangs = false,
): Promise<{ url: string; calls: () => number; close(): void }> {
  let calls = 0
  const server: Server = createServer((_request, response) => {
    calls++
    if (hangs) return
    response.statusCode = statuses.shift() ?? 200
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

it('has the types of the contract', async () => {
  // After a change of the contract, run: node tools/node_client_types.ts
  const document = await (await fetch(`${service.address}/openapi.json`)).json()
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await nodeClientTypes(document))
})

describe('the client', () => {
  it('reads reports, events and lists', async () => {
    const sessionId = await session({ user_id: 'user/7 ä', tags: ['a&b'] })
    expect(await client.report(sessionId, { waitSeconds: 1 })).toMatchObject({
      session_id: sessionId,
      tags: ['a&b'],
    })
    expect((await client.events(sessionId)).session_id).toBe(sessionId)
    expect((await client.userSessions('user/7 ä')).sessions).toHaveLength(1)
    await session({ tags: ['a&b'] })
    const first = await client.tagSessions('a&b', { limit: 1 })
    const second = await client.tagSessions('a&b', { limit: 1, before: first.next as string })
    expect(
      new Set([first, second].flatMap(({ sessions }) => sessions.map((one) => one.session_id))).size,
    ).toBe(2)
  })

  it('checks survey responses', async () => {
    const request = {
      survey_id: 's',
      participant_id: 'p',
      questions: { q1: 'Why?' },
      responses: { q1: 'asdf asdf' },
    }
    expect(await client.checkSurvey(request)).toMatchObject({ error: false, model: 'byhand-v021' })
    const explained = await client.checkSurvey(request, { explain: true })
    expect([explained.verdict, explained.reasons[0]]).toEqual(['remove', expect.stringContaining('q1')])
    expect(await client.checkSurveyV012(request)).toMatchObject({ error: false, model: 'byhand-v012' })
    const started = performance.now()
    const unknown = { ...request, participant_id: 'q', session_id: 'B'.repeat(22) }
    expect(await client.checkSurvey(unknown, { waitSeconds: 1 })).toMatchObject({ error: true })
    expect(performance.now() - started).toBeGreaterThan(990)
  })

  it('calls every other endpoint with its types', async () => {
    const { key } = await workspace.key(['sessions', 'survey', 'admin'])
    const admin = openClient({ url: service.address, secretKey: key })
    const sessionId = await session({ user_id: 'labeled' })
    const path = { sessionId }
    const set = { path, body: { label: 'bot', note: 'fraud' } } as const
    expect((await admin.call('PUT', '/v1/sessions/{sessionId}/label', set)).previous).toBeNull()
    const { items } = await admin.call('GET', '/v1/sessions', { query: { label: 'bot', user: 'labeled' } })
    expect(items.map((one) => one.session_id)).toEqual([sessionId])
    const removed = await admin.call('DELETE', '/v1/sessions/{sessionId}/label', { path })
    expect(removed.previous?.label).toBe('bot')
    expect((await admin.call('GET', '/v1/settings')).monitor_only).toBe(false)
    const rows: string = await admin.call('GET', '/v1/exports/sessions', { query: { user: 'labeled' } })
    expect(JSON.parse(rows)).toMatchObject({ session_id: sessionId })
    const file = 'participant_id,Why did you come here?\np1,The bakery on the corner'
    const job = await admin.call('POST', '/v1/survey-jobs', { query: { name: 'a.csv' }, body: file })
    expect(await admin.call('GET', '/v1/survey-jobs/{id}', { path: { id: job.id } })).toMatchObject({
      id: job.id,
    })
    const created = await admin.call('POST', '/v1/webhooks', {
      body: { url: 'https://shop.example.org/byhand', events: ['session.completed'] },
    })
    await admin.call('DELETE', '/v1/webhooks/{id}', { path: { id: created.webhook.id } })
    expect((await admin.call('GET', '/v1/webhooks')).items).toEqual([])
    const wrong = admin.call('PUT', '/v1/sessions/{sessionId}/label', { ...set, path: { sessionId: '' } })
    await expect(wrong).rejects.toThrow('path.sessionId is empty')
    // @ts-expect-error There is no such label.
    const refused = admin.call('PUT', '/v1/sessions/{sessionId}/label', { path, body: { label: 'robot' } })
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining('/label ') })
    // @ts-expect-error There is no such path.
    await expect(admin.call('GET', '/v1/nothing')).rejects.toMatchObject({ status: 404 })
  })

  it('needs a secret key only for requests, because a build loads files without it', async () => {
    const text = await result('person')
    for (const secretKey of [undefined, '']) {
      const other = openClient({ url: service.address, secretKey })
      await expect(other.report('a')).rejects.toThrow('secretKey is empty')
      const human = webHuman(
        { client: other, siteKey: workspace.siteKey, failOpen: true },
        () => new Response(),
      )
      await expect(human(requestOf('http://site.example/', text))).rejects.toThrow('secretKey is empty')
    }
  })

  it('throws the problem of the service', async () => {
    const missing = client.report('A'.repeat(22))
    await expect(missing).rejects.toBeInstanceOf(ByhandError)
    await expect(missing).rejects.toMatchObject({ status: 404, problem: { code: 'session_not_found' } })
  })

  it('verifies results by a request and offline, with the same outcome', async () => {
    const text = await result('person')
    const answer = await client.verifyResult(text, workspace.siteKey)
    expect(answer).toMatchObject({ valid: true, result: { effective_action: 'Auto-accept' } })
    expect(await offline.verifyResult(text, workspace.siteKey)).toEqual(answer)
    for (const [wrong, siteKey] of [
      [`${text}A`, workspace.siteKey],
      ['x', workspace.siteKey],
      [text, 'bh_pk_other'],
    ] as const) {
      const online = await client.verifyResult(wrong, siteKey)
      expect(online.valid).toBe(false)
      expect(await offline.verifyResult(wrong, siteKey)).toEqual(online)
    }
    const secret = 'ab'.repeat(32)
    const later = () => Date.now() + 120_001
    expect(openSignedResult(text, { secret, siteKey: workspace.siteKey })).toEqual({
      valid: false,
      reason: 'invalid',
    })
    const key = Buffer.from(await storedResultKey(service.services.store.keys, workspace.id, 1)).toString(
      'hex',
    )
    const both = { secret: [secret, key], siteKey: workspace.siteKey }
    expect(openSignedResult(text, both)).toEqual(answer)
    expect(openSignedResult(text, { ...both, now: later })).toEqual({ valid: false, reason: 'expired' })
  })

  it('retries calls that may be repeated, and gives up in the end', async () => {
    const server = await failing([503, 500, 200, 503, 503, 503])
    const other = openClient({ url: server.url, secretKey: 'k', retries: 2 })
    await other.report('a')
    expect(server.calls()).toBe(3)
    await expect(other.report('a')).rejects.toBeInstanceOf(ByhandUnavailable)
    expect(server.calls()).toBe(6)
    server.close()
  })

  it('follows the schedule of retries', async () => {
    // The one of docs/reference/limits.md, which the Python client and the R package follow too.
    const retried = [408, 429, 500, 502, 503, 504]
    const waits: number[] = []
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms = 0) => {
      waits.push(ms)
      run()
      return {} as ReturnType<typeof setTimeout>
    })
    const answers: Response[] = []
    const other = openClient({
      url: 'http://service.example',
      secretKey: 'k',
      fetch: async () => answers.shift() ?? Response.json({}),
    })
    try {
      for (const status of [...retried, 400, 401, 404, 409]) {
        const isRetried = retried.includes(status)
        answers.push(...Array.from({ length: 3 }, () => new Response('{}', { status })))
        const failure = isRetried ? ByhandUnavailable : ByhandError
        await expect(other.report('a')).rejects.toBeInstanceOf(failure)
        expect([status, 3 - answers.splice(0).length, waits.splice(0)]).toEqual(
          isRetried ? [status, 3, [200, 800]] : [status, 1, []],
        )
      }
      for (const seconds of ['2', '900']) {
        answers.push(new Response('{}', { status: 429, headers: { 'retry-after': seconds } }))
      }
      await other.report('a')
      expect(waits).toEqual([2_000, 5_000])
    } finally {
      timer.mockRestore()
      vi.restoreAllMocks()
    }
  })

  it('gives up when the service does not answer in time', async () => {
    const server = await failing([], true)
    const other = openClient({ url: server.url, secretKey: 'k', retries: 0, timeoutMs: 50 })
    await expect(other.report('a')).rejects.toBeInstanceOf(ByhandUnavailable)
    server.close()
  })
})

it('verifies webhooks as the reference implementation signs them', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify({ type: 'test', timestamp: 't', data: { message: 'ä' } })
  const at = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', at, body)}`,
  }
  expect(verifyWebhook(body, headers, secret)).toMatchObject({ type: 'test' })
  expect(verifyWebhook(Buffer.from(body), new Headers(headers), secret)).toMatchObject({ type: 'test' })
  expect(() => verifyWebhook(`${body} `, headers, secret)).toThrow('wrong')
  expect(() => verifyWebhook(body, { ...headers, 'webhook-id': 'msg_2' }, secret)).toThrow('wrong')
  expect(() => verifyWebhook(body, {}, secret)).toThrow('missing')
  const signed = `msg_1.${headers['webhook-timestamp']}.${body}`
  const forged = `v1,${createHmac('sha256', '').update(signed).digest('base64')}`
  const empty = { ...headers, 'webhook-signature': forged }
  for (const none of ['', 'whsec_', undefined]) {
    expect(() => verifyWebhook(body, empty, none)).toThrow('empty')
  }
  expect(() => verifyWebhook(body, headers, secret, () => at.getTime() + 301_000)).toThrow('too old')
})

it('has a type for each webhook event', () => {
  const summary = (event: WebhookEvent): string => {
    switch (event.type) {
      case 'session.risk_changed':
        return event.data.previous_action
      case 'survey.flagged':
        return event.data.participant_id
      default:
        // @ts-expect-error Only some events have it.
        return event.data.previous_action
    }
  }
  const event = { type: 'survey.flagged', timestamp: 't', data: { participant_id: 'p' } }
  expect(summary(event as WebhookEvent)).toBe('p')
})

/** Status, reason of the decision, and code of a refusal if there is one. */
type Answer = [status: number, reason: unknown, code?: unknown]
/** The result in a field of the body, or in the header of a body that no parser reads. */
type Sent = string | undefined | { readonly header: string }
type Post = (sent: Sent, options: Partial<HumanOptions>) => Promise<Answer>

const options = (given: Partial<HumanOptions>): HumanOptions => ({
  client,
  siteKey: workspace.siteKey,
  ...given,
})

async function read(answer: Response): Promise<Answer> {
  const { reason, code } = (await answer.json()) as { reason?: string; code?: string }
  return [answer.status, reason, ...(code ? [code] : [])] as Answer
}

function requestOf(url: string, sent: Sent): Request {
  if (typeof sent === 'object') {
    return new Request(url, { method: 'POST', headers: { 'x-byhand-result': sent.header } })
  }
  const body = JSON.stringify(sent === undefined ? {} : { 'byhand-result': sent })
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

const postTo = async (url: string, sent: Sent): Promise<Answer> => read(await fetch(requestOf(url, sent)))

const FRAMEWORKS: Readonly<Record<string, Post>> = {
  async Express(text, given) {
    const app = express()
    app.use(express.json())
    app.post(
      '/',
      expressHuman(options(given)),
      (request: { byhand?: Decision }, response: { json(body: object): void }) => {
        response.json({ reason: request.byhand?.reason })
      },
    )
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const answer = await postTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, text)
    server.closeAllConnections()
    server.close()
    return answer
  },
  async Fastify(text, given) {
    const app = Fastify()
    app.post('/', { preHandler: fastifyHuman(options(given)) }, async (request) => ({
      reason: decisionOf(request)?.reason,
    }))
    const answer = await postTo(await app.listen({ port: 0, host: '127.0.0.1' }), text)
    await app.close()
    return answer
  },
  async 'web requests'(text, given) {
    const handler = webHuman(options(given), async (request, { byhand }) => {
      await request.text()
      return Response.json({ reason: byhand.reason })
    })
    return read(await handler(requestOf('http://site.example/', text), {}))
  },
}

it('requireHuman with Express says once that it cannot read a body', async () => {
  const app = express()
  app.use(express.urlencoded())
  const log = vi.fn()
  app.post('/', expressHuman(options({ log })))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const body = new FormData()
  body.set('byhand-result', 'bhr1_x')
  try {
    await fetch(url, { method: 'POST', body: new URLSearchParams({ name: 'Ann' }) })
    expect(log).not.toHaveBeenCalled()
    for (let i = 0; i < 2; i++) expect((await fetch(url, { method: 'POST', body })).status).toBe(403)
    expect(log.mock.calls).toEqual([[expect.stringMatching(/multipart\/form-data.*x-byhand-result/)]])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

describe.each(Object.entries(FRAMEWORKS))('requireHuman with %s', (_, post) => {
  it('lets people pass and stops bots', async () => {
    expect(await post(await result('person'), {})).toEqual([200, 'passed'])
    expect(await post(await result('bot'), {})).toEqual([403, undefined])
    expect(await post(await result('person'), { maxScore: 100 })).toEqual([200, 'passed'])
    expect(await post(await result('bot'), { maxScore: 100 })).toEqual([403, undefined])
    expect(await post(await result('person'), { maxScore: -1 })).toEqual([403, undefined])
  })

  it('blocks requests without a valid result, unless configured otherwise', async () => {
    const text = await result('person')
    const other = await createKey(
      service.services.store.keys,
      { workspace: workspace.id, kind: 'site', name: 'other' },
      Date.now(),
    )
    const invalid: [string, string | undefined, Partial<HumanOptions>][] = [
      ['missing', undefined, {}],
      ['invalid', 'forged', {}],
      ['invalid', `${text}A`, {}],
      ['invalid', 'x'.repeat(20_000), {}],
      ['wrong_site_key', text, { siteKey: other.key }],
      ['wrong_host', text, { hostnames: ['www.shop.example'] }],
    ]
    for (const [reason, sent, given] of invalid) {
      expect([reason, await post(sent, given)]).toEqual([reason, [403, undefined]])
      const setting = reason === 'missing' ? 'onMissing' : 'onInvalid'
      const other = reason === 'missing' ? 'onInvalid' : 'onMissing'
      expect(await post(sent, { ...given, [setting]: 'review' })).toEqual([200, reason])
      expect(await post(sent, { ...given, [other]: 'review' })).toEqual([403, undefined])
      // While the service responds, failing open does not help.
      expect(await post(sent, { ...given, failOpen: true })).toEqual([403, undefined])
    }
    expect(await post(text, { hostnames: ['shop.example'] })).toEqual([200, 'passed'])
    expect(await post(text, {})).toEqual([403, undefined])
    expect(await post(text, { onInvalid: 'review' })).toEqual([200, 'already_used'])
    const now = Date.now
    const late = await result('person')
    Date.now = () => now() + 120_001
    try {
      expect(await post(late, { client: offline })).toEqual([403, undefined])
    } finally {
      Date.now = now
    }
    expect(await post(late, { client: offline })).toEqual([200, 'passed'])
  })

  it('blocks visitors who need step-up verification until they pass it, unless configured otherwise', async () => {
    expect(await post(await result(), { onStepUp: 'allow' })).toEqual([200, 'step_up_required'])
    expect(await post(await result(), { onStepUp: 'review' })).toEqual([200, 'step_up_required'])
    expect(await post(await result(), {})).toEqual([403, undefined, 'step_up_required'])
    expect(await post(await result('bot'), {})).toEqual([403, undefined])
    expect(await post(await result(undefined, 'unknown'), {})).toEqual([403, undefined, 'step_up_required'])
    // A failed task is final.
    expect(await post(await result(undefined, 'failed'), {})).toEqual([403, undefined])
    expect(await post(await result(undefined, 'passed'), {})).toEqual([200, 'passed'])
    expect(await post(await result('bot', 'passed'), {})).toEqual([403, undefined])
  })

  /** As a result looks. */
  const ANY = 'bhr1_any'

  it('blocks or allows all while the service cannot be reached, as configured, and logs it once', async () => {
    for (const failOpen of [true, false]) {
      const away = openClient({ url: `http://127.0.0.1:${await freePort()}`, secretKey: 'k', retries: 0 })
      const log = vi.fn()
      const given = { client: away, failOpen, log }
      const expected = failOpen ? [200, 'unavailable'] : [403, undefined]
      for (let i = 0; i < 3; i++) expect(await post(ANY, given)).toEqual(expected)
      // The page could not reach the service either.
      expect(await post(undefined, given)).toEqual(expected)
      expect(log.mock.calls).toEqual([
        [
          expect.stringMatching(
            /^Byhand cannot decide and requests are (allowed|blocked): .*fetch failed \(ECONNREFUSED\)$/,
          ),
        ],
      ])
      Object.assign(away, client)
      await post(await result('person'), given)
      await post(await result('person'), given)
      expect(log.mock.calls.slice(1)).toEqual([['Byhand decides again.']])
    }
  })

  it.each<[string, object, string]>([
    ['a misspelled option', { onMising: 'block' }, 'there is no option onMising'],
    ['an unknown outcome', { onMissing: 'deny' }, 'onMissing must be allow, review or block'],
    ['another unknown outcome', { onInvalid: 'deny' }, 'onInvalid must be allow, review or block'],
    ['a score that is no number', { maxScore: 'fifty' }, 'maxScore must be a number'],
    ['an unset variable as the score', { maxScore: Number(undefined) }, 'maxScore must be a number'],
    ['no site key', { siteKey: undefined }, 'siteKey must be a site key'],
    ['a secret key as the site key', { siteKey: 'bh_sk_1' }, 'siteKey must be a site key'],
    ['no client', { client: undefined }, 'client must be the result of openClient()'],
  ])('refuses %s before the first request', (_, wrong, message) => {
    const options = { client, siteKey: workspace.siteKey, ...wrong } as HumanOptions
    const pass = () => new Response()
    for (const make of [expressHuman, fastifyHuman, (given: HumanOptions) => webHuman(given, pass)]) {
      expect(() => make(options)).toThrow(message)
    }
  })

  it('says once that results belong to another site', async () => {
    const lines: string[] = []
    const another = openClient({ url: service.address, secretKey: workspace.secretKey })
    const human = webHuman(
      { client: another, siteKey: 'bh_pk_typo', log: (line) => lines.push(line) },
      () => new Response(),
    )
    for (let visit = 0; visit < 2; visit++) {
      const result = await issuedResult(service, workspace)
      const answer = await human(
        new Request('https://shop.example/', { method: 'POST', headers: { 'x-byhand-result': result } }),
      )
      expect(answer.status).toBe(403)
    }
    expect(lines).toEqual([expect.stringContaining('compare bh_pk_typo with the key of your page')])
  })

  it('rejects what no result looks like without a request, also if it fails open', async () => {
    const away = openClient({ url: `http://127.0.0.1:${await freePort()}`, secretKey: 'k', retries: 0 })
    const log = vi.fn()
    for (const text of ['"'.repeat(8_192), '中'.repeat(6_000), 'q', 'bhr1_', 'bhr1_a"b']) {
      expect(await post(text, { client: away, failOpen: true, log })).toEqual([403, undefined])
    }
    expect(log).not.toHaveBeenCalled()
  })

  it('never passes the status of the service on to the visitor', async () => {
    const log = vi.fn()
    const revoked = openClient({ url: service.address, secretKey: 'bh_sk_revoked' })
    expect(await post(await result('person'), { client: revoked, log })).toEqual([403, undefined])
    expect(await post(ANY, { client: revoked, log, failOpen: true })).toEqual([200, 'unavailable'])
    expect(log).toHaveBeenCalledTimes(1)
    for (const status of [400, 404, 409, 413, 429]) {
      const server = await failing(Array(2).fill(status))
      const odd = openClient({ url: server.url, secretKey: 'k', retries: 0 })
      expect(await post(ANY, { client: odd, log })).toEqual([403, undefined])
      // Visitors choose the content and the number of requests, so failing open would be a way in.
      const isOpen = status === 404 || status === 409
      expect(await post(ANY, { client: odd, log, failOpen: true })).toEqual(
        isOpen ? [200, 'unavailable'] : [403, undefined],
      )
      server.close()
    }
  })

  it('reads the result from the header too, whatever the form of the body', async () => {
    expect(await post({ header: await result('person') }, {})).toEqual([200, 'passed'])
  })
})
