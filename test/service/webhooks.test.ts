import { Webhook } from 'standardwebhooks'
import { Compile } from 'typebox/compile'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import type {
  DeliveryItem,
  DeliveryList,
  IssuedWebhook,
  WebhookList,
} from '../../src/contract/dashboard/webhooks.ts'
import { EXAMPLE_SESSIONS } from '../../src/contract/example_session.ts'

import { WEBHOOK_BODIES, type WebhookBodies } from '../../src/contract/webhook_events.ts'
import { openOutbox } from '../../src/server/webhooks/outbox.ts'
import { openSender } from '../../src/server/webhooks/sender.ts'
import { newDelivery } from '../store/webhooks.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { surveyClient } from './survey_client.ts'
import { type Received, type Receiver, startReceiver } from './webhook_receiver.ts'

const HOUR_MS = 3_600_000

let time = Date.now()
let service: RunningService
let receiver: Receiver
let workspace: TestWorkspace
let owner: DashboardClient
const recordings = new Map(readRecordings().map((recording) => [recording.name, recording]))

beforeAll(async () => {
  service = await runService(
    { BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes', BYHAND_RATE_SURVEYS_PER_KEY: '0' },
    { now: () => time },
  )
})
afterAll(() => service?.stop())
beforeEach(async () => {
  time = Date.now()
  receiver = await startReceiver()
  workspace = await service.workspace()
  owner = await loginTo(service, workspace.id)
})
afterEach(async () => {
  time = Date.now()
  // A login from a later time has ended.
  owner = await loginTo(service, workspace.id)
  for (const { id } of (await owner.get<WebhookList>('/webhooks')).json.items)
    await owner.send('DELETE', `/webhooks/${id}`)
  await receiver.close()
})

const create = async (events: readonly string[], url = `${receiver.url}/hook`) =>
  (await owner.send<IssuedWebhook>('POST', '/webhooks', { url, events, name: 'Mine' })).json

/** Runs the work of the timer at once; the service's own timer may run concurrently. */
async function pass(): Promise<void> {
  const { store, log } = service.services
  const now = () => time
  await openOutbox({ store, now, publicUrl: () => service.address })()
  const sender = openSender({ store, log, now, allowPrivate: true, userAgent: 'test', random: () => 0.5 })
  await sender.start()
  await sender.idle()
}
const until = (count: number) =>
  expect
    .poll(
      async () => {
        await pass()
        return receiver.received.length
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe(count)

const record = async (name: string, sessionId: string) => {
  const { batches } = recordings.get(name) as KeptRecording
  await workspace.append(sessionId, batches, { userId: 'ada', tags: ['t'], receivedAt: time })
  await service.services.scoring.report({ workspace: workspace.id, sessionId })
}
/** The event of a delivery, which is as the contract describes it. */
function eventOf<Type extends keyof WebhookBodies>(type: Type, { body }: Received): WebhookBodies[Type] {
  const event = JSON.parse(body)
  expect(Compile(WEBHOOK_BODIES[type]).Errors(event), body).toEqual([])
  return event
}
/** An independent verifier: throws unless signature, age and body are valid. */
const verified = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
const log = async (id: string) => (await owner.get<DeliveryList>(`/webhooks/${id}/deliveries`)).json.items

describe('events', () => {
  it('report a changed risk at once and the end of a session after thirty quiet minutes, each once', async () => {
    const { webhook, secret } = await create(['session.completed', 'session.risk_changed'])
    const sessionId = 'puppeteer-naive-session'.slice(0, 22)
    await record('puppeteer-naive-headless-1', sessionId)
    await until(1)
    eventOf('session.risk_changed', receiver.received[0] as Received)
    expect(verified(secret, receiver.received[0] as Received)).toMatchObject({
      type: 'session.risk_changed',
      data: {
        session_id: sessionId,
        user_id: 'ada',
        tags: ['t'],
        previous_action: 'Unknown',
        recommended_action: 'Auto-reject or high-priority review',
      },
    })
    time += HOUR_MS
    await until(2)
    const completed = eventOf('session.completed', receiver.received[1] as Received)
    expect(completed.data.session_id).toBe(sessionId)
    expect(completed.data.detected).toContain('bot')
    for (let i = 0; i < 3; i++) await pass()
    expect(receiver.received).toHaveLength(2)
    expect((await log(webhook.id)).map(({ state, type }) => [state, type])).toEqual([
      ['delivered', 'session.completed'],
      ['delivered', 'session.risk_changed'],
    ])
  })

  it('report a flagged participant, and no others', async () => {
    const { secret } = await create(['survey.flagged'])
    const send = surveyClient(service.address, workspace.secretKey)
    const text = 'The quiet of the early morning, and the birds that begin before anybody is about.'
    const answer = { survey_id: 'birds', questions: { q: 'What do you like?' }, responses: { q: text } }
    const first = await send({ ...answer, participant_id: 'p1' })
    const second = await send({ ...answer, participant_id: 'p2' })
    expect(second.json.flagged).toBe(true)
    const flagged = [first, second].filter(({ json }) => json.flagged).length
    await until(flagged)
    const events = receiver.received.map((one) => verified(secret, one) as { data: Record<string, unknown> })
    expect(events.at(-1)).toMatchObject({
      type: 'survey.flagged',
      data: { survey_id: 'birds', participant_id: 'p2', typing_url: second.json.typing_url },
    })
    eventOf('survey.flagged', receiver.received.at(-1) as Received)
    expect(JSON.stringify(events)).not.toContain('quiet')
  })

  it('are not sent for sessions before the webhook, nor for the example session', async () => {
    await record('plain-headed-1', 'before-anybody-asked--')
    time += 5_000
    await create(['session.completed', 'session.risk_changed'])
    const { batches } = recordings.get('plain-headed-1') as KeptRecording
    const example = EXAMPLE_SESSIONS.person
    await workspace.append(example, batches, { tags: ['welcome'], receivedAt: time + 1 })
    await service.services.scoring.report({ workspace: workspace.id, sessionId: example })
    time += HOUR_MS
    for (let i = 0; i < 3; i++) await pass()
    expect(receiver.received).toEqual([])
  })
})

describe('a delivery', () => {
  it('is retried with growing delays until it is accepted', async () => {
    const { webhook, secret } = await create(['session.risk_changed'])
    receiver.answer(503)
    await record('puppeteer-naive-headless-1', 'retried-session-------')
    await until(1)
    const [pending] = await log(webhook.id)
    expect(pending).toMatchObject({
      state: 'pending',
      tries: [{ status: 503, problem: 'the target returned 503' }],
    })
    time = (pending as DeliveryItem).next_at as number
    await until(2)
    receiver.answer(200)
    time += 10 * 60_000
    await until(3)
    const [done] = await log(webhook.id)
    expect(done).toMatchObject({ state: 'delivered', next_at: null })
    expect(done?.tries.map(({ status }) => status)).toEqual([503, 503, 200])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    // Each attempt is signed with its time; the service's clock is ahead of the verifier's.
    expect(() => verified(secret, receiver.received[2] as Received)).toThrow('Message timestamp too new')
  })

  it('is sent by a webhook that was created while the clock was ahead', async () => {
    const { webhook } = await create(['session.risk_changed'])
    const createdAt = time + 400 * 86_400_000
    await service.services.store.webhooks.change(workspace.id, webhook.id, (held) => ({ ...held, createdAt }))
    await record('puppeteer-naive-headless-1', 'session-after-the-jump')
    await until(1)
  })

  it('is sent even if the node that claimed it dies', async () => {
    const { webhook } = await create(['session.risk_changed'])
    receiver.answer(200)
    const { store } = service.services
    const ours = { workspace: workspace.id, webhookId: webhook.id }
    let sessions = 0
    let claimed = 0
    // The service's own timer may be faster; then the next session is tried.
    while (claimed === 0 && sessions < 10) {
      await record('puppeteer-naive-headless-1', `orphaned-session-----${sessions++}`)
      await openOutbox({ store, now: () => time, publicUrl: () => '' })()
      claimed = (await store.webhooks.claimDue(ours, 100, time, time + 60_000)).length
    }
    expect(claimed).toBe(1)
    time += 61_000
    await until(sessions)
    expect((await log(webhook.id)).map(({ state }) => state)).toEqual(Array(sessions).fill('delivered'))
  })

  it('does not delay the stop of a node, and continues on another', async () => {
    const { webhook } = await create(['session.risk_changed'])
    receiver.answer(0)
    await record('puppeteer-naive-headless-1', 'stopped-session-------')
    const { store, log: lines } = service.services
    const now = () => time
    await openOutbox({ store, now, publicUrl: () => '' })()
    const stopping = new AbortController()
    const options = { store, log: lines, now, allowPrivate: true, userAgent: 'test', signal: stopping.signal }
    const sender = openSender(options)
    await sender.start()
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
    stopping.abort()
    await sender.idle()
    receiver.answer(200)
    time += 61_000
    await expect
      .poll(
        async () => {
          await pass()
          return (await log(webhook.id))[0]?.state
        },
        { timeout: 40_000, interval: 300 },
      )
      .toBe('delivered')
  })

  it('of one workspace is not behind those of another, whose target does not respond', async () => {
    const { store, log: lines } = service.services
    const { webhook } = await create(['session.risk_changed'])
    const honest = await startReceiver()
    receiver.answer(0)
    const other = await service.workspace()
    const { json } = await (await loginTo(service, other.id)).send<IssuedWebhook>('POST', '/webhooks', {
      url: `${honest.url}/hook`,
      events: ['session.risk_changed'],
      name: 'Other',
    })
    const due = (workspace: string, webhookId: string, nextAt: number, no = 0) =>
      newDelivery(workspace, `${webhookId}_${no}`, { webhookId, createdAt: nextAt, nextAt })
    // Only this test's sender sends: they are due for it, and not for the service.
    const at = time + HOUR_MS
    const waiting = Array.from({ length: 40 }, (_, no) => due(workspace.id, webhook.id, at, no))
    await store.webhooks.enqueue([...waiting, due(other.id, json.webhook.id, at + 1)])
    const stopping = new AbortController()
    const sender = openSender({
      store,
      log: lines,
      now: () => at + 1,
      allowPrivate: true,
      userAgent: 'test',
      signal: stopping.signal,
      timeoutMs: 2_000,
    })
    const from = performance.now()
    await sender.start()
    await expect.poll(() => honest.received.length, { timeout: 10_000, interval: 20 }).toBe(1)
    expect(performance.now() - from).toBeLessThan(1_500)
    // Control: the target that does not respond has only its share.
    expect(receiver.received.length).toBeLessThanOrEqual(8)
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(16)
    stopping.abort()
    await sender.idle()
    await store.webhooks.remove(workspace.id, webhook.id)
    await store.webhooks.remove(other.id, json.webhook.id)
    await honest.close()
  })

  it('is given up after three days, and a webhook without any success is disabled', async () => {
    const { webhook } = await create(['session.risk_changed'])
    receiver.answer(500)
    await record('puppeteer-naive-headless-1', 'dead-target-session---')
    for (let tries = 1; tries <= 10; tries++) {
      await until(tries)
      time += 27 * HOUR_MS
    }
    await pass()
    expect(receiver.received).toHaveLength(10)
    // Eleven days have passed, so the login has expired.
    owner = await loginTo(service, workspace.id)
    expect((await log(webhook.id))[0]).toMatchObject({ state: 'failed', next_at: null })
    const { json } = await owner.get<WebhookList>('/webhooks')
    expect(json.items[0]).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('three days'),
    })
  })

  it('ends with 410, which disables the webhook', async () => {
    await create(['session.risk_changed'])
    receiver.answer(410)
    await record('puppeteer-naive-headless-1', 'gone-target-session---')
    await until(1)
    await expect
      .poll(async () => (await owner.get<WebhookList>('/webhooks')).json.items[0]?.enabled)
      .toBe(false)
  })

  it('can be sent again, with the same event id', async () => {
    const { webhook } = await create(['session.risk_changed'])
    await record('puppeteer-naive-headless-1', 'replayed-session------')
    await until(1)
    const [first] = await log(webhook.id)
    const again = await owner.send<DeliveryItem>('POST', `/deliveries/${first?.id}/redeliver`)
    expect(again.json).toMatchObject({ state: 'pending', event_id: first?.event_id })
    await until(2)
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    expect(await log(webhook.id)).toHaveLength(2)
  })

  it('is removed when its session is erased', async () => {
    const { webhook } = await create(['session.risk_changed'])
    await record('puppeteer-naive-headless-1', 'erased-session--------')
    await until(1)
    const erased = await owner.send('POST', '/erasures', { user_id: 'ada' })
    expect(erased.json).toMatchObject({ sessions: 1, deliveries: 1 })
    expect(await log(webhook.id)).toEqual([])
  })
})

describe('a webhook', () => {
  it('can be tested, and returns the result', async () => {
    const { webhook, secret } = await create(['survey.flagged'])
    const test = await owner.send<DeliveryItem>('POST', `/webhooks/${webhook.id}/test`)
    expect(test.json).toMatchObject({
      type: 'test',
      state: 'delivered',
      tries: [{ status: 200, problem: '' }],
    })
    expect(verified(secret, receiver.received[0] as Received)).toMatchObject({ type: 'test' })
    receiver.answer(404)
    const failed = await owner.send<DeliveryItem>('POST', `/webhooks/${webhook.id}/test`)
    expect(failed.json).toMatchObject({ state: 'failed', next_at: null, tries: [{ status: 404 }] })
  })

  it('sends a chat service a message, signed, and not the end of the URL', async () => {
    const { webhook, secret } = await create(['session.completed'], `${receiver.url}/hook#slack`)
    expect(webhook.url).toBe(`${receiver.url}/hook#slack`)
    await owner.send('POST', `/webhooks/${webhook.id}/test`)
    const [received] = receiver.received as [Received]
    expect(received.path).toBe('/hook')
    expect(verified(secret, received)).toEqual({
      text: 'Byhand: test\nmessage: This is a test event.',
      mrkdwn: false,
    })
    const other = { url: `${receiver.url}/hook#other`, events: ['session.completed'] }
    expect((await owner.send('POST', '/webhooks', other)).status).toBe(400)
  })

  it('signs with both secrets during a rotation', async () => {
    const { webhook, secret } = await create(['survey.flagged'])
    const rotated = await owner.send<IssuedWebhook>('POST', `/webhooks/${webhook.id}/rotate`, {
      overlap_hours: 1,
    })
    expect(rotated.json.webhook.old_secret_until).toBe(time + HOUR_MS)
    await owner.send('POST', `/webhooks/${webhook.id}/test`)
    const [both] = receiver.received as [Received]
    expect(verified(secret, both)).toEqual(verified(rotated.json.secret, both))
    const mutated = { ...both, body: both.body.replace('test', 'tist') }
    expect(() => verified(secret, mutated)).toThrow()
    const once = await owner.send<IssuedWebhook>('POST', `/webhooks/${webhook.id}/rotate`, {
      overlap_hours: 0,
    })
    await owner.send('POST', `/webhooks/${webhook.id}/test`)
    const last = receiver.received.at(-1) as Received
    expect(() => verified(rotated.json.secret, last)).toThrow()
    expect(verified(once.json.secret, last)).toMatchObject({ type: 'test' })
  })

  it('never shows its secret again', async () => {
    const { webhook, secret } = await create(['survey.flagged'])
    const bare = secret.replace('whsec_', '')
    for (const path of ['/webhooks', `/webhooks/${webhook.id}/deliveries`, '/audit']) {
      expect((await owner.get(path)).text).not.toContain(bare)
    }
    expect(service.logLines.join('')).not.toContain(bare)
  })

  it('is available to owners of its workspace only', async () => {
    const { webhook } = await create(['survey.flagged'])
    const analyst = await loginTo(service, workspace.id, 'analyst')
    const body = { url: receiver.url, events: ['survey.flagged'] }
    expect((await analyst.send('POST', '/webhooks', body)).status).toBe(403)
    expect((await analyst.send('POST', `/webhooks/${webhook.id}/test`)).status).toBe(403)
    expect((await analyst.get('/webhooks')).status).toBe(200)
    const other = await loginTo(service, (await service.workspace()).id)
    expect((await other.get(`/webhooks/${webhook.id}/deliveries`)).status).toBe(404)
    expect((await other.send('PATCH', `/webhooks/${webhook.id}`, { enabled: false })).status).toBe(404)
    expect((await other.send('DELETE', `/webhooks/${webhook.id}`)).status).toBe(404)
  })
})

describe('a service without private targets', () => {
  it('rejects them and names the field', async () => {
    const strict = await runService()
    try {
      const client = await loginTo(strict, (await strict.workspace()).id)
      for (const url of [
        receiver.url,
        'https://127.0.0.1/',
        'https://localhost/',
        'https://[::1]/',
        'http://example.org/',
      ]) {
        const { status, json } = await client.send('POST', '/webhooks', { url, events: ['survey.flagged'] })
        expect(status).toBe(400)
        expect(json).toMatchObject({ errors: [{ pointer: '/url' }] })
      }
      expect(receiver.connections()).toBe(0)
    } finally {
      await strict.stop()
    }
  })
})
