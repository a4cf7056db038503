/** The operator's view: health, metrics, logs, and responses to malformed requests. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem, SurveyProblem } from '../../src/contract/problem.ts'
import { type CollectClient, collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const METRICS_KEY = 'a-metrics-key-of-some-length'

let service: RunningService
let site: TestWorkspace
let client: CollectClient

beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_METRICS_PORT: '0', BYHAND_METRICS_KEY: METRICS_KEY })
  site = await service.workspace()
  client = collectClient(service.address)
})
afterAll(async () => {
  client.close()
  await service.stop()
})

/** Sends raw bytes, and returns the output until the service closes or `enough` holds. */
function raw(bytes: string | Buffer, address = service.address): Promise<string> {
  const { hostname, port } = new URL(address)
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    const start = text.indexOf('\r\n\r\n') + 4
    if (length !== undefined && start >= 4 && text.length >= start + Number(length)) socket.end()
  })
  socket.on('error', () => resolve(text))
  socket.on('close', () => resolve(text))
  return promise
}

const problem = Compile(Problem)
const surveyProblem = Compile(SurveyProblem)

describe('every error response', () => {
  it.each<[string, string, number, string]>([
    ['an address that is nothing', 'GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n', 404, 'not_found'],
    ['a wrong method', 'DELETE /healthz HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed'],
    [
      'a wrong method with parameters',
      'PUT /v1/sessions/x/report HTTP/1.1\r\nhost: x\r\n\r\n',
      405,
      'method_not_allowed',
    ],
    [
      'a URL that cannot be decoded',
      'GET /v1/sessions/%zz/report HTTP/1.1\r\nhost: x\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['no key', 'GET /v1/sessions/x/report HTTP/1.1\r\nhost: x\r\n\r\n', 401, 'missing_key'],
    [
      'an unsupported content type',
      'POST /i/v1/batch HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: 1\r\n\r\nx',
      415,
      'unsupported_media_type',
    ],
    [
      'a body that is too large',
      'POST /i/v1/batch HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9999999\r\n\r\nx',
      413,
      'body_too_large',
    ],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a URL that is too long',
      `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'something that is not HTTP',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
      400,
      'invalid_http',
    ],
    [
      'two Content-Length headers',
      'POST /i/v1/batch HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
      400,
      'invalid_http',
    ],
    [
      'Content-Length with chunked encoding',
      'POST /i/v1/batch HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_http',
    ],
    ['a line break in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx: a\rb\r\n\r\n', 400, 'invalid_http'],
    ['no Host header', 'GET / HTTP/1.1\r\n\r\n', 400, 'invalid_http'],
    [
      'an unknown Expect header',
      'POST /i/v1/batch HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\ncontent-length: 1\r\n\r\nx',
      417,
      'expectation_failed',
    ],
  ])('is a problem document: %s', async (_, bytes, status, code) => {
    const text = await raw(bytes)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/content-type: application\/problem\+json/i)
    expect(head).toMatch(/x-request-id: req_\w+/i)
    expect(head).toMatch(/cache-control: no-store/i)
    expect(head).toMatch(/x-content-type-options: nosniff/i)
    const document = JSON.parse(body)
    expect(problem.Check(document), body).toBe(true)
    expect(document).toMatchObject({ status, code, type: `urn:byhand:error:${code}` })
    expect(head.toLowerCase()).toContain(`x-request-id: ${document.request_id.toLowerCase()}`)
  })

  it('has a second form on survey routes', async () => {
    const reply = await client.send('GET', '/survey-check/nothing')
    expect(reply.status).toBe(404)
    expect(surveyProblem.Check(reply.json), reply.text).toBe(true)
    expect(reply.json).toMatchObject({ error: true, problem: reply.json.detail })
  })

  it('comes before the body of a client that waits for 100 Continue', async () => {
    const { secretKey } = await service.workspace()
    const waiting = (path: string, length: number, key = secretKey) =>
      raw(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
      )
    const huge = 64 * 1024 * 1024
    for (const path of ['/survey-check/v021', '/v1/erasures', '/v1/survey-jobs?name=a.csv', '/i/v1/batch'])
      expect(await waiting(path, huge), path).toMatch(/^HTTP\/1.1 4(03|13) .*connection: close/is)
    expect(await waiting('/survey-check/v021', huge)).toMatch(/^HTTP\/1.1 413 /)
    expect(await waiting('/survey-check/v021', 17 * 1024 * 1024)).toMatch(/^HTTP\/1.1 413 /)
    expect(await waiting('/survey-check/v021', 2, 'bh_sk_unknown')).toMatch(/^HTTP\/1.1 401 /)
    expect(await waiting('/nothing/like/it', 2)).toMatch(/^HTTP\/1.1 404 /)
  })

  it('is no answer to a body that may come: a waiting client is told to send it', async () => {
    const { secretKey } = await service.workspace()
    const outgoing = request(`${service.address}/survey-check/v021`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, expect: '100-continue', 'content-length': 2 },
    })
    outgoing.flushHeaders()
    await once(outgoing, 'continue')
    outgoing.end('{}')
    const [response] = await once(outgoing, 'response')
    expect(response.statusCode).toBe(400)
    response.resume()
  })

  it('refuses an idempotency key where a repetition would create twice', async () => {
    const { key } = await (await service.workspace()).key(['admin'])
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'k1' }
    const { status, json } = await client.send('POST', '/v1/webhooks', headers)
    expect([status, json.errors]).toEqual([
      400,
      [{ pointer: 'Idempotency-Key', detail: 'is not supported by this operation' }],
    ])
  })

  it('names the nearest route, also to a key on a route of the dashboard', async () => {
    const { secretKey } = await service.workspace()
    const detailOf = async (path: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${secretKey}` }
      const reply = await client.send(method, path, headers)
      return [reply.status, reply.json.detail]
    }
    const nearest = (route: string) => [404, `There is nothing at this URL. The nearest route is ${route}.`]
    expect(await detailOf('/v1/session/x/report')).toEqual(nearest('GET /v1/sessions/{sessionId}/report'))
    expect(await detailOf('/v1/surveys/x/table')).toEqual(nearest('GET /v1/surveys/{surveyId}'))
    expect(await detailOf('/v1/webhoks', 'POST')).toEqual(nearest('GET, POST /v1/webhooks'))
    expect(await detailOf('/nothing/like/it')).toEqual([404, 'There is nothing at this URL.'])
  })

  it('lists the allowed methods', async () => {
    expect((await client.send('GET', '/i/v1/batch')).headers.allow).toBe('OPTIONS, POST')
    expect((await client.send('POST', '/healthz')).headers.allow).toBe('GET, HEAD')
  })
})

