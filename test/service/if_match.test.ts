/** A client that sends `If-Match` changes nothing that somebody else changed since it read it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ManageClient, manageClient } from './manage_client.ts'
import { type RunningService, runService } from './running_service.ts'

const WRITERS = 8
const CONDITION = '/v1/surveys/fall/references'
const referencesOf = (question_id: string, number: number) => ({
  question_id,
  question: 'What do you like about your neighborhood?',
  references: [`I appreciate the strong sense of community and the ${number} local businesses here.`],
})

let service: RunningService
let ask: ManageClient
let webhook: string
let key: string
beforeAll(async () => {
  service = await runService({ BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes' })
  ask = await manageClient(service.address, (await (await service.workspace()).key(['admin'])).key)
  const created = await ask('POST', '/v1/webhooks', {
    url: 'http://127.0.0.1:1/',
    events: ['survey.flagged'],
  })
  webhook = `/v1/webhooks/${created.json.webhook.id}`
  key = `/v1/keys/${(await ask('POST', '/v1/keys', { kind: 'secret', name: 'first' })).json.key.id}`
  await ask('PUT', CONDITION, referencesOf('q1', 0))
})
afterAll(() => service?.stop())

const tagOf = async (path: string): Promise<string> => (await ask('GET', path)).headers.get('etag') ?? ''

interface Case {
  readonly name: string
  readonly path: () => string
  readonly method: string
  /** Another change for every number. */
  readonly body: (number: number) => object
}
const CASES: readonly Case[] = [
  {
    name: 'the settings',
    path: () => '/v1/settings',
    method: 'PATCH',
    body: (number) => ({ weights: { vpn: 1 + number } }),
  },
  { name: 'a webhook', path: () => webhook, method: 'PATCH', body: (number) => ({ name: `hook ${number}` }) },
  { name: 'a key', path: () => key, method: 'PATCH', body: (number) => ({ name: `key ${number}` }) },
  { name: 'references', path: () => CONDITION, method: 'PUT', body: (number) => referencesOf('q1', number) },
]

describe.each(CASES)('$name', ({ path, method, body }) => {
  it('have a tag that stays until they change', async () => {
    const tag = await tagOf(path())
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(await tagOf(path())).toBe(tag)
    const changed = await ask(method, path(), body(1), { 'if-match': tag })
    expect(changed.status, changed.text).toBe(200)
    const next = await tagOf(path())
    expect(next).not.toBe(tag)
    if (method === 'PATCH') expect(changed.headers.get('etag')).toBe(next)
  })

  it('are not changed for a state that is gone', async () => {
    const tag = await tagOf(path())
    expect((await ask(method, path(), body(2), { 'if-match': `W/${tag}, "other"` })).status).toBe(200)
    const before = (await ask('GET', path())).json
    const late = await ask(method, path(), body(3), { 'if-match': tag })
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed'])
    expect((await ask('GET', path())).json).toEqual(before)
  })

  it('are changed by one of several writers who read the same', async () => {
    const tag = await tagOf(path())
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, (_, at) => ask(method, path(), body(10 + at), { 'if-match': tag })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412 || status === 409)).toHaveLength(WRITERS - 1)
  })

  it('are changed without the header, and with any tag', async () => {
    const headers = [{ 'if-match': '*' }, ...(method === 'PATCH' ? [{}] : [])]
    for (const [at, header] of headers.entries())
      expect((await ask(method, path(), body(30 + at), header)).status).toBe(200)
  })
})

describe('the deletion', () => {
  it.each([
    ['references', () => `${CONDITION}?question_id=q1`, () => CONDITION],
    ['a webhook', () => webhook, () => webhook],
    ['a key', () => key, () => key],
  ])('of %s needs the current tag too', async (_, path, read) => {
    const late = await ask('DELETE', path(), undefined, { 'if-match': '"other"' })
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed'])
    const done = await ask('DELETE', path(), undefined, { 'if-match': await tagOf(read()) })
    expect(done.status, done.text).toBe(200)
  })
})

it.each([
  ['PUT', '/v1/sessions/x/label', 'If-Match', { label: 'bot' }],
  ['POST', '/v1/webhooks', 'If-Match', { url: 'http://127.0.0.1:1/', events: ['survey.flagged'] }],
  ['POST', '/v1/webhooks', 'Idempotency-Key', { url: 'http://127.0.0.1:1/', events: ['survey.flagged'] }],
])('%s %s refuses %s, which it cannot keep', async (method, path, header, body) => {
  const { status, json } = await ask(method, path, body, { [header]: 'x' })
  expect([status, json.errors[0].pointer]).toEqual([400, header])
})
