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
  for (const target of ['http://x', 'http://x?healthz', 'http://x/nothing', 'ftp://x/healthz'])
    expect(await send(target, ['host: x']), target).toMatch(/^HTTP\/1.1 404 /)
  expect(await send('http://x/healthz', [])).toMatch(/^HTTP\/1.1 400 /)

  const { siteKey } = await service.workspace()
  const body = JSON.stringify(makeBatch(siteKey))
  const headers = ['host: x', 'content-type: text/plain', `content-length: ${body.length}`]
  expect(await send('http://x/i/v1/batch', headers, body)).toMatch(/^HTTP\/1.1 200 /)
})