describe('every response', () => {
  it('has security headers, no caching, and its own id', async () => {
    const ids = new Set<string>()
    for (const reply of [
      await client.send('GET', '/healthz'),
      await client.post(makeBatch(site.siteKey)),
      await client.post('{'),
      await client.send('GET', '/nothing'),
    ]) {
      expect(reply.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      ids.add(reply.headers['x-request-id'] as string)
    }
    expect(ids.size).toBe(4)
  })

  it('has our id, not one chosen by the client', async () => {
    const reply = await client.send('GET', '/healthz', { 'x-request-id': 'chosen' })
    expect(reply.headers['x-request-id']).toMatch(/^req_/)
  })
})

describe('health', () => {
  it('has two endpoints', async () => {
    expect(await client.send('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
    expect(await client.send('GET', '/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
  })

  it('is not ready but alive while the store does not respond', async () => {
    const { store } = service.services
    const ping = store.ping.bind(store)
    store.ping = () => Promise.reject(new Error('gone'))
    expect(await client.send('GET', '/readyz')).toMatchObject({
      status: 503,
      json: { code: 'store_unavailable' },
    })
    store.ping = () => new Promise(() => {})
    expect((await client.send('GET', '/readyz')).status).toBe(503)
    expect((await client.send('GET', '/healthz')).status).toBe(200)
    store.ping = ping
    expect((await client.send('GET', '/readyz')).status).toBe(200)
  })
})

describe('metrics', () => {
  it('are served on a separate port', async () => {
    const response = await fetch(`${service.metricsAddress}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    for (const name of [
      'byhand_batches_received_total',
      'byhand_request_seconds_bucket',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(name)
    }
    expect((await fetch(`${service.metricsAddress}/`)).status).toBe(404)
  })

  it('are served on the main port with the key', async () => {
    const right = await client.send('GET', '/metrics', { authorization: `Bearer ${METRICS_KEY}` })
    expect(right.status).toBe(200)
    expect(right.text).toContain('byhand_batches_received_total')
    expect((await client.send('GET', '/metrics')).status).toBe(401)
    expect((await client.send('GET', '/metrics', { authorization: `Bearer ${site.secretKey}` })).status).toBe(
      401,
    )
  })

  it('are off by default', async () => {
    const quiet = await runService(UNLIMITED)
    const plain = collectClient(quiet.address)
    expect((await plain.send('GET', '/metrics')).status).toBe(404)
    expect(quiet.metricsAddress).toBeUndefined()
    plain.close()
    await quiet.stop()
  })

  it('contain routes, never parts of URLs', async () => {
    await client.send('GET', '/v1/users/alice%40example.org/sessions', {
      authorization: `Bearer ${site.secretKey}`,
    })
    await client.send('GET', '/no/such/alice')
    const text = await service.services.metrics.text()
    expect(text).toContain('route="/v1/users/:userId/sessions"')
    expect(text).not.toContain('alice')
  })
})
