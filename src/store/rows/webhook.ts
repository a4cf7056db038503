/** Rows of webhooks and deliveries, each with a checksum. Used by both engines. */
import { checksum, seal, unseal } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'
import type { DeliveryRow, DeliveryState, WebhookRow } from '../webhooks.ts'

export interface RawWebhook {
  workspace: string
  id: string
  name: string
  url: string
  events: string
  secret: string
  old_secret: string | null
  old_until: number | null
  enabled: number
  disabled_reason: string | null
  created_at: number
  checksum: number
}

export const WEBHOOK_COLUMNS = [
  'workspace',
  'id',
  'name',
  'url',
  'events',
  'secret',
  'old_secret',
  'old_until',
  'enabled',
  'disabled_reason',
  'created_at',
  'checksum',
] as const satisfies (keyof RawWebhook)[]

const webhookChecksum = (raw: Omit<RawWebhook, 'checksum'>): number =>
  checksum([
    raw.workspace,
    raw.id,
    raw.name,
    raw.url,
    raw.events,
    raw.secret,
    raw.old_secret,
    raw.old_until,
    raw.enabled,
    raw.disabled_reason,
    raw.created_at,
  ])

export function rawWebhook(row: WebhookRow): RawWebhook {
  const raw = {
    workspace: row.workspace,
    id: row.id,
    name: row.name.toWellFormed(),
    url: row.url.toWellFormed(),
    events: JSON.stringify(row.events),
    secret: row.secret,
    old_secret: row.oldSecret,
    old_until: row.oldUntil,
    enabled: row.enabled ? 1 : 0,
    disabled_reason: row.disabledReason?.toWellFormed() ?? null,
    created_at: row.createdAt,
  }
  return { ...raw, checksum: webhookChecksum(raw) }
}

export function webhookRow(raw: RawWebhook): WebhookRow {
  if (raw.checksum !== webhookChecksum(raw)) {
    throw new StoreDamaged('a stored webhook does not match its checksum')
  }
  return {
    id: raw.id,
    workspace: raw.workspace,
    name: raw.name,
    url: raw.url,
    events: JSON.parse(raw.events),
    secret: raw.secret,
    oldSecret: raw.old_secret,
    oldUntil: raw.old_until,
    enabled: raw.enabled === 1,
    disabledReason: raw.disabled_reason,
    createdAt: raw.created_at,
  }
}

export interface RawDelivery {
  workspace: string
  id: string
  webhook_id: string
  event_id: string
  type: string
  subject: string
  created_at: number
  state: string
  next_at: number | null
  tries: string
  body: Uint8Array
}

export const DELIVERY_COLUMNS = [
  'workspace',
  'id',
  'webhook_id',
  'event_id',
  'type',
  'subject',
  'created_at',
  'state',
  'next_at',
  'tries',
  'body',
] as const satisfies (keyof RawDelivery)[]

/** The columns that never change. */
const ownerOf = (raw: Omit<RawDelivery, 'body'>) => [
  raw.workspace,
  raw.id,
  raw.webhook_id,
  raw.event_id,
  raw.type,
  raw.subject,
  raw.created_at,
]

export function rawDelivery(row: DeliveryRow): RawDelivery {
  const raw = {
    workspace: row.workspace,
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    type: row.type,
    subject: row.subject.toWellFormed(),
    created_at: row.createdAt,
    state: row.state,
    next_at: row.nextAt,
    tries: JSON.stringify(row.tries),
  }
  return { ...raw, body: seal(row.body, ownerOf(raw)) }
}

export function deliveryRow(raw: RawDelivery): DeliveryRow {
  return {
    id: raw.id,
    workspace: raw.workspace,
    webhookId: raw.webhook_id,
    eventId: raw.event_id,
    type: raw.type,
    subject: raw.subject,
    createdAt: raw.created_at,
    state: raw.state as DeliveryState,
    nextAt: raw.next_at,
    tries: JSON.parse(raw.tries),
    body: unseal(raw.body, ownerOf(raw)).toString(),
  }
}
