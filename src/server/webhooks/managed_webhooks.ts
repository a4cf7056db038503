/** Operations on the webhooks of a workspace and their deliveries. */
import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../contract/dashboard/audit.ts'
import { DEFAULT_OVERLAP_HOURS, type Done } from '../../contract/dashboard/page.ts'
import type {
  DeliveryItem,
  DeliveryList,
  IssuedWebhook,
  SecretRotation,
  WebhookChange,
  WebhookEvent,
  WebhookItem,
  WebhookList,
  WebhookRequest,
} from '../../contract/dashboard/webhooks.ts'
import { defined } from '../../contract/defined.ts'
import type { DeliveryRow, WebhookRow } from '../../store/webhooks.ts'
import { TargetRefused, targetOf } from '../addresses/target.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { writeCursor } from '../http/cursor.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { type Expect, expectAny, tagOf } from '../http/if_match.ts'
import { type PageQuery, placeOf } from '../http/page.ts'
import { randomText } from '../workspace/keys.ts'
import { addressOf } from './chat_message.ts'
import { deliveryOf } from './events.ts'
import type { WebhookSender } from './sender.ts'
import { newSecret, shownSecret } from './signature.ts'

const MAX_WEBHOOKS = 20
const PAGE = 25
const HOUR_MS = 3_600_000

export interface WebhookOptions extends AuditedOptions {
  readonly allowPrivate: boolean
  readonly sender: Pick<WebhookSender, 'deliver'>
  /** Called when a delivery is due. */
  wake(): void
}

export interface ManagedWebhooks {
  list(workspace: string): Promise<WebhookList>
  find(workspace: string, id: string): Promise<WebhookItem>
  create(actor: Actor, request: WebhookRequest): Promise<IssuedWebhook>
  change(actor: Actor, id: string, change: WebhookChange, expect?: Expect): Promise<WebhookItem>
  remove(actor: Actor, id: string, expect?: Expect): Promise<Done>
  rotate(actor: Actor, id: string, rotation: SecretRotation, expect?: Expect): Promise<IssuedWebhook>
  /** Sends a test event now, once. */
  test(actor: Actor, id: string): Promise<DeliveryItem>
  /** Newest first. */
  deliveries(workspace: string, id: string, page: PageQuery): Promise<DeliveryList>
  /** Queues the event of a delivery again. */
  redeliver(actor: Actor, deliveryId: string): Promise<DeliveryItem>
}

