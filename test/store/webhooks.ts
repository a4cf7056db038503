import { describe, expect, it } from 'vitest'
import type { DeliveryRow, WebhookRow } from '../../src/store/webhooks.ts'
import { newWorkspace, type Subject, startSession } from './engine.ts'

export const newWebhook = (workspace: string, given: Partial<WebhookRow> = {}): WebhookRow => ({
  id: 'wh_1',
  workspace,
  name: 'Mine',
  url: 'https://example.org/hook',
  events: ['session.completed'],
  secret: 'c2VjcmV0',
  oldSecret: null,
  oldUntil: null,
  enabled: true,
  disabledReason: null,
  createdAt: 1,
  ...given,
})

export const newDelivery = (
  workspace: string,
  id: string,
  given: Partial<DeliveryRow> = {},
): DeliveryRow => ({
  id,
  workspace,
  webhookId: 'wh_1',
  eventId: `evt_${id}`,
  type: 'session.completed',
  subject: 'session-1',
  createdAt: 10,
  state: 'pending',
  nextAt: 100,
  tries: [],
  body: '{"type":"session.completed"}',
  ...given,
})

export function webhooksSuite(store: Subject): void {
  describe('webhooks', () => {
    it('are saved, changed, listed and removed with their deliveries', async () => {
      const workspace = newWorkspace()
      const { webhooks } = store()
      const webhook = newWebhook(workspace)
      await webhooks.create(webhook)
      await webhooks.create(newWebhook(newWorkspace()))
      expect(await webhooks.find(workspace, 'wh_1')).toEqual(webhook)
      const changed = { ...webhook, enabled: false, oldSecret: 'b2xk', oldUntil: 5, disabledReason: 'gone' }
      const saved = await webhooks.change(workspace, 'wh_1', () => changed)
      expect(saved).toEqual({ before: webhook, after: changed })
      expect(await webhooks.list(workspace)).toEqual([changed])
      expect((await webhooks.all()).filter((one) => one.workspace === workspace)).toEqual([changed])
      await webhooks.enqueue([newDelivery(workspace, 'd')])
      expect(await webhooks.remove(workspace, 'wh_1')).toBe(true)
      expect(await webhooks.remove(workspace, 'wh_1')).toBe(false)
      expect(await webhooks.delivery(workspace, 'd')).toBeNull()
      expect(await webhooks.change(workspace, 'wh_1', (before) => before)).toBeNull()
      expect(await webhooks.list(workspace)).toEqual([])
    })

    it('keep every concurrent change', async () => {
      const workspace = newWorkspace()
      const { webhooks } = store()
      await webhooks.create(newWebhook(workspace, { events: [] }))
      const names = Array.from({ length: 30 }, (_, index) => `event ${index}`)
      const add = (name: string) =>
        webhooks.change(workspace, 'wh_1', (before) => ({ ...before, events: [...before.events, name] }))
      await Promise.all(names.map(add))
      expect((await webhooks.find(workspace, 'wh_1'))?.events.toSorted()).toEqual(names.toSorted())
    })

    it('are refused when the ID exists', async () => {
      const workspace = newWorkspace()
      await store().webhooks.create(newWebhook(workspace))
      await expect(store().webhooks.create(newWebhook(workspace, { name: 'Second' }))).rejects.toThrow()
      expect(await store().webhooks.list(workspace)).toEqual([newWebhook(workspace)])
    })
  })

  describe('deliveries', () => {
    it('are queued once, claimed by one caller at a time and finished', async () => {
      const workspace = newWorkspace()
      const { webhooks } = store()
      const delivery = newDelivery(workspace, 'd')
      await webhooks.enqueue([delivery, newDelivery(workspace, 'later', { nextAt: 500 })])
      await webhooks.enqueue([{ ...delivery, body: 'another' }])
      const mine = { workspace, webhookId: 'wh_1' }
      const claim = (now: number) => webhooks.claimDue(mine, 1_000, now, now + 60)
      expect(await claim(99)).toEqual([])
      expect(await claim(100)).toEqual([delivery])
      expect(await claim(159)).toEqual([])
      expect(await claim(160)).toEqual([delivery])
      const tries = [{ at: 161, status: 500, ms: 3, problem: 'answered 500' }]
      await webhooks.recordAttempt(workspace, 'd', { state: 'pending', nextAt: 300, tries })
      expect(await claim(200)).toEqual([])
      expect(await claim(300)).toEqual([{ ...delivery, nextAt: 300, tries }])
      await webhooks.recordAttempt(workspace, 'd', { state: 'delivered', nextAt: null, tries })
      expect((await claim(9_999)).map(({ id }) => id)).toEqual(['later'])
      expect(await webhooks.delivery(workspace, 'd')).toMatchObject({ state: 'delivered', nextAt: null })
      expect(await webhooks.delivery(newWorkspace(), 'd')).toBeNull()
    })

    it('are found by webhook and claimed for one webhook, oldest first', async () => {
      const workspace = newWorkspace()
      const { webhooks } = store()
      await webhooks.enqueue([
        newDelivery(workspace, 'a2', { webhookId: 'a', nextAt: 100 }),
        newDelivery(workspace, 'a1', { webhookId: 'a', nextAt: 50 }),
        newDelivery(workspace, 'a3', { webhookId: 'a', nextAt: 100 }),
        newDelivery(workspace, 'b1', { webhookId: 'b', nextAt: 60 }),
        newDelivery(workspace, 'c1', { webhookId: 'c', nextAt: 101 }),
        newDelivery(workspace, 'd1', { webhookId: 'd', nextAt: null, state: 'failed' }),
      ])
      const due = async (now: number) =>
        (await webhooks.dueWebhooks(now))
          .filter((one) => one.workspace === workspace)
          .map(({ webhookId }) => webhookId)
      expect(await due(49)).toEqual([])
      expect(await due(100)).toEqual(['a', 'b'])
      expect(await due(101)).toEqual(['a', 'b', 'c'])
      const claim = (webhookId: string, limit: number) =>
        webhooks.claimDue({ workspace, webhookId }, limit, 100, 200)
      expect((await claim('a', 1)).map(({ id }) => id)).toEqual(['a1'])
      expect((await claim('b', 9)).map(({ id }) => id)).toEqual(['b1'])
      expect((await claim('a', 9)).map(({ id }) => id).toSorted()).toEqual(['a2', 'a3'])
      expect(await claim('c', 9)).toEqual([])
    })

    it('are never claimed twice by concurrent callers', async () => {
      const workspace = newWorkspace()
      const { webhooks } = store()
      const deliveries = Array.from({ length: 40 }, (_, index) => newDelivery(workspace, `d${index}`))
      await webhooks.enqueue(deliveries)
      const claims = await Promise.all(
        Array.from({ length: 8 }, () =>
          webhooks.claimDue({ workspace, webhookId: 'wh_1' }, 1_000, 1_000, 2_000),
        ),
      )
      const mine = claims.flat()
      expect(mine).toHaveLength(40)
      expect(new Set(mine.map(({ id }) => id)).size).toBe(40)
    })

    it('are listed newest first, in pages, and deleted when old and finished', async () => {
      const workspace = newWorkspace()
      const { webhooks } = store()
      await webhooks.enqueue([
        newDelivery(workspace, 'a', { createdAt: 1, nextAt: null, state: 'failed' }),
        newDelivery(workspace, 'b', { createdAt: 2, nextAt: null, state: 'failed' }),
        newDelivery(workspace, 'c', { createdAt: 2 }),
        newDelivery(workspace, 'other', { webhookId: 'wh_2' }),
      ])
      const first = await webhooks.deliveries(workspace, 'wh_1', 2)
      expect(first.map(({ id }) => id)).toEqual(['b', 'c'])
      const before = first.at(-1) as DeliveryRow
      expect((await webhooks.deliveries(workspace, 'wh_1', 2, before)).map(({ id }) => id)).toEqual(['a'])
      await webhooks.forget(3, 1_000)
      expect((await webhooks.deliveries(workspace, 'wh_1', 9)).map(({ id }) => id)).toEqual(['c'])
    })

    it('are erased with their subject', async () => {
      const workspace = newWorkspace()
      const { webhooks } = store()
      const sessionId = await startSession(store(), workspace)
      await webhooks.enqueue([
        newDelivery(workspace, 'a', { subject: sessionId }),
        newDelivery(workspace, 'b', { subject: 'ana_1' }),
        newDelivery(workspace, 'c', { subject: '' }),
      ])
      await store().sessions.erase({ workspace, sessionId })
      expect(await webhooks.delivery(workspace, 'a')).toBeNull()
      expect((await webhooks.about(workspace, 'ana_1')).map(({ id }) => id)).toEqual(['b'])
      expect(await webhooks.about(newWorkspace(), 'ana_1')).toEqual([])
      expect(await webhooks.eraseAbout(workspace, 'ana_1')).toBe(1)
      expect((await webhooks.deliveries(workspace, 'wh_1', 9)).map(({ id }) => id)).toEqual(['c'])
    })
  })
}
