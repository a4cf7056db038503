/** Host headers and request targets as RFC 9112 defines them. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeBatch, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService } from './running_service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent' })
})
afterAll(() => service.stop())

async function send(target: string, headers: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(service.address)
  const method = body === '' ? 'GET' : 'POST'
  const head = [`${method} ${target} HTTP/1.1`, ...headers, 'connection: close', '', '']
  const socket = connect(Number(port), hostname)
  socket.write(head.join('\r\n') + body)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

it.each(['/healthz', '/i/v1/batch'])('rejects two Host headers for %s', async (target) => {
  const body = target === '/healthz' ? '' : '{}'
  const length = body === '' ? [] : ['content-type: text/plain', `content-length: ${body.length}`]
  for (const second of ['Host: x', 'hOST: other']) {
    const text = await send(target, ['host: x', second, ...length], body)
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain('more than one Host header')
  }
  expect(await send(target, ['host: x', 'x-host: x', ...length], body)).not.toContain('Host header')
})

it('accepts a request target in absolute form', async () => {
  for (const target of ['http://x/healthz', 'HTTPS://x:8787/healthz?a=http://y', '/healthz'])
    expect(await send(target, ['host: x'])).toMatch(/^HTTP\/1.1 200 /)
  for (const target of ['http://x', 'http://x?healthz'])
    expect(await send(target, ['host: x']), target).toMatch(/^HTTP\/1.1 302 /)
  for (const target of ['http://x/nothing', 'ftp://x/healthz'])
    expect(await send(target, ['host: x']), target).toMatch(/^HTTP\/1.1 404 /)
  expect(await send('http://x/healthz', [])).toMatch(/^HTTP\/1.1 400 /)

  const { siteKey } = await service.workspace()
  const body = JSON.stringify(makeBatch(siteKey))
  const headers = ['host: x', 'content-type: text/plain', `content-length: ${body.length}`]
  expect(await send('http://x/i/v1/batch', headers, body)).toMatch(/^HTTP\/1.1 200 /)
})

it('ignores slashes at the end of an API path', async () => {
  const { secretKey, siteKey } = await service.workspace()
  const statusOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(service.address + path, { redirect: 'manual', ...init })).status
  const authorization = `Bearer ${secretKey}`
  for (const path of [
    '/v1/users/u/sessions/',
    '/v1/users/sessions//?userId=u%2F',
    '/healthz/',
    '/openapi.json/',
  ])
    expect(await statusOf(path, { headers: { authorization } }), path).toBe(200)
  const body = JSON.stringify({
    survey_id: 's',
    participant_id: 'p',
    questions: { q: 'Why?' },
    responses: {},
  })
  const json = { authorization, 'content-type': 'application/json' }
  expect(await statusOf('/survey-check/v021/', { method: 'POST', headers: json, body })).toBe(200)
  const batch = JSON.stringify(makeBatch(siteKey))
  expect(await statusOf('/i/v1/batch/', { method: 'POST', body: batch })).toBe(200)
  // An id may end with a slash, and an empty id is not the end of the path.
  const listed = await fetch(`${service.address}/v1/users/a%2F/sessions/`, { headers: { authorization } })
  expect(await listed.json()).toMatchObject({ user_id: 'a/' })
  expect(await statusOf('/v1/users//sessions', { headers: { authorization } })).toBe(400)
  expect(await statusOf('/nothing/')).toBe(404)
})

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET'])(
  'returns 405 for %s on a survey route',
  async (method) => {
    for (const init of [{}, { body: '{' }]) {
      if (method === 'GET' && 'body' in init) continue
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${service.address}/survey-check/v021`, { method, headers, ...init })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(await response.json()).toMatchObject({ code: 'method_not_allowed', error: true })
    }
  },
)

it('names the known survey versions for an unknown one', async () => {
  for (const version of ['v022', 'v021/x', '']) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${service.address}/survey-check/${version}`, { method: 'POST', headers })
    expect(response.status).toBe(404)
    const { code, detail } = (await response.json()) as { code: string; detail: string }
    expect([code, detail]).toEqual([
      'not_found',
      version === ''
        ? 'There is nothing at this URL.'
        : 'There is no such survey version. Known: v021, v012, latest.',
    ])
  }
})
