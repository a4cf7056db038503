/** The content of the log, and data that it must not contain. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CollectClient, collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let site: TestWorkspace
let client: CollectClient

beforeAll(async () => {
  service = await runService(UNLIMITED)
  site = await service.workspace()
  client = collectClient(service.address)
})
afterAll(async () => {
  client.close()
  await service.stop()
})

describe('the log', () => {
  const EVIL = [
    '\r\n{"level":"error"}',
    '\u001b[2J\u001b[31m',
    '\u0000',
    '\u0007\u009b31m',
    '\u2028\u2029',
    '\u202e',
    '"}{"',
  ]

  it('has one line per request, without its content', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const from = service.logLines.length
    let requests = 0
    for (const text of EVIL) {
      const encoded = encodeURIComponent(`MARK${text}`)
      await client.post(
        makeBatch(site.siteKey, { user_id: `MARK${text}`.replaceAll('\0', ''), zone: `MARK${text}` }),
      )
      await client.post(`MARK${text}`)
      await client.send('GET', `/v1/users/${encoded}/sessions`, { authorization: `Bearer ${site.secretKey}` })
      await client.send('GET', `/MARK${encoded}?q=${encoded}`, {
        'x-request-id': `MARK${encoded}`,
        'user-agent': 'MARK',
      })
      requests += 4
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    const lines = service.logLines.slice(from)
    expect(lines).toHaveLength(requests)
    for (const line of lines) {
      expect(line).toMatch(/^[\x20-\x7e]+\n$/)
      expect(JSON.parse(line)).toMatchObject({
        message: 'request',
        request_id: expect.stringMatching(/^req_/),
      })
    }
    const all = lines.join('')
    for (const secret of ['MARK', '127.0.0.1', site.secretKey, site.siteKey])
      expect(all).not.toContain(secret)
  })

  it('reports a failure without personal data', async () => {
    const { sessions } = service.services.store
    const append = sessions.append.bind(sessions)
    sessions.append = () => Promise.reject(new Error('duplicate key "alice@example.org" from 203.0.113.9'))
    const from = service.logLines.length
    const reply = await client.post(makeBatch(site.siteKey))
    sessions.append = append
    expect(reply).toMatchObject({ status: 500, json: { code: 'internal_error' } })
    expect(reply.text).not.toContain('alice')
    const logLine = service.logLines.slice(from).find((line) => line.includes('internal_error')) as string
    expect(JSON.parse(logLine)).toMatchObject({
      level: 'error',
      request_id: reply.json.request_id,
      route: '/i/v1/batch',
    })
    expect(logLine).not.toMatch(/alice|203\.0/)
  })

  it('logs successful requests only at debug level', async () => {
    const quiet = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'info' })
    const plain = collectClient(quiet.address)
    const own = await quiet.workspace()
    for (let i = 0; i < 5; i++) await plain.post(makeBatch(own.siteKey))
    await plain.post('{')
    expect(quiet.logLines.filter((line) => JSON.parse(line).request_id !== undefined)).toEqual([])
    plain.close()
    await quiet.stop()
  })
})
