/** Webhooks of a workspace and their deliveries. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type DeliveryItem,
  type DeliveryList,
  type IssuedWebhook,
  SecretRotation,
  WebhookChange,
  type WebhookEvent,
  type WebhookItem,
  type WebhookList,
  WebhookRequest,
} from '../../contract/dashboard/webhooks.ts'
import type { DeliveryRow, WebhookRow } from '../../store/webhooks.ts'
import { randomText } from '../base/keys.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { bodyOf } from '../http/validated.ts'
import { deliveryOf } from '../webhooks/events.ts'
import { newSecret, shownSecret } from '../webhooks/signature.ts'
import { TargetRefused, targetOf } from '../webhooks/target.ts'
import type { DashboardContext } from './context.ts'
import { pageQuery } from './member_routes.ts'
import { actorOf, atLeast } from './signed_in.ts'

const webhookBody = bodyOf(WebhookRequest)
const changeBody = bodyOf(WebhookChange)
const rotationBody = bodyOf(SecretRotation)

const ownersOnly = { onRequest: atLeast('owner') }
const MAX_WEBHOOKS = 20
const PAGE = 25
const DEFAULT_OVERLAP_HOURS = 24
const HOUR_MS = 3_600_000

interface ById {
  Params: { id: string }
}

export function webhookRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services, audit } = context
  const { store, now, config, jobs } = services
  const allowPrivate = config.webhookPrivateTargets

  async function find(workspace: string, id: string): Promise<WebhookRow> {
    const webhook = await store.webhooks.find(workspace, id)
    if (webhook === null) throw new ApiError('not_found')
    return webhook
  }

  async function itemOf(webhook: WebhookRow): Promise<WebhookItem> {
    const [last] = await store.webhooks.deliveries(webhook.workspace, webhook.id, 1)
    const isRotating = webhook.oldUntil !== null && webhook.oldUntil > now()
    return {
      id: webhook.id,
      name: webhook.name,
      url: webhook.url,
      events: webhook.events as WebhookEvent[],
      enabled: webhook.enabled,
      disabled_reason: webhook.disabledReason,
      created_at: webhook.createdAt,
      old_secret_until: isRotating ? webhook.oldUntil : null,
      last_delivery: last ? { at: last.tries.at(-1)?.at ?? last.createdAt, state: last.state } : null,
    }
  }

  scope.get('/webhooks', async ({ signedIn }): Promise<WebhookList> => {
    const rows = await store.webhooks.list(signedIn.workspace)
    return { items: await Promise.all(rows.map(itemOf)), next: null }
  })

  scope.post('/webhooks', ownersOnly, async (request): Promise<IssuedWebhook> => {
    const { signedIn } = request
    const { name = '', url, events } = webhookBody(request)
    const target = checkedUrl(url, allowPrivate)
    if ((await store.webhooks.list(signedIn.workspace)).length >= MAX_WEBHOOKS) {
      throw invalid('', `a workspace can have at most ${MAX_WEBHOOKS} webhooks`)
    }
    const webhook: WebhookRow = {
      id: `wh_${randomText(16)}`,
      workspace: signedIn.workspace,
      name,
      url: target,
      events,
      secret: newSecret(),
      oldSecret: null,
      oldUntil: null,
      enabled: true,
      disabledReason: null,
      createdAt: now(),
    }
    await store.webhooks.save(webhook)
    await audit(actorOf(signedIn), {
      action: 'webhook_created',
      subject: new URL(target).host,
      detail: events.join(', '),
    })
    return { webhook: await itemOf(webhook), secret: shownSecret(webhook.secret) }
  })

  scope.patch<ById>('/webhooks/:id', ownersOnly, async (request): Promise<WebhookItem> => {
    const { signedIn, params } = request
    const change = changeBody(request)
    const held = await find(signedIn.workspace, params.id)
    const webhook: WebhookRow = {
      ...held,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.url !== undefined && { url: checkedUrl(change.url, allowPrivate) }),
      ...(change.events !== undefined && { events: change.events }),
      ...(change.enabled !== undefined && { enabled: change.enabled, disabledReason: null }),
    }
    await store.webhooks.save(webhook)
    await audit(actorOf(signedIn), {
      action: 'webhook_changed',
      subject: new URL(webhook.url).host,
      detail: Object.keys(change).join(', '),
    })
    return itemOf(webhook)
  })

  scope.delete<ById>('/webhooks/:id', ownersOnly, async ({ signedIn, params }) => {
    const held = await find(signedIn.workspace, params.id)
    await store.webhooks.remove(signedIn.workspace, params.id)
    await audit(actorOf(signedIn), { action: 'webhook_removed', subject: new URL(held.url).host })
    return { done: true }
  })

  scope.post<ById>('/webhooks/:id/rotate', ownersOnly, async (request): Promise<IssuedWebhook> => {
    const { signedIn, params } = request
    const { overlap_hours: hours = DEFAULT_OVERLAP_HOURS } = rotationBody(request)
    const held = await find(signedIn.workspace, params.id)
    const webhook: WebhookRow = {
      ...held,
      secret: newSecret(),
      oldSecret: hours === 0 ? null : held.secret,
      oldUntil: hours === 0 ? null : now() + hours * HOUR_MS,
    }
    await store.webhooks.save(webhook)
    await audit(actorOf(signedIn), {
      action: 'webhook_secret_rotated',
      subject: new URL(webhook.url).host,
      detail: `the old secret expires in ${hours} h`,
    })
    return { webhook: await itemOf(webhook), secret: shownSecret(webhook.secret) }
  })

  scope.post<ById>('/webhooks/:id/test', ownersOnly, async ({ signedIn, params }): Promise<DeliveryItem> => {
    const webhook = await find(signedIn.workspace, params.id)
    const at = now()
    const event = {
      id: `evt_${randomUUID()}`,
      type: 'test' as const,
      workspace: signedIn.workspace,
      subject: '',
      at,
      data: { message: 'This is a test event.' },
    }
    // Never due: it is sent here, not by the sender's timer.
    const delivery: DeliveryRow = { ...deliveryOf(webhook, event, at), nextAt: null }
    await store.webhooks.enqueue([delivery])
    const delivered = await jobs.webhooks.sender.deliver(webhook, delivery, false)
    await audit(actorOf(signedIn), {
      action: 'webhook_tested',
      subject: new URL(webhook.url).host,
      detail: delivered.state,
    })
    return deliveryItem(delivered)
  })

  scope.get<ById>('/webhooks/:id/deliveries', async (request): Promise<DeliveryList> => {
    const { signedIn, params } = request
    const { before, limit = PAGE } = pageQuery(request)
    await find(signedIn.workspace, params.id)
    const [createdAt, id] = before === undefined ? [] : readCursor(before, ['number', 'string'])
    const place = createdAt === undefined || id === undefined ? undefined : { createdAt, id }
    const rows = await store.webhooks.deliveries(signedIn.workspace, params.id, limit + 1, place)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return {
      items: items.map(deliveryItem),
      next: rows.length > limit && last ? writeCursor([last.createdAt, last.id]) : null,
    }
  })

  scope.post<ById>(
    '/deliveries/:id/replay',
    ownersOnly,
    async ({ signedIn, params }): Promise<DeliveryItem> => {
      const delivery = await store.webhooks.delivery(signedIn.workspace, params.id)
      if (delivery === null) throw new ApiError('not_found')
      const webhook = await find(signedIn.workspace, delivery.webhookId)
      // A new delivery, so that the log keeps the result of the first; receivers recognize it by its event id.
      const again: DeliveryRow = {
        ...delivery,
        id: `dlv_${randomText(22)}`,
        createdAt: now(),
        state: 'pending',
        nextAt: now(),
        tries: [],
      }
      await store.webhooks.enqueue([again])
      await audit(actorOf(signedIn), {
        action: 'delivery_replayed',
        subject: new URL(webhook.url).host,
        detail: delivery.type,
      })
      jobs.webhooks.wake()
      return deliveryItem(again)
    },
  )
}

function checkedUrl(url: string, allowPrivate: boolean): string {
  try {
    return targetOf(url, allowPrivate).href
  } catch (error) {
    if (error instanceof TargetRefused) throw invalid('/url', error.message)
    throw error
  }
}

function deliveryItem(row: DeliveryRow): DeliveryItem {
  return {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    type: row.type as DeliveryItem['type'],
    created_at: row.createdAt,
    state: row.state,
    next_at: row.nextAt,
    tries: [...row.tries],
    body: row.body,
  }
}
