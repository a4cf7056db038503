/** An export of 8,000 sessions reads no further ahead than its client. Other requests and workspaces are answered meanwhile. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { encodeBatch, type RecordedBatch } from '../../src/contract/batch/codec.ts'
import { newFacts } from '../samples/session_facts.ts'
import { event, record } from './recorded_session.ts'
import { type RunningService, runService } from './running_service.ts'

const SESSIONS = 8000
/** Few enough that a slow disk answers the last of them before its deadline. */
const AT_ONCE = 20
const PATH = '/v1/exports/sessions'
/** About 3 kB a session, so that the buffers of the system hold only a part of the export. */
const ROUTES = Array.from({ length: 5 }, (_, index) => `/${String(index).repeat(110)}`)
const TAGS = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index).repeat(100))

let service: RunningService
let key: string
let otherKey: string
beforeAll(async () => {
  service = await runService({ BYHAND_LOG_LEVEL: 'silent' })
  const workspace = await service.workspace()
  key = (await workspace.key(['admin'])).key
  const other = await service.workspace()
  otherKey = (await other.key(['admin'])).key
  await fetch(`${service.address}/survey-check/v021`, {
    method: 'POST',
    headers: { 'x-api-key': other.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      survey_id: 'town',
      participant_id: 'p1',
      questions: { q1: 'What do you like about your town?' },
      responses: { q1: 'The bakery on the corner.' },
    }),
  })
  const [visit] = record([event('click', 100)], [], { final: true }) as [RecordedBatch]
  const bytes = encodeBatch(visit)
  const { sessions } = service.services.store
  for (let made = 0; made < SESSIONS; made += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const sessionKey = { workspace: workspace.id, sessionId: randomBytes(16).toString('base64url') }
        await sessions.append({
          ...sessionKey,
          siteKeyId: workspace.siteKeyId,
          tab: visit.batch.tab,
          page: 0,
          seq: 0,
          receivedAt: Date.now(),
          bytes,
          digest: createHash('sha256').update(bytes).digest(),
          rows: 1,
          final: true,
          tabSecret: Buffer.alloc(32, 1),
          tags: TAGS,
        })
        const facts = newFacts({ country: 'NL', routes: ROUTES, savedAt: Date.now() })
        const report = {
          revision: 1,
          version: 'v1',
          record: '{}',
          score: 80,
          action: 'Auto-accept',
          log: '[]',
        }
        await sessions.saveReport(sessionKey, { ...report, facts })
      }),
    )
  }
})
afterAll(() => service?.stop())

async function open(path: string, by = key): Promise<IncomingMessage> {
  const sent = request(service.address + path, { headers: { authorization: `Bearer ${by}` } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  // Of exports that the service ends.
  return response.on('error', () => {}).setEncoding('utf8')
}

const statusesOf = (responses: readonly IncomingMessage[]) => responses.map(({ statusCode }) => statusCode)

async function count(lines: AsyncIterable<string>): Promise<number> {
  let found = 0
  for await (const part of lines) for (const character of part) if (character === '\n') found++
  return found
}

it('stops reading while the client does not, and frees its place when the client leaves', async () => {
  const pages = vi.spyOn(service.services.store.facts, 'list')
  const stalled = await open(PATH)
  await once(stalled, 'readable')
  let before = -1
  while (pages.mock.calls.length !== before) {
    before = pages.mock.calls.length
    await wait(500)
  }
  // 200 sessions a page.
  expect(before).toBeLessThan((SESSIONS / 200) * 0.6)
  const others = await Promise.all([open(PATH), open(PATH), open(PATH), open(PATH)])
  expect(statusesOf(others).toSorted()).toEqual([200, 200, 200, 503])
  const refused = others.find(({ statusCode }) => statusCode === 503)
  expect(JSON.parse((await refused?.toArray())?.join('') ?? '').detail).toMatch(/^At most 4 exports/)
  for (const response of [stalled, ...others]) response.destroy()
  await expect
    .poll(async () => {
      const next = await open(PATH)
      next.destroy()
      return next.statusCode
    })
    .toBe(200)
  pages.mockRestore()
})

it('has every session once, and answers other requests between its pages', async () => {
  const headers = { authorization: `Bearer ${key}` }
  const response = await open(`${PATH}?format=ndjson`)
  let isOver = false
  let answered = 0
  const others = (async () => {
    while (!isOver) {
      expect((await fetch(`${service.address}/v1/settings`, { headers })).status).toBe(200)
      answered++
    }
  })()
  expect(await count(response)).toBe(SESSIONS)
  isOver = true
  await others
  expect(answered).toBeGreaterThan(20)
})

it('answers every export of another workspace while one holds as many as it can and reads none', async () => {
  const held = await Promise.all(Array.from({ length: 12 }, () => open(PATH)))
  // Control: the workspace that holds them gets no more.
  expect(statusesOf(held).filter((status) => status === 200)).toHaveLength(4)
  const paths = [
    PATH,
    '/v1/exports/events',
    '/v1/surveys/town/results',
    '/v1/surveys/town/results?codebook=true',
  ]
  const others = await Promise.all(paths.map((path) => open(path, otherKey)))
  expect(statusesOf(others)).toEqual([200, 200, 200, 200])
  for (const response of others) await response.toArray()
  const refused = await open(PATH)
  expect(refused.statusCode).toBe(503)
  // The service ends exports that nobody reads.
  await expect.poll(async () => (await open(PATH)).resume().statusCode, { interval: 1000 }).toBe(200)
  for (const response of held) response.destroy()
})