export function openManagedWebhooks(options: WebhookOptions): ManagedWebhooks {
  const { store, audit, allowPrivate, sender, wake, now } = options
  const { webhooks } = store

  async function rowOf(workspace: string, id: string): Promise<WebhookRow> {
    const webhook = await webhooks.find(workspace, id)
    if (webhook === null) throw new ApiError('not_found')
    return webhook
  }

  async function changed(
    workspace: string,
    id: string,
    expect: Expect,
    change: (held: WebhookRow) => WebhookRow,
  ): Promise<WebhookRow> {
    const saved = await webhooks.change(workspace, id, (held) => {
      expect(webhookTag(fieldsOf(held)))
      return change(held)
    })
    if (saved === null) throw new ApiError('not_found')
    return saved.after
  }

  /** The audit log names a webhook by its host: the path may contain a secret. */
  const audited = (actor: Actor, action: AuditAction, { url }: WebhookRow, detail = '') =>
    audit(actor, { action, subject: new URL(url).host, detail })

  function fieldsOf(webhook: WebhookRow): Omit<WebhookItem, 'last_delivery'> {
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
    }
  }

  async function itemOf(webhook: WebhookRow): Promise<WebhookItem> {
    const [last] = await webhooks.deliveries(webhook.workspace, webhook.id, 1)
    return {
      ...fieldsOf(webhook),
      last_delivery: last ? { at: last.tries.at(-1)?.at ?? last.createdAt, state: last.state } : null,
    }
  }

  const issued = async (webhook: WebhookRow): Promise<IssuedWebhook> => ({
    webhook: await itemOf(webhook),
    secret: shownSecret(webhook.secret),
  })

  return {
    async list(workspace) {
      const rows = await webhooks.list(workspace)
      return { items: await Promise.all(rows.map(itemOf)), next: null }
    },

    find: async (workspace, id) => itemOf(await rowOf(workspace, id)),

    async create(actor, { name = '', url, events }) {
      const { workspace } = actor
      const target = checkedUrl(url, allowPrivate)
      if ((await webhooks.list(workspace)).length >= MAX_WEBHOOKS) {
        throw invalid('', `a workspace can have at most ${MAX_WEBHOOKS} webhooks`)
      }
      const webhook: WebhookRow = {
        id: `wh_${randomText(16)}`,
        workspace,
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
      await webhooks.create(webhook)
      await audited(actor, 'webhook_created', webhook, events.join(', '))
      return issued(webhook)
    },

    async change(actor, id, change, expect = expectAny) {
      const url = change.url === undefined ? undefined : checkedUrl(change.url, allowPrivate)
      const webhook = await changed(actor.workspace, id, expect, (held) => ({
        ...held,
        ...defined({ name: change.name, url, events: change.events }),
        ...(change.enabled !== undefined && { enabled: change.enabled, disabledReason: null }),
      }))
      await audited(actor, 'webhook_changed', webhook, Object.keys(change).join(', '))
      return itemOf(webhook)
    },

    async remove(actor, id, expect = expectAny) {
      const held = await rowOf(actor.workspace, id)
      expect(webhookTag(fieldsOf(held)))
      if (!(await webhooks.remove(actor.workspace, id))) throw new ApiError('not_found')
      await audited(actor, 'webhook_removed', held)
      return { done: true }
    },

    async rotate(actor, id, { overlap_hours: hours = DEFAULT_OVERLAP_HOURS }, expect = expectAny) {
      const secret = newSecret()
      const oldUntil = hours === 0 ? null : now() + hours * HOUR_MS
      const webhook = await changed(actor.workspace, id, expect, (held) => ({
        ...held,
        secret,
        oldSecret: hours === 0 ? null : held.secret,
        oldUntil,
      }))
      await audited(actor, 'webhook_secret_rotated', webhook, `the old secret expires in ${hours} h`)
      return issued(webhook)
    },

    async test(actor, id) {
      const webhook = await rowOf(actor.workspace, id)
      const at = now()
      const event = {
        id: `evt_${randomUUID()}`,
        type: 'test' as const,
        workspace: actor.workspace,
        subject: '',
        at,
        data: { message: 'This is a test event.' },
      }
      // Never due: it is sent here, not by the sender's timer.
      const delivery: DeliveryRow = { ...deliveryOf(webhook, event, at), nextAt: null }
      await webhooks.enqueue([delivery])
      const delivered = await sender.deliver(webhook, delivery, false)
      await audited(actor, 'webhook_tested', webhook, delivered.state)
      return deliveryItem(delivered)
    },

    async deliveries(workspace, id, page) {
      const { limit = PAGE } = page
      await rowOf(workspace, id)
      const [createdAt, last] = placeOf(page, ['number', 'string']) ?? []
      const place = createdAt === undefined || last === undefined ? undefined : { createdAt, id: last }
      const rows = await webhooks.deliveries(workspace, id, limit + 1, place)
      const items = rows.slice(0, limit)
      const end = items.at(-1)
      return {
        items: items.map(deliveryItem),
        next: rows.length > limit && end ? writeCursor([end.createdAt, end.id]) : null,
      }
    },

    async redeliver(actor, deliveryId) {
      const delivery = await webhooks.delivery(actor.workspace, deliveryId)
      if (delivery === null) throw new ApiError('not_found')
      const webhook = await rowOf(actor.workspace, delivery.webhookId)
      // A new delivery, so that the log keeps the result of the first; receivers recognize it by its event id.
      const again: DeliveryRow = {
        ...delivery,
        id: `dlv_${randomText(22)}`,
        createdAt: now(),
        state: 'pending',
        nextAt: now(),
        tries: [],
      }
      await webhooks.enqueue([again])
      await audited(actor, 'delivery_redelivered', webhook, delivery.type)
      wake()
      return deliveryItem(again)
    },
  }
}

/** Deliveries come by themselves. */
export const webhookTag = (webhook: Omit<WebhookItem, 'last_delivery'>): string => {
  const { id, name, url, events, enabled, disabled_reason, created_at, old_secret_until } = webhook
  return tagOf([id, name, url, events, enabled, disabled_reason, created_at, old_secret_until])
}

function checkedUrl(url: string, allowPrivate: boolean): string {
  try {
    const address = addressOf(url)
    return targetOf(address, allowPrivate).href + url.slice(address.length)
  } catch (error) {
    if (error instanceof TargetRefused) throw invalid('/url', error.message + localHint(url))
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

/** Names the setting under which the service would accept the target. */
function localHint(url: string): string {
  try {
    targetOf(url, true)
    return '; for local tests, the operator can set BYHAND_WEBHOOK_PRIVATE_TARGETS=yes'
  } catch {
    return ''
  }
}
